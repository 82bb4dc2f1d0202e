import Bytes
import PlanModel

/// An object in a plan file. ``describe(_:)`` names its fields once, for writing and reading.
package protocol PlanRecord: PlanValue {
  /// Creates a value to read fields into.
  init()

  /// Visits the fields in the order of the file.
  ///
  /// Fields computed from several properties go through local variables. Set them from the properties before the
  /// visit, and the properties from them after it.
  mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault)
}

/// A visitor of the fields of a ``PlanRecord``: ``FieldWriter``, ``FieldReader`` or ``RecordCounts``. A meaning is for
/// readers of the description.
package protocol FieldVisitor: ~Copyable {
  associatedtype Fault: Error

  /// Whether it sets values. If so, `describe` must write computed fields back to their properties.
  static var reads: Bool { get }

  /// Visits a field that is always present.
  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, _ meaning: StaticString
  ) throws(Fault)

  /// Visits a field that is omitted if nil.
  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value?, _ meaning: StaticString
  ) throws(Fault)

  /// Visits a field that is omitted if it has its usual value.
  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, unless isUsual: Bool, _ meaning: StaticString
  ) throws(Fault)

  /// Checks a condition across fields. Only readers can fail.
  mutating func check(_ isValid: Bool, _ name: StaticString, expected: String) throws(Fault)
}

extension FieldVisitor where Self: ~Copyable {
  package static var reads: Bool { false }

  /// Visits a field that is omitted if it is zero, false or empty.
  @inline(__always)
  package mutating func sparse<Value: SparseValue>(
    _ name: StaticString, _ value: inout Value, _ meaning: StaticString
  ) throws(Fault) {
    try field(name, &value, unless: value.isUsual, meaning)
  }

  /// Visits the word that identifies the file.
  package mutating func format(_ word: String) throws(Fault) {
    var found = word
    try field("format", &found, "`tickler-…/1`: which file this is, and in which version")
    try check(found == word, "format", expected: word)
  }

  /// Visits the fields that name an account and its device.
  @inline(__always)
  mutating func owner(
    _ account: inout AccountID, _ app: inout String, _ device: inout DeviceID?, _ meaning: StaticString
  ) throws(Fault) {
    try field("account", &account, meaning)
    try field("app", &app, "the account's app")
    try field("device", &device, "which of the account's devices, if it has a name")
  }

  /// Visits an object whose member names are data, sorted by their bytes.
  @inline(__always)
  mutating func members<Value: PlanValue>(
    _ name: StaticString, _ values: inout [String: Value], _ meaning: StaticString
  ) throws(Fault) {
    var named = Named(sorting: values.map { ($0.key, $0.value) })
    try field(name, &named, meaning)
    if Self.reads { values = Dictionary(named.members.map { ($0.name, $0.value) }) { first, _ in first } }
  }

  /// Visits an object with a member for each kind.
  ///
  /// - Parameter isByName: Whether to sort by name instead of in the order of pages.
  @inline(__always)
  mutating func members<Value: PlanValue>(
    _ name: StaticString, _ values: inout [Kind: Value], isByName: Bool = false, _ meaning: StaticString
  ) throws(Fault) {
    let pairs = values.map { (name: $0.key.name, kind: $0.key, value: $0.value) }
    let sorted = pairs.sorted { isByName ? $0.name.compareBytes($1.name) < 0 : $0.kind < $1.kind }
    var named = Named(sorted.map { ($0.name, $0.value) })
    try field(name, &named, meaning)
    guard Self.reads else { return }
    let found = named.members.compactMap { member in Kind(inPlan: member.name).map { ($0, member.value) } }
    try check(found.count == named.members.count, name, expected: "kinds of notification")
    values = Dictionary(found) { first, _ in first }
  }
}

extension PlanRecord {
  package func write(to json: inout FieldWriter) {
    var record = self
    json.write(&record)
  }

  package init(_ node: JSONNode) throws(PlanFault) {
    self.init()
    var fields = try FieldReader(node)
    try describe(&fields)
  }

  /// The record as a file, with one member per line.
  package var document: WrittenBytes {
    var record = self
    return FieldWriter.document { record.describe(&$0) }
  }
}
