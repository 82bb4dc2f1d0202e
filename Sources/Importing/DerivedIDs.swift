import PlanModel

/// Derives the ids of entries without one from their content, so that they survive reordering, deletion of others, and
/// the next export.
struct DerivedIDs {
  /// How often each id was derived.
  private var made: [StableHash: Int] = [:]

  /// Returns the id of an entry. The second and later of identical entries are numbered.
  mutating func id(of parts: [(name: String, value: String)]) -> String {
    var hash = StableHasher()
    for (name, value) in parts {
      hash.absorbPart(name)
      hash.absorbPart(value)
    }
    let id = hash.finish()
    made[id, default: 0] += 1
    return "\(id.hexadecimal)\(made[id]! > 1 ? "-\(made[id]!)" : "")"
  }
}
