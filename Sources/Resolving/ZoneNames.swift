import CivilTime
import Diagnostics
import Synchronization

/// Suggests zones for misspelled names. The list of names is read on first use.
package final class ZoneNames: Sendable {
  private struct Known {
    let near: KnownNames
    /// Cities in lower case: the part of the name after its last slash.
    let cities: [(city: String, name: String)]

    init(_ names: [String]) {
      near = KnownNames(names)
      cities = names.map { (String($0.lowercased().split(separator: "/").last ?? ""), $0) }
    }
  }

  private let known = Mutex<Known?>(nil)

  package init() {}

  /// - Returns: The zone with a similar name, or the zone of the city with that name; nil if there is none.
  package func nearest(to name: String, in zones: ZoneDatabase) -> String? {
    guard 3...64 ~= name.utf8.count else { return nil }
    let known = known.withLock { known in
      if let known { return known }
      let read = Known(zones.names)
      known = read
      return read
    }
    let city = name.lowercased().split(separator: " ").joined(separator: "_")
    // At most two letters may differ: with more, several zones would be equally near.
    let nearest =
      known.near.nearest(to: name, maximumDistance: 2) ?? known.cities.filter { $0.city == city }.map(\.name).min()
    return nearest.flatMap { (try? zones.zone(named: $0)) == nil ? nil : $0 }
  }
}
