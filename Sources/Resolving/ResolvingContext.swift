import CivilTime
import Diagnostics
import Formats
import PlanModel
import Synchronization

/// The schema, policies and options by which a run's records are read.
package struct ResolvingContext: Sendable {
  let schema: Schema
  package var zones: ZoneDatabase
  let zoneNames = ZoneNames()
  package var policies: [String: Shared<Policy>]
  package var inputs: [SurveyedInput]
  /// Whether an unknown name close to a known one is an error.
  let isStrict: Bool
  /// Whether accounts list the inputs that contain their records.
  let listsInputs: Bool
  /// Changes that users made after the exports were written, by account.
  let changes: [AccountName: [ItemChange]]

  package init(
    schema: Schema = .shipped, zones: ZoneDatabase, policies: [String: Policy], inputs: [SurveyedInput],
    isStrict: Bool = false, listsInputs: Bool = false, changes: [ItemChange] = []
  ) {
    (self.isStrict, self.listsInputs) = (isStrict, listsInputs)
    self.changes = Dictionary(grouping: changes, by: \.account)
    (self.schema, self.zones) = (schema, zones)
    self.policies = policies.mapValues(Shared.init)
    self.inputs = inputs
  }
}

/// Limits of a record: far above what any account has, and low enough that no account costs another its plan.
/// docs/security.md lists all limits.
enum ResolvingLimit {
  /// Entries of each list, except the list of items.
  static let listEntries = 10_000
  /// Items of an account, from all inputs.
  static let items = 100_000
  /// Devices of an account, from all inputs. Each is planned with the deliveries of all others.
  static let devices = 100
}

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
