import CivilTime
import Formats
import PlanModel

/// What the records of a run's inputs are read against.
package struct ResolvingContext: Sendable {
  let schema: Schema
  package var zones: ZoneDatabase
  package var policies: [String: Shared<Policy>]
  package var inputs: [SurveyedInput]

  package init(
    schema: Schema = .shipped, zones: ZoneDatabase, policies: [String: Policy], inputs: [SurveyedInput]
  ) {
    self.schema = schema
    self.zones = zones
    self.policies = policies.mapValues(Shared.init)
    self.inputs = inputs
  }
}
