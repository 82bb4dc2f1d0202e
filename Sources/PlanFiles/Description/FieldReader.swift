/// What is wrong with a value in a plan file, and where.
package struct PlanFault: Error, Hashable {
  /// Where the value begins, or the object that lacks a field.
  var offset: Int
  /// `slots.limit`, `facts[3].decision`.
  var path: String
  var found: String
  var expected: String

  /// The same, of a value inside another.
  func inside(_ outer: String) -> PlanFault {
    var fault = self
    fault.path = path.isEmpty || path.utf8.first == UInt8(ascii: "[") ? outer + path : "\(outer).\(path)"
    return fault
  }
}

/// Reads the fields of a record, wherever they stand in its object. Members that nobody asks for are passed over.
struct FieldReader: FieldVisitor {
  private let object: JSONNode
  private let entries: [JSONDocument.Entry]
  private let bytes: [UInt8]
  /// The bits of all keys, and the entries between which they are.
  private let keys: UInt64
  private let (first, end): (Int, Int)
  /// The key after the member that was found last. Most files have the next one there.
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

  /// The entry of a key, wherever it stands.
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

  mutating func check(_ isSound: Bool, _ name: StaticString, expected: String) throws(PlanFault) {
    if isSound { return }
    guard let node = take(name) else { throw missing(name) }
    throw node.fault(expected: expected).inside("\(name)")
  }

  private func missing(_ name: StaticString) -> PlanFault {
    PlanFault(
      offset: object.offset, path: "\(name)", found: "the field is missing", expected: "a file that tickler wrote")
  }
}
