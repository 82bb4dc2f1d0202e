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
    guard let time else { return true }
    func isMinute(_ local: LocalDateTime) -> Bool {
      local.date == date && local.time.hour == time.hour && local.time.minute == time.minute
    }
    return decision.local.map(isMinute) ?? false || decision.at.map { isMinute(timeline.local(at: $0)) } ?? false
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
