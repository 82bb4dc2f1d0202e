import Bytes
import Diagnostics
import Importing
import PolicyReading

/// The file of `tickler run`, and the user's own: what `tickler plan` has on its command line, as TOML. Their keys are those of ``RunOption``.
package enum RunConfig {
  package static let format = "tickler-run/1"

  /// The user's own file; nil if it does not exist: `$XDG_CONFIG_HOME/tickler.toml`, else `~/.config/tickler.toml`.
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
    let place = Place(of: path)
    root.readFormat(format)
    if !root.has("inputs") {
      root.fault("inputs", found: "the key is missing", expected: "a list of files and folders")
    }
    if root.has("archive") == root.has("out") {
      let found = root.has("archive") ? "both archive and out" : "neither archive nor out"
      root.fault("archive", .key, found: found, expected: "one of them: a folder of runs, or the folder of one plan")
    }
    var said: [String: (table: TOMLFields, key: String)] = [:]
    for (table, members) in tables {
      guard let fields = table.isEmpty ? root : root.table(table) else { continue }
      for option in members {
        if fields.has(option.localKey) { said[option.name] = (fields, option.localKey) }
        option.read(fields, place, &options)
      }
      for format in table == "import" ? ImportOptions.Format.importable : [] {
        guard let fields = fields.table(format.rawValue) else { continue }
        var single = PlanOptions(now: options.now)
        for option in members where option.isOfFormat { option.read(fields, place, &single) }
        options.importing.single[format] = single.importing.common
      }
    }
    for rule in OptionRule.all where rule.option != "archive" && rule.isBroken(options, Set(said.keys)) {
      func name(_ option: String) -> String { RunOption.all.first { $0.name == option }?.key ?? option }
      guard let (table, key) = said[rule.option] else { continue }
      table.fault(key, .key, found: rule.words(rule.found, name), expected: rule.words(rule.expected, name))
    }
    let diagnostics = root.finishInOrder()
    if !diagnostics.isEmpty { throw FatalInput(diagnostics) }
    return options
  }

  /// The options that have keys, by their tables, in their order.
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

  /// From where a file's paths start: its own folder, wherever the command is called from; with `~/`, the home folder.
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

extension RunOption {
  /// The table of a run file that has its key, empty for the file itself; nil: it has no key.
  fileprivate var table: String? {
    key.map { key in key.lastIndex(of: ".").map { String(key[..<$0]) } ?? "" }
  }

  /// Its key inside that table.
  fileprivate var localKey: String {
    guard let key, let dot = key.lastIndex(of: ".") else { return key ?? name }
    return String(key[key.index(after: dot)...])
  }

  /// Puts what a run file says into `options`.
  fileprivate func read(_ fields: TOMLFields, _ place: RunConfig.Place, _ options: inout PlanOptions) {
    let key = localKey
    switch value {
    case .flag(let set), .toggle(let set):
      if let flag = fields.bool(key) { set(&options, flag) }
    case .whole(let range, let set):
      if let number = fields.integer(key, in: range) { set(&options, number) }
    case .text(let set):
      if let text = fields.string(key) { set(&options, text) }
    case .parsed(let set):
      fields.parse(key) { set(&options, $0) }
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
