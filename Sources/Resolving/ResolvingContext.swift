import CivilTime
import Formats
import PlanModel

/// What the records of a run's inputs are read against.
package struct ResolvingContext: Sendable {
  let schema: Schema
  package var zones: ZoneDatabase
  let zoneNames = ZoneNames()
  package var policies: [String: Shared<Policy>]
  package var inputs: [SurveyedInput]
  /// An unknown name that is near a known one is an error of its record.
  let isStrict: Bool
  /// Accounts say which inputs have records of them.
  let listsInputs: Bool
  /// What users changed after the exports were written, by account.
  let changes: [AccountName: [ItemChange]]

  package init(
    schema: Schema = .shipped, zones: ZoneDatabase, policies: [String: Policy], inputs: [SurveyedInput],
    isStrict: Bool = false, listsInputs: Bool = false, changes: [ItemChange] = []
  ) {
    (self.isStrict, self.listsInputs) = (isStrict, listsInputs)
    self.changes = Dictionary(grouping: changes, by: \.account)
    self.schema = schema
    self.zones = zones
    self.policies = policies.mapValues(Shared.init)
    self.inputs = inputs
  }
}
