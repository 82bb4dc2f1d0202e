import CivilTime
import PlanModel

/// The requested moment on an account's clock.
struct Moment {
  let date: LocalDate
  let time: LocalTime?
  /// The instant of the moment, or the start of a whole day.
  let at: Instant

  init(_ query: TimeQuery, _ today: LocalDate, _ timeline: ZoneTimeline) {
    (date, time) = query.local(today: today, timeline)
    if case .instant(let instant) = query {
      at = instant
    } else if let time,
      case .instant(let instant, _, _) = timeline.resolve(date.at(time), gap: .later, overlap: .first)
    {
      at = instant
    } else {
      at = timeline.startOfDay(date)
    }
  }

  func words(_ timeline: ZoneTimeline) -> String {
    let zone = timeline.stays[timeline.stayIndex(at: at)].zone.name
    return (time.map { "\(date.at($0).forReaders)" } ?? "\(date)") + " \(zone)"
  }

  /// Returns whether a decision is for the day, by its wall time or its instant.
  func isOnDay(_ decision: Decision, _ timeline: ZoneTimeline) -> Bool {
    decision.local?.date == date || decision.at.map { timeline.local(at: $0).date == date } ?? false
  }

  /// Returns whether a decision is for the minute.
  func isAt(_ decision: Decision, _ timeline: ZoneTimeline) -> Bool {
    if time == nil { return true }
    return decision.local.map(covers) ?? false || decision.at.map { covers($0, timeline) } ?? false
  }

  /// Returns whether an instant is in the minute, or on the day.
  func covers(_ at: Instant, _ timeline: ZoneTimeline) -> Bool { covers(timeline.local(at: at)) }

  private func covers(_ local: LocalDateTime) -> Bool {
    local.date == date
      && time.map { local.time.hour == $0.hour && local.time.minute == $0.minute } ?? true
  }

  /// Returns a command that plans the moment again.
  ///
  /// - Parameter days: The length of the policy's window in days; `nil` to plan as of the day itself.
  func hint(_ account: AccountName, days: Int?, _ timeline: ZoneTimeline) -> String {
    let start = timeline.startOfDay(date.adding(days: -(days ?? 0)))
    return "A plan as of \(days.map { _ in "\(start) or later" } ?? "before \(at)") has it: tickler explain --account "
      + "\(account.id.text) --on \(date) --now \(start) EXPORTS"
  }
}
