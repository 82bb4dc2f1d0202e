import Bytes

extension InputFile {
  /// The format of an input: one of an export's three encodings, or another tool's.
  package enum Format: String, CaseIterable, Sendable {
    case json, ndjson, xml
    case appleHealth = "apple-health"
    case csv
    case dayOne = "day-one"
    case gnuCash = "gnucash"
    case habitica
    case homeBank = "homebank"
    case iCalendar = "icalendar"
    case mappedJSON = "mapped-json"
    case superProductivity = "super-productivity"
    case tasksOrg = "tasks-org"
    case taskwarrior
    case vCard = "vcard"
    /// An archive of other files.
    case zip
    /// Not an input format: a GnuCash book in a database.
    case sqlite
    /// Not an input format: a KMyMoney file, whose schedules KMyMoney exports.
    case kMyMoney = "kmymoney"

    /// Whether another tool wrote it.
    package var isForeign: Bool { self != .json && self != .ndjson && self != .xml }

    /// Whether programs write it in UTF-16 too.
    package var mayBeUTF16: Bool { self == .iCalendar || self == .vCard || self == .csv }

    /// The formats that a file can be read as.
    package static let importable: [Format] = [
      .appleHealth, .csv, .dayOne, .gnuCash, .habitica, .homeBank, .iCalendar, .mappedJSON, .superProductivity,
      .tasksOrg, .taskwarrior, .vCard,
    ]
  }
}

/// Detects formats by a file's first bytes. Names are not enough: a GnuCash book, a HomeBank book and an export can all
/// be called `a.xml`.
extension InputFile.Format {
  /// Returns whether bytes at the start of a file are certainly an export's.
  static func isExport(_ head: ArraySlice<UInt8>) -> Bool {
    let mark = Array(SurveyedInput.formatName.utf8)
    guard let first = head.first(where: { $0 > 0x20 && $0 < 0x80 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "<")
    else { return false }
    var index = head.startIndex
    while index + mark.count <= head.endIndex {
      if head[index] == mark[0], head[index..<index + mark.count].elementsEqual(mark) { return true }
      index += 1
    }
    return false
  }

  /// Detects the format of an archive's entry. Returns nil if it is neither an export nor another tool's file.
  init?(entry head: ArraySlice<UInt8>) {
    if Self.isOwn(head) { return nil }
    if let foreign = Self(foreign: head) {
      self = foreign
      return
    }
    guard Self.isExport(head.prefix(4096)) else { return nil }
    self = head.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<") ? .xml : Self.isLines(head) ? .ndjson : .json
  }

  /// What was found, and what to give instead of a tool's file that no reader knows.
  package var advice: (found: String, expected: String)? {
    switch self {
    case .sqlite:
      (
        "found an SQLite database",
        "what its tool exports: of GnuCash a book as XML (File, Save As, Data Format XML), of Loop a CSV file, "
          + "of Taskwarrior what `task export` writes"
      )
    case .kMyMoney: ("found a KMyMoney file", "its schedules as iCalendar: File, Export, Schedules to iCalendar")
    default: nil
    }
  }

  /// Returns whether tickler wrote a file that is no export: a plan, an answer, changes, actions or a calendar.
  static func isOwn(_ head: ArraySlice<UInt8>) -> Bool {
    switch head.first(where: { $0 > 0x20 && $0 < 0x80 }) {
    case UInt8(ascii: "{"):
      let shape = JSONShape(head)
      return shape.format?.hasPrefix("tickler-") ?? false && shape.format?.hasPrefix(SurveyedInput.formatName) == false
        || shape.top == ["change"] || shape.top.isSuperset(of: ["account", "request", "action"])
    case UInt8(ascii: "B"):
      return String(decoding: head.prefix(128), as: UTF8.self).contains("PRODID:-//tickler//tickler//")
    default: return false
    }
  }

  /// Returns whether the first line is a whole object with more after it.
  static func isLines(_ head: ArraySlice<UInt8>) -> Bool {
    let line = head.prefix { $0 != UInt8(ascii: "\n") }
    return line.last(where: { $0 > 0x20 }) == UInt8(ascii: "}") && head[line.endIndex...].contains { $0 > 0x20 }
  }

  /// - Parameter head: Up to 64 KiB.
  /// - Returns: nil if it is no known tool's file.
  init?(foreign head: ArraySlice<UInt8>) {
    func begins(_ text: String, at index: Int) -> Bool { head[index...].starts(with: text.utf8) }
    if begins("PK\u{3}\u{4}", at: head.startIndex) || begins("PK\u{5}\u{6}", at: head.startIndex) {
      self = .zip
      return
    }
    if begins("SQLite format 3\0", at: head.startIndex) {
      self = .sqlite
      return
    }
    // Skips white space and a byte order mark.
    guard let start = head.firstIndex(where: { $0 > 0x20 && $0 < 0x80 }) else { return nil }
    let found: Self?
    switch head[start] {
    case UInt8(ascii: "<"): found = Self.root(of: head[start...])
    case UInt8(ascii: "{"), UInt8(ascii: "["): found = JSONShape(head[start...]).tool
    default: found = nil
    }
    guard let format = found ?? Self.marked(head[start...]) else { return nil }
    self = format
  }

  /// Returns the format that a line `BEGIN:VCALENDAR` or the like shows. Mails, logs and web pages have text in front of a
  /// calendar, stores have components alone, and the first line may be lost.
  private static func marked(_ head: ArraySlice<UInt8>) -> Self? {
    if isExport(head.prefix(4096)) { return nil }
    for line in head.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
      // A byte order mark and blanks may be there too.
      let line = line.drop { $0 >= 0x80 }
      guard line.first.map({ $0 | 0x20 }) == UInt8(ascii: "b") else { continue }
      let text = String(decoding: Array(line.lazy.filter { $0 > 0x20 }.prefix(15)), as: UTF8.self).uppercased()
      if let mark = marks.first(where: { text.hasPrefix($0.mark) }) { return mark.format }
    }
    return nil
  }

