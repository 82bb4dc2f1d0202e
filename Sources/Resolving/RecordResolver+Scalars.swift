import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Reads values of one type each. Returns nil, with a diagnostic, if the value at the index is not valid.
extension RecordResolver {
  mutating func text(_ index: Int) -> String? {
    if record.values[index].type.isText { return record.string(index) }
    refuse(index, expected: "a text", isOfType: false)
    return nil
  }

  mutating func identifier(_ index: Int) -> String? {
    guard let text = text(index) else { return nil }
    if !text.isEmpty { return text }
    refuse(index, expected: "at least one character")
    return nil
  }

  mutating func bool(_ index: Int) -> Bool? {
    switch record.values[index].type {
    case .true: return true
    case .false: return false
    case .untyped where "true".isSpelled(record.bytes(index)): return true
    case .untyped where "false".isSpelled(record.bytes(index)): return false
    default:
      let type = "true or false"
      refuse(index, expected: unquoted(index, type) { ["true", "false"].contains($0) }, isOfType: false)
      return nil
    }
  }

  mutating func count(_ index: Int, in range: ClosedRange<Int>) -> Int? {
    let isNumber = record.values[index].type.isNumber
    if isNumber, let number = DecimalNumber(record.bytes(index))?.whole, range.contains(number) { return number }
    let expected = unquoted(index, ValueType.count(range).words) { Int($0).map(range.contains) ?? false }
    refuse(index, expected: expected, isOfType: isNumber)
    return nil
  }

  /// - Parameter type: The expected type. An ``ValueType/amount`` may also be a text.
  mutating func decimal(_ index: Int, as type: ValueType) -> DecimalNumber? {
    var isNumber = record.values[index].type.isNumber
    if case .amount = type { isNumber = isNumber || record.values[index].type.isString }
    if isNumber, let number = DecimalNumber(record.bytes(index)) { return number }
    refuse(index, expected: unquoted(index, type.words) { DecimalNumber($0) != nil }, isOfType: isNumber)
    return nil
  }

  /// Returns what is expected, and says if the quotes are the only fault. Never quotes the value, since redacted reports show this text.
  private func unquoted(_ index: Int, _ expected: String, _ fits: (String) -> Bool) -> String {
    let isQuoted = record.values[index].type.isString && fits(record.string(index))
    return isQuoted ? "\(expected), without quotes" : expected
  }

  mutating func quantity(_ index: Int) -> DecimalNumber? {
    guard let number = decimal(index, as: .quantity) else { return nil }
    if number.significand >= 0 { return number }
    refuse(index, expected: "a number that is not negative")
    return nil
  }

  mutating func degrees(_ index: Int, upTo limit: Int) -> DecimalNumber? {
    guard let number = decimal(index, as: .degrees(limit)) else { return nil }
    let limits = DecimalNumber(-limit)...DecimalNumber(limit)
    if limits.contains(number) { return number }
    refuse(index, expected: "degrees from -\(limit) to \(limit)")
    return nil
  }

