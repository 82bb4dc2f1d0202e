import Bytes

/// An object in a plan file. ``describe(_:)`` names its fields once; writing, reading and the tables of docs/plan-files.md all
/// come from there.
package protocol PlanRecord: PlanValue {
  /// A value to read fields into.
  init()

  /// Visits the fields in the order of the file.
  ///
  /// What is computed from several properties goes through local variables: they are set from the properties before the visit,
  /// and the properties from them after it.
  mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault)
}

/// What is done with the fields of a ``PlanRecord``: ``FieldWriter``, ``FieldReader`` and ``FieldLister``.
package protocol FieldVisitor: ~Copyable {
  associatedtype Fault: Error

  /// A field that every record has.
  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, _ meaning: StaticString
  ) throws(Fault)

  /// A field that is missing where there is no value.
  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value?, _ meaning: StaticString
  ) throws(Fault)

  /// A field that is missing where it has its usual value: zero, false, an empty list.
  mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, unless isUsual: Bool, _ meaning: StaticString
  ) throws(Fault)

  /// What fields have to say together; only a reader can find that they do not.
  mutating func check(_ isSound: Bool, _ name: StaticString, expected: String) throws(Fault)
}

extension FieldVisitor where Self: ~Copyable {
  /// The word that tells which file it is.
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

  /// A file of its own, with a member a line.
  package var document: WrittenBytes {
    var record = self
    return FieldWriter.document { record.describe(&$0) }
  }

  package static func list(_ fields: inout FieldLister) {
    var record = Self()
    record.describe(&fields)
  }
}
