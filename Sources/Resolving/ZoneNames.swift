import CivilTime
import Diagnostics
import Synchronization

/// What a misspelled name of a zone means. The names are read when the first one is looked for.
package final class ZoneNames: Sendable {
  private struct Known {
    let near: KnownNames
    /// In lower case, behind their last slash.
    let cities: [(city: String, name: String)]

    init(_ names: [String]) {
      near = KnownNames(names)
      cities = names.map { (String($0.lowercased().split(separator: "/").last ?? ""), $0) }
    }
  }

  private let known = Mutex<Known?>(nil)

  package init() {}

  /// - Returns: The zone that is spelled nearly so, or the city of that name; nil: none is.
  package func nearest(to name: String, in zones: ZoneDatabase) -> String? {
    guard 3...64 ~= name.utf8.count else { return nil }
    let known = known.withLock { known in
      if let known { return known }
      let read = Known(zones.names)
      known = read
      return read
    }
    let city = name.lowercased().split(separator: " ").joined(separator: "_")
    // Two letters: with more, one zone is as near as several others.
    let nearest = known.near.nearest(to: name, most: 2) ?? known.cities.filter { $0.city == city }.map(\.name).min()
    return nearest.flatMap { (try? zones.zone(named: $0)) == nil ? nil : $0 }
  }
}
