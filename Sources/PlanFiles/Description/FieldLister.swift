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
