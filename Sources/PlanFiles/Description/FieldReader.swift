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
  /// Behind the member that was found last, where most files have the next one.
  private var cursor = 0

  init(_ object: JSONNode) throws(PlanFault) {
    try object.requireObject()
    self.object = object
  }

  private mutating func take(_ name: StaticString) -> JSONNode? {
    guard let value = object.member(name, &cursor), !value.isNull else { return nil }
    return value
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
