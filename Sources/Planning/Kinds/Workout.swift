import CivilTime
import PlanModel

/// A workout is over.
enum Workout {
  static let definition = KindDefinition(
    KindDescription(
      "workout", .event, items: [.workout], identifier: IdentifierRule(["id"]),
      fields: [
        .text("type", "running", isOptional: true), .value("duration", .duration, isOptional: true),
        .value("distance", .distance, isOptional: true),
      ]),
    delivery: .ever
  ) { frame, kind, list in
    for (index, workout) in frame.account.value.items.workouts.enumerated() {
      let request = frame.request(kind, item: workout.id, isOneOff: true, location: workout.location) { name in
        switch name {
        case "id": .text(workout.id.text)
        case "type": .text(ifAny: workout.type)
        case "duration": workout.duration.map { .duration(Int64(clamping: $0.whole)) } ?? .none
        case "distance":
          workout.distance.flatMap { $0 > DecimalNumber(significand: 0) ? .distance($0) : nil } ?? .none
        default: .none
        }
      }
      list.add(list.add(request), .event(workout.endedAt), item: index)
    }
  }
}
