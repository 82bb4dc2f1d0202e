import Diagnostics
import PlanModel

/// Limits warnings to the first hundred of each code and counts the rest, so that a million of them do not bury other
/// messages. Errors are always shown.
struct ShownWarnings {
  private static let limit = 100

  private var counts: [Diagnostic.Code: Int] = [:]
  /// The place of the first hidden warning of each code, in order.
  private var places: [(code: Diagnostic.Code, place: SourceLocation)] = []

  mutating func shows(_ diagnostic: Diagnostic) -> Bool {
    // Schema faults are counted where they are found.
    guard diagnostic.severity == .warning, diagnostic.code != .schema else { return true }
    let count = counts[diagnostic.code, default: 0] + 1
    counts[diagnostic.code] = count
    if count == ShownWarnings.limit + 1 { places.append((diagnostic.code, diagnostic.location)) }
    return count <= ShownWarnings.limit
  }

  /// One summary per code with hidden warnings.
  var rest: [Diagnostic] {
    places.map { code, place in
      let more = counts[code]! - ShownWarnings.limit
      return Diagnostic(
        .warning, code, at: place, found: "… and \(more.of("more warning")) like this (\(code.rawValue))")
    }
  }
}

/// Filters diagnostics that are reported once per file, such as unknown fields.
struct OnceAFile {
  private struct Key: Hashable {
    var file: String
    var code: Diagnostic.Code
    var what: String
  }

  private static let remembered = 10_000
  private var seen: Set<Key> = []

  /// Returns whether to report the diagnostic.
  mutating func isNew(_ diagnostic: Diagnostic) -> Bool {
    guard let what = diagnostic.onceAFile else { return true }
    let key = Key(file: diagnostic.location.file, code: diagnostic.code, what: what)
    // Limits memory: beyond the limit, repeated diagnostics are reported again.
    return seen.count < OnceAFile.remembered ? seen.insert(key).inserted : !seen.contains(key)
  }
}
