import Bytes
import CivilTime
import RunModel

/// Writes records as JSON: compact, or with one member per line.
package struct FieldWriter: FieldVisitor, ~Copyable {
  package var out = ByteWriter()
  var dates = DateDigits()
  private(set) var places = Places()
  private let isIndented: Bool
  private var depth = 0
  private var isFirst = true

  /// The positions of the last value of each type, for lines that are copied and overwritten.
  struct Places {
    var local = 0
    var instant = 0
    /// The date in a `uid`.
    var date = 0
    /// The date in a `request`.
    var request = 0
  }

  package init(isIndented: Bool = false) { self.isIndented = isIndented }

  mutating func forgetPlaces() { places = Places() }

  /// Appends to `text`, which is empty until ``end(_:)``.
  mutating func begin(_ text: inout WrittenBytes) { out = text.takeWriter() }

  mutating func end(_ text: inout WrittenBytes) {
    var written = ByteWriter()
    swap(&written, &out)
    text = WrittenBytes(written)
  }

  /// Returns an object, whose members `body` writes, as a document: indented, with a line break at the end.
  package static func document(_ body: (inout FieldWriter) -> Void) -> WrittenBytes {
    var writer = FieldWriter(isIndented: true)
    writer.object(body)
    writer.out.append("\n")
    return WrittenBytes(writer.out)
  }

  package static func line(_ record: some PlanRecord) -> WrittenBytes {
    var writer = FieldWriter()
    record.write(to: &writer)
    writer.out.append("\n")
    return WrittenBytes(writer.out)
  }

  /// Returns an object, whose members `body` writes, as a line.
  package static func line(_ body: (inout FieldWriter) -> Void) -> WrittenBytes {
    var writer = FieldWriter()
    writer.object(body)
    writer.out.append("\n")
    return WrittenBytes(writer.out)
  }

  // MARK: Fields

  @inline(__always)
  package mutating func field<Value: PlanValue>(_ name: StaticString, _ value: inout Value, _: StaticString) {
    key(name)
    value.write(to: &self)
  }

  @inline(__always)
  package mutating func field<Value: PlanValue>(_ name: StaticString, _ value: inout Value?, _: StaticString) {
    member(name, value)
  }

  @inline(__always)
  package mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, unless isUsual: Bool, _: StaticString
  ) {
    if !isUsual { member(name, value) }
  }

  package mutating func check(_: Bool, _: StaticString, expected: String) {}

  // MARK: Members

  /// Writes a member, or nothing if it has no value.
  @inline(__always)
  package mutating func member<Value: PlanValue>(_ name: StaticString, _ value: Value?) {
    guard let value else { return }
    key(name)
    value.write(to: &self)
  }

  /// Writes a member that is a list of objects.
  package mutating func list<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>, _ body: (inout FieldWriter, Element) -> Void
  ) {
    key(name)
    array { json in
      for element in elements {
        json.element()
        json.object { body(&$0, element) }
      }
    }
  }

  package mutating func object(_ name: StaticString, _ body: (inout FieldWriter) -> Void) {
    key(name)
    object(body)
  }

  @inline(__always)
  mutating func write(_ record: inout some PlanRecord) {
    open(UInt8(ascii: "{"))
    record.describe(&self)
    close(UInt8(ascii: "}"))
  }

  @inline(__always)
  package mutating func object(_ body: (inout FieldWriter) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  package mutating func array(_ body: (inout FieldWriter) -> Void) {
    open(UInt8(ascii: "["))
    body(&self)
    close(UInt8(ascii: "]"))
  }

  @inline(__always)
  mutating func open(_ bracket: UInt8) {
    out.append(bracket)
    depth += 1
    isFirst = true
  }

  @inline(__always)
  mutating func close(_ bracket: UInt8) {
    depth -= 1
    if isIndented, !isFirst { breakLine() }
    out.append(bracket)
    isFirst = false
  }

  /// Begins an object by copying the bracket and first members of another.
  @inline(__always)
  mutating func open(copying beginning: Range<Int>) {
    out.appendCopy(of: beginning)
    depth += 1
    isFirst = false
  }

  /// Writes the separator before a member or an element.
  @inline(__always)
  package mutating func element() {
    if !isFirst { out.append(UInt8(ascii: ",")) }
    isFirst = false
    if isIndented { breakLine() }
  }

  private mutating func breakLine() {
    out.append("\n")
    for _ in 0..<depth { out.append("  ") }
  }

  @inline(__always)
  mutating func key(_ name: StaticString) {
    if isIndented { return key("\(name)") }
    out.append(jsonKey: name, isFirst: isFirst)
    isFirst = false
  }

  package mutating func key(_ name: String) {
    element()
    out.append(json: name)
    out.append(text: isIndented ? ": " : ":")
  }

  // MARK: Values

  /// Writes `YYYYMMDD`, without quotes.
  @inline(__always)
  mutating func append(date: LocalDate) {
    places.date = out.count
    out.append(dates.of(date), count: 8)
  }

  /// Writes `@YYYY-MM-DD"` after an identifier.
  @inline(__always)
  mutating func append(requestDate date: LocalDate) {
    out.append(UInt8(ascii: "@"))
    places.request = out.count
    let digits = dates.of(date)
    out.append(ClockDigits.yearAndMonth(digits), count: 8)
    out.append(UInt64(ClockDigits.day(digits)) | UInt64(UInt8(ascii: "\"")) << 16, count: 3)
  }

  @inline(__always)
  mutating func append(_ instant: Instant) {
    places.instant = out.count + 1
    out.append(FieldWriter.quoted(dates.of(instant.utc), "Z"), count: 22)
  }

  @inline(__always)
  mutating func append(_ local: LocalDateTime) {
    places.local = out.count + 1
    out.append(FieldWriter.quoted(dates.of(local), "\""), count: 21)
  }

  /// Returns `"YYYY-MM-DDTHH:MM:SS`, `end` and a quote.
  @inline(__always)
  private static func quoted(_ digits: ClockDigits, _ end: Unicode.Scalar) -> (UInt64, UInt64, UInt64) {
    let (date, clock, seconds) = digits.separated
    let quote = UInt64(UInt8(ascii: "\""))
    let last = seconds << 8 | UInt64(UInt8(ascii: end)) << 32 | quote << 40
    return (quote | date << 8, date >> 56 | clock << 8, clock >> 56 | last)
  }
}