  mutating func date(_ index: Int, in range: ClosedRange<LocalDate>? = nil) -> LocalDate? {
    guard let date = parsed(index, .date, { LocalDate(iso8601: $0) }) else { return nil }
    guard let range, !range.contains(date) else { return date }
    refuse(index, expected: "a date from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  mutating func time(_ index: Int) -> LocalTime? { parsed(index, .time(hours: nil)) { LocalTime(iso8601: $0) } }

  /// - Parameter hours: The first and last full hour, inclusive.
  mutating func time(_ index: Int, between hours: ClosedRange<Int>) -> LocalTime? {
    guard let time = time(index) else { return nil }
    if time >= LocalTime(hour: hours.lowerBound, minute: 0)!, time <= LocalTime(hour: hours.upperBound, minute: 0)! {
      return time
    }
    refuse(index, expected: hours.timesInWords)
    return nil
  }

  mutating func instant(_ index: Int, in range: ClosedRange<Instant>? = nil) -> Instant? {
    let read = parsed(index, .instant) { text in
      Instant(rfc3339: text).map { ($0, isCut: false) }
        ?? Instant(rfc3339: text, cutsFraction: true).map { ($0, isCut: true) }
    }
    guard let (instant, isCut) = read else { return nil }
    if isCut { noteFraction(index) }
    guard let range, !range.contains(instant) else { return instant }
    refuse(index, expected: "an instant from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  mutating func weekday(_ index: Int) -> Weekday? {
    choice(index, .weekdays, as: .weekday).map { Weekday.allCases[$0] }
  }

  /// - Returns: The index of the word.
  mutating func choice(_ index: Int, _ words: WordList, as type: ValueType? = nil) -> Int? {
    let isText = record.values[index].type.isText
    if isText, let place = words.index(of: record.bytes(index)) { return place }
    let expected = (type ?? .choice(words.texts)).words
    var day: Weekday?
    if isText, case .weekday = type { day = Weekday(word: record.string(index)) }
    refuse(
      index,
      expected: day.map { $0.code.quotedForDiagnostic }
        ?? (isText ? expected.orNearest(to: record.string(index), in: words.texts) : expected),
      isOfType: isText)
    return nil
  }

  /// - Parameter type: The expected type, for diagnostics.
  private mutating func parsed<Value>(
    _ index: Int, _ type: @autoclosure () -> ValueType, _ parse: (Span<UInt8>) -> Value?
  ) -> Value? {
    let isText = record.values[index].type.isText
    if isText, let value = parse(record.bytes(index)) { return value }
    refuse(index, expected: type().words, isOfType: isText)
    return nil
  }

  mutating func zone(_ index: Int) -> Zone? {
    if record.values[index].type.isText, let known = zones[record.bytes(index)] { return known }
    guard let name = text(index) else { return nil }
    if let zone = try? context.zones.zone(named: name) {
      zones.keep(zone, for: name)
      return zone
    }
    report(
      .unknownZone, at: index, field: label(of: index), found: "found \(name.quotedForDiagnostic)",
      expected: "the name of a zone or link of tz database \(context.zones.version)"
        + (context.zoneNames.nearest(to: name, in: context.zones).map { "; the nearest is \($0)" } ?? ""))
    return nil
  }

  // MARK: Lists

  /// Reads a list of scalars: a JSON array, or an XML attribute with values separated by spaces.
  mutating func list<Element>(
    _ index: Int, _ type: ValueType, least: Int = 0,
    _ read: (inout RecordResolver, Int) -> Element?
  ) -> [Element]? {
    var elements: [Element] = []
    let errors = errorCount
    switch record.values[index].type {
    case .list where !isWithinLimit(index): break
    case .list: forEachMember(of: index) { if let element = read(&$0, $1) { elements.append(element) } }
    case .untyped: forEachWord(of: index) { if let element = read(&$0, $1) { elements.append(element) } }
    default: refuse(index, expected: ValueType.list(of: type, least: 0).words, isOfType: false)
    }
    guard errorCount == errors else { return nil }
    if elements.count >= least { return elements }
    refuse(index, expected: "\(ValueType.list(of: type, least: 0).words), not empty")
    return nil
  }

  /// Calls `body` for each word in the text at `index`, with the value at `index` narrowed to that word.
  private mutating func forEachWord(of index: Int, _ body: (inout RecordResolver, Int) -> Void) {
    let whole = record.values[index]
    let words = Array(record.string(index).utf8).split { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    guard isWithinLimit(index, count: words.count) else { return }
    path.append(Step(name: whole.name, member: 0))
    record.values[index].name = .unknown
    for word in words {
      record.values[index].textStart = whole.textStart + UInt32(word.startIndex)
      record.values[index].textCount = UInt32(word.count)
      body(&self, index)
      path[path.count - 1].member += 1
    }
    record.values[index] = whole
    path.removeLast()
  }

  mutating func dates(_ index: Int) -> DateSet? { list(index, .date) { $0.date($1) }.map(DateSet.init) }

  mutating func times(_ index: Int) -> [LocalTime]? { list(index, .time(hours: nil)) { $0.time($1) } }

  mutating func weekdays(_ index: Int, least: Int = 0) -> WeekdaySet? {
    list(index, .weekday, least: least) { $0.weekday($1) }.map { $0.reduce(into: []) { $0.insert($1) } }
  }
}

extension ClosedRange<Int> {
  /// The range of full hours as times of day.
  var timesInWords: String {
    func words(_ hour: Int) -> String { "\(hour < 10 ? "0" : "")\(hour):00" }
    return "a time of day from \(words(lowerBound)) to \(words(upperBound))"
  }
}

/// Uses patterns, because `==` of another module's enumeration is a call.
extension Record.ValueType {
  var isObject: Bool { if case .object = self { true } else { false } }
  var isList: Bool { if case .list = self { true } else { false } }
  var isNull: Bool { if case .null = self { true } else { false } }
  var isString: Bool { if case .string = self { true } else { false } }

  var isText: Bool {
    switch self {
    case .string, .untyped: true
    default: false
    }
  }

  var isNumber: Bool {
    switch self {
    case .number, .untyped: true
    default: false
    }
  }
}

extension DecimalNumber {
  /// The number if it is whole and fits an `Int`.
  var whole: Int? {
    let number = withoutZeros
    let whole = number.significand.clamped
    return number.scale == 0 && DecimalNumber.Significand(whole) == number.significand ? Int(whole) : nil
  }
}

/// The words that a field may contain, found by their bytes.
struct WordList: Sendable {
  let texts: [String]
  private let starts: [(first: UInt64, count: Int)]

  static let weekdays = WordList(Weekday.allCases.map(\.code))

  init(_ texts: [String]) {
    self.texts = texts
    starts = texts.map { ($0.withUTF8Bytes { $0.firstWord }, $0.utf8.count) }
  }

  /// Returns the index of the word with these bytes; nil if there is none.
  func index(of bytes: Span<UInt8>) -> Int? {
    let first = bytes.firstWord
    for index in starts.indices where starts[index] == (first, bytes.count) {
      if bytes.count <= 8 || texts[index].isSpelled(bytes) { return index }
    }
    return nil
  }
}
