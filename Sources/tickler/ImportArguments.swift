import ArgumentParser
import CivilTime
import Running

/// What is said of inputs that other tools wrote. Whose their items are, and by which zone's clock, commands say by themselves where
/// `--account` and `--time-zone` ask for something; ``ImportedFiles`` has them too.
struct ImportArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the inputs are: \(ImportFormat.names). Default: by what is in them.", valueName: "format"))
  var from: ImportFormat?

  @Option(help: ArgumentHelp("When to remind of what has a date and no time. Default: 09:00.", valueName: "hh:mm"))
  var allDayTime: TimeArgument?

  @Option(help: ArgumentHelp("Steps a day, for Apple Health. Default: 10000.", valueName: "steps"))
  var goal: Int?

  @Option(
    help: ArgumentHelp(
      "The device whose steps count where several overlap. Default: the one with most.", valueName: "name"))
  var stepSource: String?

  @Option(
    help: ArgumentHelp("From when on a diary entry is the evening's, for Day One. Default: 15:00.", valueName: "hh:mm"))
  var diaryBorder: TimeArgument?

  @Option(
    help: ArgumentHelp("A file that says which columns of CSV or JSON are which fields.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var mapping: String?

  func validate() throws {
    if let goal, !(1...1_000_000_000).contains(goal) {
      throw ValidationError("--goal takes a whole number from 1 to 1000000000, not \(goal)")
    }
  }

  func apply(to options: inout PlanOptions) {
    // What is not said here may be in a file of settings.
    var settings = options.importing.common
    if let from { options.importing.format = from.format }
    if let allDayTime { settings.time = allDayTime.time }
    if let goal { settings.goal = goal }
    if let stepSource { settings.stepSource = stepSource }
    if let diaryBorder { settings.border = diaryBorder.time }
    if let mapping { options.importing.mappingFile = mapping }
    options.importing.common = settings
  }
}

/// The same, of a command whose `--account` and `--time-zone` say nothing else.
struct ImportedFiles: ParsableArguments {
  @OptionGroup var imported: ImportArguments

  @Option(help: ImportedFiles.zoneHelp)
  var timeZone: String?

  @Option(help: ArgumentHelp("The id of the account that the items become. Default: me.", valueName: "id"))
  var account: String?

  static let zoneHelp = ArgumentHelp(
    "The zone of wall times without one, such as Europe/London. Default: the system's.", valueName: "zone")

  func validate() throws {
    if account == "" { throw ValidationError("--account takes an id of at least one character") }
  }

  func apply(to options: inout PlanOptions) {
    imported.apply(to: &options)
    if let timeZone { options.importing.common.timeZone = timeZone }
    if let account { options.importing.common.account = account }
  }
}

/// A format on the command line.
struct ImportFormat: ExpressibleByArgument {
  let format: ImportOptions.Format

  init?(argument: String) {
    guard let format = ImportOptions.Format.importable.first(where: { $0.rawValue == argument }) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { ImportOptions.Format.importable.map(\.rawValue) }
  static var names: String { allValueStrings.joined(separator: ", ") }
}

/// A time of day on the command line.
struct TimeArgument: ExpressibleByArgument {
  let time: LocalTime

  init?(argument: String) {
    guard let time = LocalTime(iso8601: argument.utf8) else { return nil }
    self.time = time
  }
}
