import ArgumentParser
import CivilTime
import Diagnostics
import PlanModel
import Running

/// Options that the commands share.
struct SharedOptions: ParsableArguments {
  @Argument(help: "Exports: files, folders, or - for NDJSON on standard input. Default: inputs.", completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "A policy, a file of texts or a folder of both, which adds to what is there or replaces it. May be repeated.",
      valueName: "dir|file"),
    completion: .file())
  var policy: [String] = []

  @Option(
    help: ArgumentHelp(
      "Holidays, by which due dates go: a calendar, or JSON of vacanza/holidays. NAME=FILE: of a country's accounts.",
      valueName: "file"),
    completion: .file())
  var holidays: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where policies, texts and page templates are; one after the other adds to it. Default: templates.",
      valueName: "dir"),
    completion: .directory)
  var templates: [String] = []

  @Option(
    help: ArgumentHelp(
      "Plan as of this instant, such as 2026-11-20T09:00:00+01:00 (RFC 3339). Default: the clock.", valueName: "instant"
    ))
  var now: InstantArgument?

  @Option(help: ArgumentHelp("Whole local days after today, 0 to 366. Default: the policy's, else 14.", valueName: "n"))
  var days: Int?

  @Option(help: ArgumentHelp("A TZif tree. Default: the system's.", valueName: "dir"), completion: .directory)
  var zoneinfo: String?

  @Option(help: RedactOption.help)
  var redact: String?

  @Flag(help: "Refuse the run where any record is rejected.")
  var strict = false

  @Flag(help: "Leave ~/.config/tickler.toml alone, which says what to plan where nothing else does.")
  var noConfig = false

  @Flag(help: "Say nothing but errors.")
  var quiet = false

  @Flag(help: "Say more about the run.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "How much memory large inputs may make the run take, at least 64M. Default: 256M.", valueName: "size"),
    transform: MemorySize.init(argument:))
  var memory: MemorySize?

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Show on a terminal how far the run is; nowhere else is it shown.")
  var progress = true

  @Flag(help: "No colors. (list and next have some on a terminal.)")
  var noColor = false

  func validate() throws {
    if let days, !(0...366).contains(days) {
      throw ValidationError("--days takes a whole number from 0 to 366, not \(days)")
    }
    try now?.check("--now")
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  var planOptions: PlanOptions {
    var options = PlanOptions(now: now?.instant ?? SystemClock.now)
    apply(to: &options)
    return options
  }

  /// The same on top of what the user's own file says, where the command names no PATH and there is no folder `inputs` here: so what a
  /// folder or a command line says for itself depends on no file of the user's.
  ///
  /// - Parameters:
  ///   - jobs: How many tasks work at once where the file does not say.
  ///   - isTelling: Whether `--verbose` names the file.
  func configured(jobs: Int = 1, isTelling: Bool = true) throws -> PlanOptions {
    var options = PlanOptions(now: now?.instant ?? SystemClock.now)
    options.jobs = jobs
    do throws(FatalInput) {
      if paths.isEmpty, !noConfig, try RunConfig.isNeeded(), let file = try RunConfig.ofUser() {
        options = try RunConfig.read(file, options)
        options.config = file
        if verbose, isTelling { StandardError.write("tickler: \(file.visible) says what the command line does not\n") }
      }
    } catch {
      throw Exit.code(error)
    }
    apply(to: &options)
    return options
  }

  /// Puts what was asked for into `options`.
  private func apply(to options: inout PlanOptions) {
    if !paths.isEmpty { options.paths = paths }
    options.policies += policy
    options.holidays += holidays.map { HolidayOption($0) }
    if !templates.isEmpty { options.templateFolders = templates }
    if let days { options.days = days }
    if let zoneinfo { options.zoneinfo = zoneinfo }
    if strict { options.isStrict = true }
    options.isQuiet = quiet
    options.isVerbose = verbose
    options.showsProgress = progress
    if let memory { options.memory = memory.bytes }
  }
}

/// An instant on the command line.
struct InstantArgument: ExpressibleByArgument {
  let instant: Instant

  init?(argument: String) {
    guard let instant = Instant(rfc3339: argument.utf8) else { return nil }
    self.instant = instant
  }

  /// Refuses what no plan can be made as of.
  func check(_ option: String) throws(ValidationError) {
    let range = PlannableTime.now
    if range.contains(instant) { return }
    throw ValidationError("\(option) takes an instant from \(range.lowerBound) to \(range.upperBound), not \(instant)")
  }

  static var defaultCompletionKind: CompletionKind { .default }
}
