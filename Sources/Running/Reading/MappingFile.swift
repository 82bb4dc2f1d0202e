import CivilTime
import Diagnostics
import Formats
import Importing
import PlanModel
import PolicyReading
import Resolving
import System

/// The shipped mappings, and those that an option names.
struct MappingFolder {
  private let templates: TemplateFolder
  private let policies: [String: Policy]

  init(_ templates: TemplateFolder, _ policies: [String: Policy]) {
    (self.templates, self.policies) = (templates, policies)
  }

  /// Reads all shipped mappings of kinds that the policies know.
  private func shipped() throws(RunFault) -> [TableMapping] {
    var mappings: [TableMapping] = []
    for name in try names() {
      let path = try templates.file("mappings/\(name).toml")
      guard var mapping = try? MappingFile.read(path, for: .listed, policies) else { continue }
      mapping.isShipped = true
      mappings.append(mapping)
    }
    return mappings
  }

  /// Reads the shipped mappings once a table may need one.
  func ship(to options: inout ImportOptions) throws(RunFault) {
    if options.shipped.isEmpty { options.shipped = try shipped() }
  }

  private func names() throws(RunFault) -> [String] {
    var files: [String] = []
    for path in templates.paths { files += try TextFile.tomlFiles("\(path)/mappings") ?? [] }
    return Set(files.map { String($0.split(separator: "/").last!.dropLast(5)) }).sorted()
  }

  /// Reads mappings by path, or by the name of a shipped one in any case. Run files prefix a name with their own folder,
  /// which is ignored for shipped mappings.
  func read(_ paths: [String]) throws(RunFault) -> [TableMapping] {
    try paths.map { (path) throws(RunFault) in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if name.contains(".") { return try MappingFile.read(path, for: .named, policies) }
      if try Path.exists(path) { return try MappingFile.read(path, for: .named, policies) }
      let names = try names()
      if names.contains(name.lowercased()) {
        return try MappingFile.read(try templates.file("mappings/\(name.lowercased()).toml"), for: .listed, policies)
      }
      throw RunFault(
        .noInput,
        "found no mapping \(name.quotedForDiagnostic); expected a file, or "
          + "one of \(names.joined(separator: ", "))".orNearest(to: name, in: names))
    }
  }
}

