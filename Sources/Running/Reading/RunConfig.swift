import Bytes
import Calendars
import CivilTime
import Diagnostics
import PlanModel
import PolicyReading

/// The file of `tickler run`: what `tickler plan` has on its command line, as TOML.
package enum RunConfig {
  package static let format = "tickler-run/1"

  /// The user's own file, where there is one: `$XDG_CONFIG_HOME/tickler.toml`, else `~/.config/tickler.toml`.
  package static func ofUser() throws(FatalInput) -> String? {
    let place = Machine.environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = place ?? Machine.environment("HOME").map({ $0 + "/.config" }) else { return nil }
    let path = folder + "/tickler.toml"
    return try Path.exists(path) ? path : nil
  }

  /// Whether the working folder says by itself what to plan, so that nobody's own file counts.
  package static func isNeeded() throws(FatalInput) -> Bool { !(try Path.exists("inputs")) }

  /// - Parameter options: What the file says nothing of.
  /// - Throws: Every fault of the file at once.
  package static func read(_ path: String, _ options: PlanOptions) throws(FatalInput) -> PlanOptions {
    let root = try TOMLFields(text: try TextFile.bytes(path), file: FileName.shown(path), .format)
    var options = options
    /// Files are named from the folder of the file, wherever the command is called from.
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let home = Machine.environment("HOME")
    func file(_ name: String) -> String {
      if name.hasPrefix("/") { return name }
      if let home, name.hasPrefix("~/") { return home + name.dropFirst() }
      return folder + name
    }
    root.readFormat(format)
    if let inputs = root.strings("inputs") {
      if inputs.isEmpty || inputs.contains("-") {
        root.fault("inputs", found: inputs.isEmpty ? "no path" : "found \"-\"", expected: "files and folders")
      }
      options.paths = inputs.map(file)
    } else if !root.has("inputs") {
      root.fault("inputs", found: "the key is missing", expected: "a list of files and folders")
    }
    if let policies = root.strings("policies") { options.policies = policies.map(file) }
    if let holidays = root.strings("holidays") { options.holidays = holidays.map { HolidayOption($0, file) } }
    options.templateFolders = (root.texts("templates") ?? []).map(file)
    options.zoneinfo = root.string("zoneinfo").map(file)
    options.days = root.integer("days", in: 0...366)
    options.zone = root.string("timeZone")
    options.isStrict = root.bool("strict") ?? false
    options.keepsGoing = root.bool("keepGoing") ?? false
    if options.isStrict, options.keepsGoing {
      root.fault(
        "keepGoing", .key, found: "strict and keepGoing", expected: "one of them: one goes on where the other stops")
    }
    if let jobs = root.integer("jobs", in: 1...1024) { options.jobs = jobs }
    if let text = root.string("memory") {
      do throws(MemorySize.Fault) {
        options.memory = try MemorySize(text).bytes
      } catch {
        root.fault("memory", found: "found \(text.quotedForDiagnostic)", expected: error.expected)
      }
    }
    if let emit = root.choices("emit", Emit.self) {
      if emit.isEmpty { root.fault("emit", found: "an empty list", expected: "what to write") }
      options.emit = Set(emit)
    }
    options.makesSiteWhereNeeded = !root.has("emit")
    options.hasChecksums = root.bool("checksums") ?? options.hasChecksums
    options.compression = root.choice("compress", Compression.self)
    if let key = root.string("redact") {
      if options.emit.contains(.actions), root.has("emit") {
        root.fault(
          "redact", .key, found: "redact, and actions in emit",
          expected: "no actions: no device knows an id that is redacted")
      }
      options.emit.remove(.actions)
      options.redactor = try RedactionKey.redactor(file(key))
    }
    readPlace(root, &options, file)
    if let gates = root.table("gates") { readGates(gates, &options, file) }
    if let calendar = root.table("calendar") {
      options.calendar.times = calendar.choice("times", CalendarOptions.Times.self) ?? .utc
      options.calendar.style = calendar.choice("style", CalendarOptions.Style.self) ?? .technical
      options.calendar.component = calendar.choice("as", CalendarOptions.Component.self) ?? .event
      options.calendar.minutes = calendar.integer("length", in: 1...1440)
      options.calendar.alarmMinutes = calendar.integer("alarms", in: 0...40_320)
      options.calendar.hasAccountFiles = calendar.bool("accounts") ?? false
      options.calendar.grouping = calendar.choice("by", CalendarOptions.Grouping.self)
      options.calendar.name = calendar.string("name")
      options.calendar.hasMethod = calendar.bool("method") ?? false
    }
    if let table = root.table("import") {
      readImports(table, &options)
      options.importing.mappingFile = table.string("mapping").map(file)
    }
    let diagnostics = root.finishInOrder()
    if !diagnostics.isEmpty { throw FatalInput(diagnostics) }
    return options
  }

  /// What is said of other tools' files: of all, and of single formats.
  private static func readImports(_ table: TOMLFields, _ options: inout PlanOptions) {
    func settings(_ table: TOMLFields) -> ImportOptions.Settings {
      var settings = ImportOptions.Settings()
      func time(_ key: String) -> LocalTime? {
        table.parsed(key, expected: "a time of day in quotes, \"HH:MM\"") { LocalTime(iso8601: $0.utf8) }
      }
      settings.account = table.parsed("account", expected: "an id of at least one character") { $0.isEmpty ? nil : $0 }
      settings.timeZone = table.string("timeZone")
      settings.goal = table.integer("goal", in: 1...1_000_000_000)
      settings.stepSource = table.string("stepSource")
      (settings.time, settings.border) = (time("allDayTime"), time("diaryBorder"))
      return settings
    }
    options.importing.common = settings(table)
    for format in ImportOptions.Format.importable {
      if let inner = table.table(format.rawValue) { options.importing.single[format] = settings(inner) }
    }
  }

  /// Where the run goes.
  private static func readPlace(_ root: TOMLFields, _ options: inout PlanOptions, _ file: (String) -> String) {
    options.archive = root.string("archive").map(file)
    if let out = root.string("out") { options.out = file(out) }
    options.previous = root.string("previous").map(file)
    if root.has("archive") == root.has("out") {
      root.fault(
        "archive", .key, found: root.has("archive") ? "both archive and out" : "neither archive nor out",
        expected: "one of them: a folder of runs, or the folder of one plan")
    }
    options.onlyChanged = root.bool("onlyChanged") ?? false
    if options.onlyChanged, !options.emit.isSuperset(of: [.plan, .summary]) {
      root.fault("onlyChanged", .key, found: "emit without plan or summary", expected: "both among what is written")
    }
    options.keep = root.parsed("keep", expected: "how many runs, such as \"30\", or their age, such as \"30d\"") {
      Retention($0)
    }
    if options.keep != nil, !root.has("archive") {
      root.fault("keep", .key, found: "keep without archive", expected: "archive as well")
    }
  }

  private static func readGates(_ table: TOMLFields, _ options: inout PlanOptions, _ file: (String) -> String) {
    options.gates = table.gates()
    options.expected = table.string("expect").map(file)
    if options.gates.maxRemoved != nil, options.previous == nil, options.archive == nil {
      table.fault("maxRemoved", .key, found: "no earlier plan to compare with", expected: "archive or previous as well")
    }
  }
}
