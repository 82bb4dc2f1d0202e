import CivilTime
import PlanModel
import RunModel

/// The counts of a record by their path, such as `kinds.task.dropped`, as its description names them. Zeros are left out.
package struct RecordCounts: FieldVisitor {
  package private(set) var members: [(name: String, count: String)] = []
  /// The fields of the record, including those without counts.
  package private(set) var groups: Set<String> = []
  private var path = ""

  package init() {}

  package init(_ record: some PlanRecord) { record.count(in: &self) }

  /// Adds the counts of a value under a name.
  package mutating func add(_ name: String, _ value: some PlanValue) {
    let outer = path
    path = outer.isEmpty ? name : outer + "." + name
    value.count(in: &self)
    path = outer
  }

  mutating func add(_ number: Int) { if number != 0 { add("\(number)") } }
  mutating func add(_ words: String) { members.append((path, words)) }

  private mutating func addField(_ name: StaticString, _ value: some PlanValue) {
    if path.isEmpty { groups.insert("\(name)") }
    add("\(name)", value)
  }

  package mutating func field<Value: PlanValue>(_ name: StaticString, _ value: inout Value, _: StaticString) {
    addField(name, value)
  }

  package mutating func field<Value: PlanValue>(_ name: StaticString, _ value: inout Value?, _: StaticString) {
    if let value { addField(name, value) }
  }

  package mutating func field<Value: PlanValue>(
    _ name: StaticString, _ value: inout Value, unless _: Bool, _: StaticString
  ) {
    addField(name, value)
  }

  package mutating func check(_: Bool, _: StaticString, expected: String) {}
}

extension PlanValue {
  /// Adds what can be recounted: nothing, for most values.
  package func count(in counts: inout RecordCounts) {}
}

extension PlanRecord {
  package func count(in counts: inout RecordCounts) {
    var record = self
    record.describe(&counts)
  }
}

extension Int {
  package func count(in counts: inout RecordCounts) { counts.add(self) }
}

extension Instant {
  package func count(in counts: inout RecordCounts) { counts.add("\(self)") }
}

extension Array where Element: PlanValue {
  package func count(in counts: inout RecordCounts) { counts.add(count) }
}

extension Dictionary where Key: PlanWord, Value: PlanValue {
  package func count(in counts: inout RecordCounts) { for (key, value) in self { counts.add(key.word, value) } }
}

extension Named {
  package func count(in counts: inout RecordCounts) { for (name, value) in members { counts.add(name, value) } }
}

extension PlanAgainCounts.First {
  /// In one count, since its parts say little alone.
  package func count(in counts: inout RecordCounts) { counts.add(words) }
}

extension Measures {
  /// Permissions alone: lines of accounts do not show the rest.
  package func count(in counts: inout RecordCounts) {
    for (name, app) in apps {
      for state in Authorization.allCases { counts.add("\(name).\(state.rawValue)", app[state]) }
    }
  }
}
