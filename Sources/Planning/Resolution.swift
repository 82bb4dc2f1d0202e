import CivilTime
import PlanModel

/// Where the instant of every candidate comes from: wall times by the zone that rules, events by their own.
enum Resolution {
  static func find(_ candidate: inout Candidate, _ kind: KindPlan, _ frame: AccountFrame) {
    switch candidate.timing {
    case .none: break
    case .wall(let local):
      candidate.local = local
      let moved = kind.openDays == nil ? 0 : shift(&candidate, kind, local.date)
      switch frame.resolve(moved == 0 ? local : local.date.adding(days: moved).at(local.time)) {
      case .instant(let instant, let stay, let isShifted):
        candidate.at = instant
        candidate.stay = Int32(stay)
        candidate.shift = isShifted ? .dstGap : moved == 0 ? nil : closedDay(candidate, local.date)
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
      candidate.isLate = instant <= frame.now && isStillTold(instant, local.date, kind, frame)
      candidate.at = candidate.isLate ? frame.now : instant
    case .now:
      candidate.local = frame.timeline.local(at: frame.now)
      candidate.stay = Int32(frame.timeline.stayIndex(at: frame.now))
      candidate.at = frame.now
    }
  }

  private static func closedDay(_ candidate: Candidate, _ date: LocalDate) -> Shift {
    OpenDays.isWeekend(date.adding(days: Int(candidate.figure))) ? .weekend : .holiday
  }

  /// By how many days a due date on a closed day takes its notification with it.
  private static func shift(_ candidate: inout Candidate, _ kind: KindPlan, _ date: LocalDate) -> Int {
    let due = date.adding(days: Int(candidate.figure))
    guard let moved = kind.shifted(due) else {
      candidate.unresolved = .holiday
      return 0
    }
    return moved.days(since: due)
  }

  /// Whether an event that is past is told of now: while its day goes on, or a later one on a clock that was put back; for as long
  /// as its kind says; and where the quiet hours that it fell into still last.
  private static func isStillTold(
    _ event: Instant, _ date: LocalDate, _ kind: KindPlan, _ frame: AccountFrame
  ) -> Bool {
    if date >= frame.today || event.advanced(bySeconds: kind.definition.toldFor) >= frame.now { return true }
    guard let end = Deferral.end(after: event, kind, frame) else { return false }
    return end > frame.now
  }
}

extension KindPlan {
  /// Where a due date goes; nil: it is skipped.
  func shifted(_ due: LocalDate) -> LocalDate? { openDays.map { $0.moved(due) } ?? due }
}
