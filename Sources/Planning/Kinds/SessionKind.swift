import CivilTime
import PlanModel

/// The end of a focus session, by elapsed time from its start.
enum SessionKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    for session in frame.account.items.sessions {
      let request = list.add(
        frame.request(.session, settings, item: session.id, isOneOff: true, location: session.location) { name in
          switch name {
          case "id": .text(session.id.text)
          case "minutes": .integer(Int(session.duration / 60))
          case "duration": .duration(session.duration)
          default: .none
          }
        })
      list.add(
        request, .event(session.startedAt.advanced(bySeconds: session.duration)),
        itemReason: session.state == .running ? nil : .sessionNotRunning,
        detail: .session(startedAt: session.startedAt))
    }
  }
}
