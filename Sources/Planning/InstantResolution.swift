import CivilTime
import PlanModel

/// Determines every candidate's instant: from a wall time by the zone in effect, or from its event.
enum InstantResolution {
  @inline(__always)
  static func find(_ candidate: inout Candidate, _ kind: KindPlan, _ frame: AccountFrame) {
    switch candidate.timing {
    case .none: break
    case .wall(let local):
      // Nearly every candidate. Skipping the general case saves 2 % of the instructions of a run.
      if candidate.isPlain, let instant = frame.timeline.plainInstant(of: local) {
        (candidate.local, candidate.at, candidate.stay) = (local, instant, 0)
      } else {
        resolve(local, &candidate, kind, frame)
      }
    case .event(let instant):
      let clock = candidate.isInItemZone ? frame.clock(of: candidate, kind) : frame
      let local = clock.timeline.local(at: instant)
      if candidate.moved != 0 {
        resolve(local, &candidate, kind, frame)
      } else {
        candidate.local = local
        candidate.stay = Int32(frame.timeline.stayIndex(at: instant))
        candidate.at = instant
      }
      guard let at = candidate.at else { return }
      let date = local.date.adding(days: Int(candidate.moved))
      candidate.isLate =
        at <= frame.now && kind.definition.description.shape.isOfInstant && isStillReported(at, date, kind, frame)
      if candidate.isLate { candidate.at = frame.now }
    case .now:
      candidate.local = frame.timeline.local(at: frame.now)
      candidate.stay = Int32(frame.timeline.stayIndex(at: frame.now))
      candidate.at = frame.now
    }
  }

  /// - Parameter local: The requested wall time; a due date on a closed day may move it.
  private static func resolve(
    _ local: LocalDateTime, _ candidate: inout Candidate, _ kind: KindPlan, _ frame: AccountFrame
  ) {
    let clock = candidate.isInItemZone ? frame.clock(of: candidate, kind) : frame
    // What passes between two instants counts from the instant of the due time.
    let due = local.adding(seconds: -Int64(candidate.elapsed))
    let goal = due.date.adding(days: Int(candidate.moved)).at(due.time)
    candidate.local = local
    if candidate.isLead, candidate.elapsed == 0, !candidate.isOfDay, candidate.unresolved == nil,
      let reason = missing(of: candidate, clock, frame)
    {
      candidate.unresolved = reason
      return
    }
    switch clock.resolve(goal) {
    case .instant(let instant, let stay, let isShifted):
      candidate.at = instant
      candidate.stay = Int32(candidate.isInItemZone ? frame.timeline.stayIndex(at: instant) : stay)
      candidate.shift = isShifted ? .dstGap : candidate.moved == 0 ? nil : closedDay(candidate.due(local))
      if candidate.elapsed != 0 { candidate.wait(from: instant, clock.timeline, frame.timeline) }
    case .gap(let stay):
      candidate.stay = candidate.isInItemZone ? 0 : Int32(stay)
      candidate.unresolved = .dstGap
    case .zoneChange:
      guard frame.policy.value.zoneChange == .atChange, let stay = frame.timeline.moveOver(goal) else {
        candidate.unresolved = .zoneChange
        return
      }
      candidate.at = frame.timeline.stays[stay].start
      candidate.stay = Int32(stay)
      candidate.shift = .zoneChange
      if candidate.elapsed != 0 {
        candidate.wait(from: frame.timeline.stays[stay].start, frame.timeline, frame.timeline)
      }
    }
  }

  /// Returns why what a lead precedes has no instant; nil if it has one.
  private static func missing(of lead: Candidate, _ clock: AccountFrame, _ frame: AccountFrame) -> Reason? {
    guard let due = lead.due else { return nil }
    return switch clock.resolve(due.date.adding(days: Int(lead.moved)).at(due.time)) {
    case .instant: nil
    case .gap: .dstGap
    case .zoneChange: frame.policy.value.zoneChange == .atChange ? nil : .zoneChange
    }
  }

  private static func closedDay(_ due: LocalDate) -> Shift { ClosedDays.isWeekend(due) ? .weekend : .holiday }

  /// Returns whether a past event is still reported: its date is today (or later, if the clock was put back), its
  /// kind's time has not run out, or the quiet hours that contained it still last.
  private static func isStillReported(
    _ event: Instant, _ date: LocalDate, _ kind: KindPlan, _ frame: AccountFrame
  ) -> Bool {
    if date >= frame.today || event.advanced(bySeconds: kind.definition.toldFor) >= frame.now { return true }
    guard let end = Deferral.end(after: event, kind, frame) else { return false }
    return end > frame.now
  }
}
