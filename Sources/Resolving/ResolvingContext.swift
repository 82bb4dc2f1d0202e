import CivilTime
import Formats
import PlanModel

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
