import CivilTime
import PlanModel

/// The end of a focus session, by elapsed time from its start.
enum Session {
  static let definition = KindDefinition(
    KindDescription(
      "session", .event, items: [.session], identifier: IdentifierRule(["id"], needed: []),
      fields: [.number("minutes", 75), .value("duration", .duration)], priority: 9, isCritical: true),
    delivery: .since { candidate, frame in frame.account.value.items.sessions[Int(candidate.item)].startedAt },
    checks: [
      Check(
        .sessionNotRunning,
        .candidate { candidate, context in
          context.frame.account.value.items.sessions[Int(candidate.item)].state != .running
        }
      ) { explainer in
        let session = explainer.account.items.sessions[Int(explainer.candidate.item)]
        return [.init("state", session.state.rawValue, session.location)]
      }
    ]
  ) { frame, kind, list in
    for (index, session) in frame.account.value.items.sessions.enumerated() {
      let request = frame.request(kind, item: session.id, isOneOff: true, location: session.location) { name in
        switch name {
        case "id": .text(session.id.text)
        case "minutes": .integer(Int(session.duration / 60))
        case "duration": .duration(session.duration)
        default: .none
        }
      }
      list.add(
        list.add(request), .event(session.startedAt.advanced(bySeconds: session.duration)), item: index)
    }
  }
}
