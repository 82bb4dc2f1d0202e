import PlanModel
import RunModel

/// Counts by name, `kinds.task.dropped`, as a file has them or as they are counted anew. What is missing is 0.
struct CountsByName {
  private(set) var values: [String: String] = [:]
  /// The first parts of names that are known at all: of others nothing can be said.
  private(set) var groups: Set<String> = []

  /// Says that a group is known, whatever it has; the first part of a name is enough.
  mutating func know(_ group: String) { groups.insert(CountsByName.group(of: group)) }

  mutating func set(_ name: String, _ value: String?) {
    know(name)
    values[name] = value
  }

  mutating func set(_ name: String, _ value: Int) { set(name, value == 0 ? nil : String(value)) }

  mutating func set(_ name: String, _ tally: RunSummary.Tally) {
    set("\(name).scheduled", tally.scheduled)
    set("\(name).armed", tally.armed)
    set("\(name).ahead", tally.ahead)
    set("\(name).dropped", tally.dropped)
  }

  private static func group(of name: String) -> String { String(name.prefix { $0 != "." }) }

  /// What both know and have otherwise, in the order of the names.
  func differences(from other: CountsByName) -> [(name: String, found: String, expected: String)] {
    let known = groups.intersection(other.groups)
    return Set(values.keys).union(other.values.keys).filter { known.contains(CountsByName.group(of: $0)) }.sorted()
      .compactMap { name in
        let (found, expected) = (values[name] ?? "0", other.values[name] ?? "0")
        return found == expected ? nil : (name, found, expected)
      }
  }

  /// Takes over the groups that are not known here.
  mutating func fill(from other: CountsByName) {
    let new = other.groups.subtracting(groups)
    groups.formUnion(new)
    for (name, value) in other.values where new.contains(CountsByName.group(of: name)) { values[name] = value }
  }
}