  private static let marks: [(mark: String, format: Self)] = [
    ("BEGIN:VCALENDAR", .iCalendar), ("BEGIN:VCARD", .vCard), ("BEGIN:VEVENT", .iCalendar), ("BEGIN:VTODO", .iCalendar),
    ("BEGIN:VTIMEZONE", .iCalendar),
  ]

  /// Returns the format by the root element, or by the root that the DOCTYPE names.
  private static func root(of head: ArraySlice<UInt8>) -> Self? {
    var rest = head
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: "?".utf8) || rest.starts(with: "!--".utf8) {
        let close = Array((rest.first == UInt8(ascii: "?") ? "?>" : "-->").utf8)
        while !rest.isEmpty, !rest.starts(with: close) { rest = rest.dropFirst() }
        continue
      }
      if rest.starts(with: "!DOCTYPE".utf8) { rest = rest.dropFirst(8).drop { $0 <= 0x20 } }
      switch String(decoding: rest.prefix { !" >/[\t\r\n".utf8.contains($0) }, as: UTF8.self) {
      case "HealthData": return .appleHealth
      case "gnc-v2": return .gnuCash
      case "homebank": return .homeBank
      case "KMYMONEY-FILE": return .kMyMoney
      default: return nil
      }
    }
    return nil
  }
}

/// The names at the top of a JSON text, up to the end of the bytes.
private struct JSONShape {
  /// The names of the document, or of the first object in its list.
  var top: Set<String> = []
  /// The names in the document's objects, after the name of the object: `data.tasks`.
  var inner: Set<String> = []
  var isList = false
  /// The text of the member `format`.
  var format: String?

  init(_ head: ArraySlice<UInt8>) {
    let bytes = Array(head)
    var reader = JSONReader(isLast: false, stringLimit: .max)
    var (name, isFormat) = ("", false)
    while let token = try? reader.next(in: bytes.span), token != .starved, token != .end {
      if token == .beginArray, reader.depth == 1 { isList = true }
      let depth = reader.depth - (isList ? 1 : 0)
      // One object of a list, or one line, is enough.
      if token == .endObject, depth == 0 { return }
      if isFormat, token == .string { format = reader.text(in: bytes.span) }
      isFormat = false
      guard token == .key else { continue }
      if depth == 1 {
        name = reader.text(in: bytes.span)
        isFormat = name == "format"
        top.insert(name)
      } else if depth == 2 {
        inner.insert(name + "." + reader.text(in: bytes.span))
      }
    }
  }

  /// The format of the tool that wrote the text.
  var tool: InputFile.Format? {
    if top.contains("format") { return nil }
    if top.isSuperset(of: ["uuid", "status", "entry", "description"]) { return .taskwarrior }
    if isList { return nil }
    if top.contains("metadata"), top.contains("entries") { return .dayOne }
    if inner.contains("data.tasks"), top.contains("version") || top.contains("timestamp") { return .tasksOrg }
    let parts: Set = [
      "project", "globalConfig", "simpleCounter", "tag", "taskRepeatCfg", "archiveYoung", "taskArchive",
    ]
    if inner.contains("data.task"), parts.contains(where: { inner.contains("data." + $0) }) {
      return .superProductivity
    }
    if inner.contains("task.entities"), !top.isDisjoint(with: parts) { return .superProductivity }
    if inner.contains("data.task.entities") { return .superProductivity }
    if inner.contains("tasks.dailys") || inner.contains("tasks.habits") { return .habitica }
    let user: Set = [
      "auth", "achievements", "backer", "contributor", "purchased", "flags", "history", "invitations", "party",
      "profile", "stats", "tasksOrder",
    ]
    return top.intersection(user).count >= 4 ? .habitica : nil
  }
}
