import Bytes
import CivilTime

/// Builds a ``Record`` from the objects, lists and values of an input, in their order.
///
/// ```
/// builder.restart()
/// builder.begin(.object, at: place)
/// builder.add(new: "kind", "bill", as: .string, at: place)
/// builder.begin(.list, new: "items", at: place)
/// builder.add(date, as: .string, at: place)
/// builder.end()
/// builder.end()
/// ```
package struct RecordBuilder {
  /// The record so far; complete once everything begun has ended.
  package internal(set) var record = Record()
  /// The innermost open object or list, and the outer ones.
  private var innermost = Open(index: -1)
  private var outer: [Open] = []
  /// The next value, of which only the name is set.
  private var nextValue = RecordBuilder.nameless
  private var unknownNames: Set<UnknownName> = []
  package let names: FieldNames

  private struct Open {
    var index: Int
    var names = FieldSet()
  }

  /// A name that is not in a ``FieldSet``, either unknown or without room there.
  private struct UnknownName: Hashable {
    /// The index of the object with the name.
    var object: Int
    var name: [UInt8]
  }

  private static let nameless = Record.Value(.null, .unknown, line: 0, column: 0, next: 0)

  /// - Parameter names: The names of the format.
  package init(names: FieldNames) { self.names = names }

  /// Whether the record is complete.
  package var isComplete: Bool { innermost.index < 0 && !record.values.isEmpty }

  /// Begins another record, reusing the memory of the last one.
  package mutating func restart() {
    record.values.removeAll(keepingCapacity: true)
    record.text.removeAll(keepingCapacity: true)
    discardOpen()
  }

  mutating func discardOpen() {
    innermost = Open(index: -1)
    outer.removeAll(keepingCapacity: true)
    nextValue = RecordBuilder.nameless
    if !unknownNames.isEmpty { unknownNames = [] }
  }

  // MARK: Copied texts

  /// Adds a value to an object that does not have this name yet.
  package mutating func add(new name: String, _ text: String, as type: Record.ValueType, at place: Place) {
    setName(name, at: place)
    add(text, as: type, at: place)
  }

  /// Begins an object or a list in an object that does not have this name yet.
  package mutating func begin(_ type: Record.ValueType, new name: String, at place: Place) {
    setName(name, at: place)
    begin(type, at: place)
  }

  /// Adds a value to a list.
  package mutating func add(_ text: Span<UInt8>, as type: Record.ValueType = .untyped, at place: Place) {
    let start = record.text.count
    record.text.append(copying: text)
    append(type, start, text.count, at: place)
  }

  /// Adds a value to a list.
  package mutating func add(_ text: String, as type: Record.ValueType, at place: Place) {
    text.withUTF8Bytes { add($0, as: type, at: place) }
  }

  /// Names the next value, in an object that does not have this name yet.
  package mutating func setName(_ name: String, at place: Place) {
    name.withUTF8Bytes { setName(names.name(name), $0, at: place) }
  }

  /// Names the next value without checking that the name is new.
  mutating func setName(_ name: FieldName, _ text: Span<UInt8>, at place: Place) {
    let start = record.text.count
    if name == .unknown { record.text.append(copying: text) }
    setName(name, start, record.text.count - start, at: place)
  }

  // MARK: Texts in place

  // For texts that the record already contains. Inlining takes 0.2 % of the instructions off a run over workload W.

  /// - Returns: Whether the name is new in its object.
  @inline(__always)
  mutating func insert(_ name: FieldName) -> Bool {
    FieldSet.holds(name) ? innermost.names.insert(name) : insertByText(name)
  }

  @inline(never)
  private mutating func insertByText(_ name: FieldName) -> Bool {
    unknownNames.insert(UnknownName(object: innermost.index, name: Array(names[name].utf8))).inserted
  }

  /// Like ``insert(_:)``, for known and unknown names.
  mutating func insert(_ name: FieldName, _ bytes: Span<UInt8>) -> Bool {
    if name != .unknown { return insert(name) }
    var text: [UInt8] = []
    text.append(copying: bytes)
    return unknownNames.insert(UnknownName(object: innermost.index, name: text)).inserted
  }

  /// - Parameters:
  ///   - start: The start of an unknown name in the record's text.
  ///   - count: Its length; 0 for any other name.
  @inline(__always)
  mutating func setName(_ name: FieldName, _ start: Int, _ count: Int, at place: Place) {
    nextValue.name = name
    nextValue.nameStart = UInt32(truncatingIfNeeded: start)
    nextValue.nameCount = UInt32(truncatingIfNeeded: count)
    nextValue.nameLine = UInt32(truncatingIfNeeded: place.line)
    nextValue.nameColumn = UInt32(truncatingIfNeeded: place.column)
  }

  @inline(__always)
  mutating func append(_ type: Record.ValueType, _ start: Int, _ count: Int, at place: Place) {
    var value = Record.Value(
      type, nextValue.name, line: UInt32(truncatingIfNeeded: place.line),
      column: UInt32(truncatingIfNeeded: place.column), next: UInt32(truncatingIfNeeded: record.values.count &+ 1))
    value.textStart = UInt32(truncatingIfNeeded: start)
    value.textCount = UInt32(truncatingIfNeeded: count)
    (value.nameStart, value.nameCount) = (nextValue.nameStart, nextValue.nameCount)
    (value.nameLine, value.nameColumn) = (nextValue.nameLine, nextValue.nameColumn)
    record.values.append(value)
  }

  /// Begins an object or a list: the record itself, a member of a list, or a member with the name that was set.
  @inline(__always)
  package mutating func begin(_ type: Record.ValueType, at place: Place) {
    append(type, 0, 0, at: place)
    outer.append(innermost)
    innermost = Open(index: record.values.count &- 1)
    // Members of a list have no names.
    nextValue = RecordBuilder.nameless
  }

  /// Ends the innermost object or list.
  @inline(__always)
  package mutating func end() {
    record.values[innermost.index].next = UInt32(truncatingIfNeeded: record.values.count)
    innermost = outer.removeLast()
    nextValue = RecordBuilder.nameless
  }
}
