import Diagnostics
import PlanModel

/// Which warnings are shown one by one: the first hundred of each code. The others are counted, so that a million of them bury
/// nothing else. Errors are all shown.
struct ShownWarnings {
  private static let most = 100

  private var counts: [Diagnostic.Code: Int] = [:]
  /// The places of the first that are not shown, in order.
  private var places: [(code: Diagnostic.Code, place: SourceLocation)] = []

  mutating func shows(_ diagnostic: Diagnostic) -> Bool {
    // What does not fit the schema is counted where it is found.
    guard diagnostic.severity == .warning, diagnostic.code != .schema else { return true }
    let count = counts[diagnostic.code, default: 0] + 1
    counts[diagnostic.code] = count
    if count == ShownWarnings.most + 1 { places.append((diagnostic.code, diagnostic.location)) }
    return count <= ShownWarnings.most
  }

  /// One for each code that has more.
  var rest: [Diagnostic] {
    places.map { code, place in
      let more = counts[code]! - ShownWarnings.most
      return Diagnostic(
        .warning, code, at: place, found: "… and \(more.of("more warning")) like this (\(code.rawValue))")
    }
  }
}