/// Reads a mapping file, which assigns columns of a table to fields.
package enum MappingFile {
  package static let format = "tickler-mapping/1"
  /// Fields that a mapping sets by other keys, or that the run sets.
  private static let beside: Set = ["kind", "id", "account", "app", "source"]

  /// - Throws: All faults of the file.
  static func read(_ path: String, for use: OpenFile.Use, _ policies: [String: Policy]) throws(RunFault)
    -> TableMapping
  {
    let bytes = try TextFile.bytes(path, for: use)
    let root = try TOMLFields(text: bytes, file: FileName.shown(path), .format)
    var mapping = TableMapping()
    root.readFormat(format)
    mapping.name = String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
    mapping.head = root.texts("head") ?? []
    if let input = root.choice("input", TableMapping.Input.self) { mapping.input = input }
    let app = root.parsed(
      "app",
      expected: "one of \(policies.keys.sorted().joined(separator: " ")), or its own policy, passed with --policy"
    ) { policies[$0] == nil ? nil : $0 }
    if let app { mapping.app = app }
    let items = Schema.of([policies[mapping.app]].compactMap(\.self)).descriptions.items
    let kinds = items.map(\.name)
    let kind = root.parsed("kind", expected: "one of " + kinds.joined(separator: " ")) { word in
      kinds.contains(word) ? word : nil
    }
    if let kind { mapping.kind = kind }
    root.require("kind", "the kind of all items, such as \"bill\"")
    let separator = root.parsed("separator", expected: "one character, such as \";\" or \"\\t\"") { text in
      text.utf8.count == 1 ? text.utf8.first : nil
    }
    if let separator { mapping.separator = separator }
    let decimal = root.parsed("decimal", expected: "\".\" or \",\"") { text in
      text == "." || text == "," ? text.first : nil
    }
    if let decimal { mapping.formats.decimal = decimal }
    let locale =
      root.parsed("locale", expected: "a language tag, such as de or en-US") { LanguageTag($0)?.text } ?? "en"
    func patterns(_ key: String, _ kind: TimePattern.Kind, expected: String) -> [TimePattern] {
      (root.texts(key) ?? []).compactMap { text in
        if let pattern = TimePattern(text, of: kind) ?? TimePattern(text, of: kind, locale: locale) { return pattern }
        root.fault(key, found: "found \(text.quotedForDiagnostic)", expected: expected)
        return nil
      }
    }
    mapping.formats.dates = patterns(
      "dates", .date,
      expected:
        "a pattern of YYYY or YY, MM or M, and DD or D, such as \"DD.MM.YYYY\", or of CLDR: short, medium, long, full, \"d MMM y\""
    )
    mapping.formats.times = patterns(
      "times", .time,
      expected: "a pattern of HH or H, MM or M, and perhaps SS and A, such as \"H:MM A\", or of CLDR: short, \"h:mm a\""
    )
    mapping.formats.instants = patterns(
      "instants", .instant,
      expected:
        "a pattern of a date, a time, and perhaps Z or V, such as \"DD.MM.YYYY HH:MM\", of CLDR: short, \"d MMM y, HH:mm\", or seconds or milliseconds"
    )
    if let skipped = root.integer("skip", in: 0...1000) { mapping.skippedRows = skipped }
    mapping.idColumns = root.strings("ids") ?? []
    func filter(_ name: String) -> [String: Set<String>] {
      guard let table = root.table(name) else { return [:] }
      return Dictionary(
        uniqueKeysWithValues: table.allKeys().map { ($0, Set((table.texts($0) ?? []).map(TableMapping.filtered))) })
    }
    (mapping.only, mapping.except) = (filter("only"), filter("except"))
    if let rows = root.string("rows") { mapping.path = rows.split(separator: ".").map(String.init) }
    let known = items.filter { $0.name == mapping.kind || mapping.kind.isEmpty }.flatMap(\.fields)
    mapping.types = known.compactMap { field in
      TableMapping.Value(field.type).flatMap { beside.contains(field.name) ? nil : (field.name, $0) }
    }
    var names: [String] = []
    for (field, _) in mapping.types where !names.contains(field) { names.append(field) }
    func texts<Text>(_ name: String, _ read: (TOMLFields, String) -> Text?) -> [String: Text] {
      guard let table = root.table(name) else { return [:] }
      var texts: [String: Text] = [:]
      for key in table.allKeys() {
        if key != "id", !names.contains(key) {
          table.fault(
            key, .key, found: "an item has no such field", expected: "one of id " + names.joined(separator: " "))
        }
        texts[key] = read(table, key)
      }
      return texts
    }
    (mapping.fields, mapping.constants) = (texts("fields") { $0.texts($1) }, texts("constants") { $0.string($1) })
    mapping.factors = texts("factors") { table, key in
      table.parsed(key, expected: "a number in quotes, such as \"0.01\" or \"-1\"") {
        DecimalNumber($0) == nil ? nil : $0
      }
    }
    let numbers = mapping.types.filter {
      if case .number = $0.value { true } else if case .whole = $0.value { true } else { false }
    }
    if let text = mapping.factors.keys.sorted().first(where: { key in !numbers.contains { $0.field == key } }) {
      root.fault(
        "factors", .key, found: "the field \(text) is no number", expected: numbers.map(\.field).oneOf)
    }
    /// Reports a key without effect.
    func idle(_ key: String, _ expected: String) {
      if root.has(key) { root.fault(key, .key, found: "the key has no effect", expected: expected) }
    }
    if mapping.input == .csv { idle("rows", "input = \"json\"") } else { idle("skip", "input = \"csv\"") }
    if !mapping.kind.isEmpty, !mapping.isOfTasks {
      for key in ["floatingColumn", "reminderColumn", "remindsColumn"] {
        idle(key, "kind = \"\(TableMapping.task)\"")
      }
    }
    mapping.optional = Set(root.texts("optional") ?? [])
    mapping.blanks = Set(root.texts("none") ?? [])
    (mapping.zone, mapping.zoneColumns) = (root.string("zone"), root.texts("zoneColumn") ?? [])
    mapping.unread = root.strings("unread") ?? []
    (mapping.floatingColumn, mapping.remindsColumn) = (root.string("floatingColumn"), root.string("remindsColumn"))
    mapping.reminderColumns = root.texts("reminderColumn") ?? []
    if let words = root.table("words") {
      if mapping.fields["date"] == nil { idle("words", "a column for the field date") }
      let synonyms = words.allKeys().map { key in
        let read = words.parsed(key, expected: "English words of dates, such as every, 3rd, mon, jan") {
          TableMapping.readsWords(of: $0) ? $0 : nil
        }
        return (key.lowercased(), read ?? "")
      }
      mapping.words = Dictionary(synonyms) { first, _ in first }
    }
    if let columns = mapping.fields["id"], !mapping.optional.isSuperset(of: columns), !mapping.idColumns.isEmpty {
      root.fault("ids", .key, found: "both a column for id and ids", expected: "one of them")
    }
    if let fields = root.names("leaveOut", among: names) { mapping.leavesOut = Set(fields) }
    if let values = root.table("values") {
      for key in values.allKeys() {
        if !names.contains(key) {
          values.fault(
            key, .key, found: "an item has no such field", expected: "one of " + names.joined(separator: " "))
        }
        guard let table = values.table(key) else { continue }
        for word in table.allKeys() { mapping.values[key, default: [:]][word] = table.string(word) }
      }
    }
    let diagnostics = root.finishInOrder()
    if !diagnostics.isEmpty { throw RunFault(diagnostics) }
    return mapping
  }
}

extension TableMapping.Value {
  /// `nil` if a cell cannot hold the type.
  fileprivate init?(_ type: ValueType) {
    switch type {
    case .text, .identifier: self = .text
    case .choice(let words): self = .choice(words)
    case .zone: self = .zone
    case .weekday: self = .choice(Weekday.allCases.map(\.code))
    case .reminder: self = .reminder
    case .rule: self = .rule
    case .bool: self = .flag
    case .date: self = .date
    case .dateOrTime: self = .dateOrTime
    case .time: self = .time
    case .instant: self = .instant
    case .count: self = .whole
    case .quantity, .degrees, .amount, .number: self = .number
    case .list(of: let element, least: _):
      guard let value = TableMapping.Value(element) else { return nil }
      self = .list(of: value)
    case .object, .objects, .switches, .items: return nil
    }
  }
}
