import Diagnostics
import Importing
import PolicyReading
import System

/// Reads the file of `tickler run` and the user's own file: the options of `tickler plan` as TOML, with the keys of
/// ``RunOption``.
package enum RunConfig {
  package static let format = "tickler-run/1"

  /// Returns the path of the user's own file, `$XDG_CONFIG_HOME/tickler.toml` or `~/.config/tickler.toml`; `nil` if it
  /// does not exist.
  package static func ofUser() throws(RunFault) -> String? {
    let place = Machine.environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = place ?? Machine.environment("HOME").map({ $0 + "/.config" }) else { return nil }
    let path = folder + "/tickler.toml"
    return try Path.exists(path) ? path : nil
  }

  /// Returns whether the user's own file applies: not if the working folder has inputs.
  package static func isNeeded() throws(RunFault) -> Bool { !(try Path.exists("inputs")) }

  /// - Parameter options: The options for missing keys.
  /// - Throws: All faults of the file.
  package static func read(_ path: String, _ options: PlanOptions) throws(RunFault) -> PlanOptions {
    let root = try TOMLFields(text: try TextFile.bytes(path, for: .named), file: FileName.shown(path), .format)
    var options = options
    let place = Place(of: path)
    root.readFormat(format)
    root.require("inputs", "a list of files and folders")
    if root.has("archive") == root.has("out") {
      let found = root.has("archive") ? "both archive and out" : "neither archive nor out"
      root.fault("archive", .key, found: found, expected: "one of them: a folder of runs, or the folder of one plan")
    }
    var given: [String: (table: TOMLFields, key: String)] = [:]
    for (table, members) in tables {
      guard let fields = table.isEmpty ? root : root.table(table) else { continue }
      if table == "import" { options.importing.isInRunFile = true }
      for option in members {
        if fields.has(option.localKey) { given[option.name] = (fields, option.localKey) }
        option.read(fields, place, &options)
      }
      for format in table == "import" ? ImportOptions.Format.importable : [] {
        guard let fields = fields.table(format.rawValue) else { continue }
        var single = PlanOptions(now: options.now)
        for option in members where option.isOfFormat { option.read(fields, place, &single) }
        options.importing.single[format] = single.importing.common
      }
    }
    for rule in OptionRule.all where rule.option != "archive" && rule.isBroken(options, Set(given.keys)) {
      func name(_ option: String) -> String { RunOption.all.first { $0.name == option }?.key ?? option }
      guard let (table, key) = given[rule.option] else { continue }
      table.fault(key, .key, found: rule.words(rule.found, name), expected: rule.words(rule.expected, name))
    }
    var diagnostics = root.finishInOrder()
    if options.redactionKey != nil || root.has("redact") {
      for index in diagnostics.indices where ["inputs", "changes"].contains(diagnostics[index].field) {
        diagnostics[index].hideText()
      }
    }
    if !diagnostics.isEmpty { throw RunFault(diagnostics) }
    return options
  }

  /// The options that have keys, grouped by table, in order.
  private static var tables: [(name: String, options: [RunOption])] {
    var tables: [(name: String, options: [RunOption])] = []
    for option in RunOption.all {
      guard let name = option.table else { continue }
      if let index = tables.firstIndex(where: { $0.name == name }) {
        tables[index].options.append(option)
      } else {
        tables.append((name, [option]))
      }
    }
    return tables
  }

  /// Resolves paths of a file against its own folder, regardless of the working folder. `~/` is the home folder.
  fileprivate struct Place {
    private let folder: String
    private let home = Machine.environment("HOME")

    init(of path: String) { folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

    func callAsFunction(_ name: String) -> String {
      if name.hasPrefix("/") { return name }
      if let home, name.hasPrefix("~/") { return home + name.dropFirst() }
      return folder + name
    }
  }
}

extension Diagnostic {
  /// Hides a quoted text. The key of a run that redacts is not read before its run file.
  fileprivate mutating func hideText() { if found.hasPrefix("found \"") { found = "found a text" } }
}

extension RunOption {
  /// The run file table of its key, empty for the top level; `nil` if it has no key.
  fileprivate var table: String? {
    key.map { key in key.lastIndex(of: ".").map { String(key[..<$0]) } ?? "" }
  }

  /// Its key within that table.
  fileprivate var localKey: String {
    guard let key, let dot = key.lastIndex(of: ".") else { return key ?? name }
    return String(key[key.index(after: dot)...])
  }

  /// Applies the value from a run file to `options`.
  fileprivate func read(_ fields: TOMLFields, _ place: RunConfig.Place, _ options: inout PlanOptions) {
    let key = localKey
    switch value {
    case .flag(let set), .toggle(let set):
      if let flag = fields.bool(key) { set(&options, flag) }
    case .whole(let range, let set):
      if let number = fields.integer(key, in: range) { set(&options, number) }
    case .text(let set):
      if let text = fields.string(key) { set(&options, text) }
    case .parsed(let set): fields.parse(key) { set(&options, $0) }
    case .word(let words, let set):
      if let word = fields.word(key, among: words) { set(&options, word) }
    case .words(let words, let set):
      guard let list = fields.names(key, among: words) else { return }
      if list.isEmpty { return fields.fault(key, found: "an empty list", expected: "what to write") }
      set(&options, list)
    case .path(_, let set):
      if let path = fields.string(key) { set(&options, place(path)) }
    case .paths(let kind, let set):
      guard let paths = fields.texts(key) else { return }
      if case .namedFile = kind { return set(&options, paths.map { HolidayOption.located($0, place.callAsFunction) }) }
      set(&options, paths.map(place.callAsFunction))
    case .arguments(let set):
      guard let paths = fields.strings(key) else { return }
      if paths.isEmpty || paths.contains("-") {
        fields.fault(key, found: paths.isEmpty ? "no path" : "found \"-\"", expected: "files and folders")
      }
      set(&options, paths.map(place.callAsFunction))
    }
  }
}

/// A rule about combinations of options, worded for the command line and for run files.
struct OptionRule: Sendable {
  /// The option that the message points to.
  let option: String
  /// The fault, with options in braces: `{strict} and {keep-going}`.
  let found: String
  let expected: String
  /// - Parameter given: The names of the options given on the command line or in the run file.
  let isBroken: @Sendable (PlanOptions, _ given: Set<String>) -> Bool

  static let all = [
    OptionRule(
      option: "keep-going", found: "{strict} and {keep-going}",
      expected: "one of them"
    ) { options, _ in options.isStrict && options.keepsGoing },
    OptionRule(option: "quiet", found: "{quiet} and {verbose}", expected: "one of them") { options, _ in
      options.isQuiet && options.isVerbose
    },
    OptionRule(
      option: "archive", found: "{archive} and {out}",
      expected: "one of them: a folder of runs, or the folder of one plan"
    ) { $1.isSuperset(of: ["archive", "out"]) },
    OptionRule(option: "keep", found: "{keep} without {archive}", expected: "{archive} as well") { options, _ in
      options.keep != nil && options.archive == nil
    },
    OptionRule(option: "backdate", found: "{backdate} without {archive}", expected: "{archive} as well") { options, _ in
      options.isBackdated && options.archive == nil
    },
    OptionRule(
      option: "max-removed", found: "{max-removed} without an earlier plan to compare with",
      expected: "{archive} or {previous} as well"
    ) { options, _ in options.gates.maxRemoved != nil && options.previous == nil && options.archive == nil },
    OptionRule(
      option: "due-before", found: "{due-before} without an earlier plan",
      expected: "{archive} or {previous} as well"
    ) { options, _ in options.dueBefore != nil && options.previous == nil && options.archive == nil },
    OptionRule(
      option: "redact", found: "{redact}, and actions in {emit}",
      expected: "no actions, since no device knows redacted ids"
    ) { $1.isSuperset(of: ["redact", "emit"]) && $0.emit.contains(.actions) },
    OptionRule(
      option: "watch", found: "{watch}, and - among the inputs", expected: "files and folders"
    ) { options, _ in options.watches && options.paths.contains("-") },
  ]

  /// - Parameter name: Returns the name under which an option is shown.
  func words(_ text: String, _ name: (String) -> String) -> String {
    text.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
      return name(String(part[..<end])) + part[part.index(after: end)...]
    }.joined()
  }
}

extension PlanOptions {
  /// - Returns: The first contradiction among them; `nil` if there is none.
  package func contradiction(_ given: Set<String>) -> String? {
    OptionRule.all.first { $0.isBroken(self, given) }.map { rule in
      func name(_ option: String) -> String { "--" + option }
      return "found \(rule.words(rule.found, name)); expected \(rule.words(rule.expected, name))"
    }
  }
}
