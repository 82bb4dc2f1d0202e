import CivilTime
import PlanModel

/// Where the instant of every candidate comes from: wall times by the zone that rules, events by their own.
enum Resolution {
  static func find(_ candidate: inout Candidate, _ frame: AccountFrame) {
    switch candidate.timing {
    case .none: break
    case .wall(let local):
      candidate.local = local
      switch frame.resolve(local) {
      case .instant(let instant, let stay, let isShifted):
        candidate.at = instant
        candidate.stay = Int32(stay)
        candidate.shift = isShifted ? .dstGap : nil
      case .gap(let stay):
        candidate.stay = Int32(stay)
        candidate.unresolved = .dstGap
      case .zoneChange:
        guard frame.policy.value.zoneChange == .atChange, let stay = frame.timeline.moveOver(local) else {
          candidate.unresolved = .zoneChange
          return
        }
        candidate.at = frame.timeline.stays[stay].start
        candidate.stay = Int32(stay)
        candidate.shift = .zoneChange
      }
    case .event(let instant):
      let local = frame.timeline.local(at: instant)
      candidate.local = local
      candidate.stay = Int32(frame.timeline.stayIndex(at: instant))
      // Told late while its day, or a later one on a clock that was put back, goes on.
      candidate.isLate = instant < frame.now && local.date >= frame.today
      candidate.at = candidate.isLate ? frame.now : instant
    }
  }
}
