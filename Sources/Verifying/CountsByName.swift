import PlanModel
import RunModel

/// Counts by name, such as `kinds.task.dropped`, from a file or recounted. Missing ones are 0.
struct CountsByName {
  private(set) var values: [String: String] = [:]
  /// The known groups: the first parts of names. Counts in other groups are unknown.
  private(set) var groups: Set<String> = []

  /// Marks a group as known, even without counts. The first part of a name is enough.
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

  /// Returns the differing counts in groups that both know, in the order of names.
  func differences(from other: CountsByName) -> [(name: String, found: String, expected: String)] {
    let known = groups.intersection(other.groups)
    return Set(values.keys).union(other.values.keys).filter { known.contains(CountsByName.group(of: $0)) }.sorted()
      .compactMap { name in
        let (found, expected) = (values[name] ?? "0", other.values[name] ?? "0")
        return found == expected ? nil : (name, found, expected)
      }
  }

  /// Adopts the groups that are unknown here.
  mutating func fill(from other: CountsByName) {
    let new = other.groups.subtracting(groups)
    groups.formUnion(new)
    for (name, value) in other.values where new.contains(CountsByName.group(of: name)) { values[name] = value }
  }
}
