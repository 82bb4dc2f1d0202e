/// A faulty value in a plan file, and its place.
package struct PlanFault: Error, Hashable {
  /// The start of the value, or of the object that lacks a field.
  var offset: Int
  /// The path of the value: `slots.limit`, `facts[3].decision`.
  var path: String
  var found: String
  var expected: String

  /// Returns the fault of a value inside `outer`.
  func inside(_ outer: String) -> PlanFault {
    var fault = self
    fault.path = path.isEmpty || path.utf8.first == UInt8(ascii: "[") ? outer + path : "\(outer).\(path)"
    return fault
  }
}

/// Reads the fields of a record in any order. Unknown members are skipped.
struct FieldReader: FieldVisitor {
  static var reads: Bool { true }

  private let object: JSONNode
  private let entries: [JSONDocument.Entry]
  private let bytes: [UInt8]
  /// The union of the bits of all keys, and the range of entries that contains them.
  private let keys: UInt64
  private let (first, end): (Int, Int)
  /// The key after the last one found. In most files it is the next field.
  private var cursor: Int

  init(_ object: JSONNode) throws(PlanFault) {
    try object.requireObject()
    self.object = object
    (entries, bytes) = (object.document.entries, object.document.bytes)
    (keys, first, end) = (entries[object.index].word, object.index + 1, Int(entries[object.index].after))
    cursor = first
  }

  private mutating func take(_ name: StaticString) -> JSONNode? {
    guard let key = name.withBytes({ find($0) }) else { return nil }
    cursor = Int(entries[key + 1].after)
    if cursor == end { cursor = first }
    if case .null = entries[key + 1].token { return nil }
    return JSONNode(document: object.document, index: key + 1)
  }

  /// Returns the entry of a key in any position.
  @inline(__always)
  private func find(_ name: Span<UInt8>) -> Int? {
    let word = JSONDocument.word(name)
    guard keys & JSONDocument.bit(word) != 0 else { return nil }
    var key = cursor
    repeat {
      if entries[key].word == word, isKey(entries[key], name) { return key }
      key = Int(entries[key + 1].after)
      if key == end { key = first }
    } while key != cursor
    return nil
  }

  private func isKey(_ entry: JSONDocument.Entry, _ name: Span<UInt8>) -> Bool {
    if entry.escaped >= 0 { return object.document.isEscapedKey(entry, name) }
    return name.equals(bytes.span.extracting(Int(entry.start)..<Int(entry.end)))
  }

  private func read<Value>(
    _ name: StaticString, _ body: () throws(PlanFault) -> Value
  ) throws(PlanFault) -> Value {
    do throws(PlanFault) {
      return try body()
    } catch {
      throw error.inside("\(name)")
    }
  }

  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, _: StaticString
  ) throws(PlanFault) {
    guard let node = take(name) else { throw missing(name) }
    value = try read(name) { () throws(PlanFault) in try Value(node) }
  }

  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value?, _: StaticString
  ) throws(PlanFault) {
    guard let node = take(name) else { return }
    value = try read(name) { () throws(PlanFault) in try Value(node) }
  }

  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, unless isUsual: Bool, _: StaticString
  ) throws(PlanFault) {
    guard let node = take(name) else { return }
    value = try read(name) { () throws(PlanFault) in try Value(node) }
  }

  mutating func check(_ isValid: Bool, _ name: StaticString, expected: String) throws(PlanFault) {
    if isValid { return }
    guard let node = take(name) else { throw missing(name) }
    throw node.fault(expected: expected).inside("\(name)")
  }

  private func missing(_ name: StaticString) -> PlanFault {
    PlanFault(
      offset: object.offset, path: "\(name)", found: "the field is missing", expected: "a file that tickler wrote")
  }
}
