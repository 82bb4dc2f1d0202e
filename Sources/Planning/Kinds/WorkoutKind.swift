import CivilTime
import PlanModel

/// A workout is over.
enum WorkoutKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for workout in frame.account.items.workouts {
      let field = { (name: String) in
        switch name {
        case "id": workout.id.text
        case "type": workout.type ?? ""
        case "duration": workout.duration?.description ?? ""
        case "distance": workout.distance?.description ?? ""
        default: ""
        }
      }
      let identifier = settings.identifier().filled(field)
      let request = list.add(
        NotificationRequest(
          kind: .workout, identifier: NotificationID(identifier), item: workout.id, settings: settings,
          title: settings.title.filled(field), body: settings.body.filled(field), subject: identifier, isOneOff: true,
          location: workout.location))
      list.add(request, .event(workout.endedAt))
    }
  }
}
