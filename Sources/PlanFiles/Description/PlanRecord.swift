import Bytes

/// An object in a plan file. ``describe(_:)`` names its fields once, for writing, reading, and the tables of
/// docs/plan-files.md.
package protocol PlanRecord: PlanValue {
  /// Creates a value to read fields into.
  init()

  /// Visits the fields in the order of the file.
  ///
  /// Fields computed from several properties go through local variables. Set them from the properties before the
  /// visit, and the properties from them after it.
  mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault)
}

/// A visitor of the fields of a ``PlanRecord``: ``FieldWriter``, ``FieldReader`` or ``FieldLister``.
package protocol FieldVisitor: ~Copyable {
  associatedtype Fault: Error

  /// Visits a field that is always present.
  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, _ meaning: StaticString
  ) throws(Fault)

  /// Visits a field that is omitted if nil.
  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value?, _ meaning: StaticString
  ) throws(Fault)

  /// Visits a field that is omitted if it has its usual value, such as zero, false or an empty list.
  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, unless isUsual: Bool, _ meaning: StaticString
  ) throws(Fault)

  /// Checks a condition across fields. Only readers can fail.
  mutating func check(_ isValid: Bool, _ name: StaticString, expected: String) throws(Fault)
}

extension FieldVisitor where Self: ~Copyable {
  /// Visits the word that identifies the file.
  package mutating func format(_ word: String) throws(Fault) {
    var found = word
    try field("format", &found, "`tickler-…/1`: which file this is, and in which version")
    try check(found == word, "format", expected: word)
  }
}

extension PlanRecord {
  package static var type: String { "object" }

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

  package static func list(_ fields: inout FieldLister) {
    var record = Self()
    record.describe(&fields)
  }
}

/// Lists the fields of a record, for the tables of docs/plan-files.md.
package struct FieldLister: FieldVisitor {
  package struct Row: Hashable {
    /// The name with those of the fields around it: `slots.limit`.
    package var name: String
    package var type: String
    package var isAlwaysPresent: Bool
    package var meaning: String
  }

  package private(set) var rows: [Row] = []
  private var outer = ""

  /// Returns the fields of a record, each followed by those inside it.
  package static func rows(of type: (some PlanRecord).Type) -> [Row] {
    var lister = FieldLister()
    type.list(&lister)
    return lister.rows
  }

  private mutating func add<Value: PlanValue>(
    _ name: StaticString, _: Value.Type, _ isAlwaysPresent: Bool, _ meaning: StaticString
  ) {
    rows.append(
      Row(name: "\(outer)\(name)", type: Value.type, isAlwaysPresent: isAlwaysPresent, meaning: "\(meaning)"))
    let before = outer
    outer += "\(name)."
    Value.list(&self)
    outer = before
  }

  package mutating func field<Value: PlanValue>(
    _ name: StaticString, _: inout Value, _ meaning: StaticString
  ) {
    add(name, Value.self, true, meaning)
  }

  package mutating func field<Value: PlanValue>(
    _ name: StaticString, _: inout Value?, _ meaning: StaticString
  ) {
    add(name, Value.self, false, meaning)
  }

  package mutating func field<Value: PlanValue>(
    _ name: StaticString, _: inout Value, unless _: Bool, _ meaning: StaticString
  ) {
    add(name, Value.self, false, meaning)
  }

  package mutating func check(_: Bool, _: StaticString, expected: String) {}
}
