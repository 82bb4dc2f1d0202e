import Formats
import PlanModel

extension Schema {
  /// Returns the schema of the due times of a kind that a policy declares.
  static func times(_ kind: Kind, _ names: inout FieldNames) -> ObjectSchema {
    ObjectSchema(
      kind.name, &names, start: { $0.times = Preferences.Times() },
      [
        .times("times", "Times of the day") { $0.times?.times = $1 },
        .time("time", "The one time of the day") { $0.times?.times = [$1] },
        .weekdays("days", least: 1, "Days of the week; defaults to the policy's") { $0.times?.days = $1 },
      ], typeName: "\(kind.name)Times")
  }
}
