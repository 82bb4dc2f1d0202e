import CivilTime
import PlanModel

/// A workout is over.
enum WorkoutKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for workout in frame.account.items.workouts {
      let request = list.add(
        frame.request(.workout, settings, item: workout.id, isOneOff: true, location: workout.location) { name in
          switch name {
          case "id": .text(workout.id.text)
          case "type": workout.type.map { .text($0) } ?? .none
          case "duration": workout.duration.map { .duration(Int64(clamping: $0.whole)) } ?? .none
          case "distance":
            workout.distance.flatMap { $0 > DecimalNumber(significand: 0) ? .distance($0) : nil } ?? .none
          default: .none
          }
        })
      list.add(request, .event(workout.endedAt))
    }
  }
}
