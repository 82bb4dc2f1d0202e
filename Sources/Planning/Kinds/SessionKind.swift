import CivilTime
import PlanModel

/// The end of a focus session, by elapsed time from its start.
enum SessionKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for session in frame.account.items.sessions {
      let field = { (name: String) in
        switch name {
        case "id": session.id.text
        case "minutes": String(session.duration / 60)
        default: ""
        }
      }
      let identifier = settings.identifier().filled(field)
      let request = list.add(
        NotificationRequest(
          kind: .session, identifier: NotificationID(identifier), item: session.id, settings: settings,
          title: settings.title.filled(field), body: settings.body.filled(field), subject: identifier, isOneOff: true,
          location: session.location))
      list.add(
        request, .event(session.startedAt.advanced(bySeconds: session.duration)),
        itemReason: session.state == .running ? nil : .sessionNotRunning,
        detail: .session(startedAt: session.startedAt))
    }
  }
}
