import CivilTime
import PlanFiles
import PlanModel

/// Notifications go out after `now` and before the window's end, which is the midnight given by the policy's days.
enum WindowCheck {
  /// Kinds that may go out at `now` without being late. Declared kinds may too.
  private static let atOnce: Set<Kind> = [Kind("streakMilestone")]

  static func run(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: VerifiedRun) {
    guard let now = run.now else { return }
    // A kept plan has its original window.
    checkDetails(account, clock, account.stale ?? now, run)
    guard let file = run.files.plan?.name else { return }
    let (windowEnd, reachEnd) = (account.details?.windowEnd, account.details?.reachEnd)
    for index in account.lines.indices where account.lines[index].isTimed {
      let line = account.lines[index]
      guard let at = line.at else { continue }
      if line.outcome == .ahead {
        guard let windowEnd else { continue }
        let reach = windowEnd..<max(windowEnd, reachEnd ?? windowEnd)
        if !reach.contains(at) {
          run.log.add(
            .window, file, account.line(index), "it is planned ahead for \(at)",
            expected: "an instant from the window's end, \(reach.lowerBound), to the reach's, \(reach.upperBound)")
        }
        continue
      }
      if at < now || at == now && !line.isLate && !atOnce.contains(line.kind),
        !line.kind.isDeclared
      {
        run.log.add(
          .window, file, account.line(index), "it goes out at \(at)", expected: "an instant after now, \(now)")
      }
      if let end = windowEnd {
        if at >= end {
          run.log.add(
            .window, file, account.line(index), "it goes out at \(at)",
            expected: "an instant before the window's end, \(end)")
        }
      } else if account.stale == nil, let last = lastDate(line, clock, now, run),
        let date = clock.local(of: line)?.date,
        date > last
      {
        run.log.add(.window, file, account.line(index), "it goes out on \(date)", expected: "a date up to \(last)")
      }
    }
  }

  /// Returns the last date that any window reaches, without `accounts.ndjson`. A traveler may be a day ahead at
  /// `now`.
  private static func lastDate(
    _ line: Shared<PlanLine>, _ clock: VerifiedClock, _ now: Instant, _ run: VerifiedRun
  ) -> LocalDate? {
    guard let zone = line.clock ?? line.zone, let days = run.days(line.app) else { return nil }
    return clock.local(at: now, in: zone)?.date.adding(days: days + 1)
  }

  private static func checkDetails(
    _ account: VerifiedAccount, _ clock: VerifiedClock, _ now: Instant, _ run: VerifiedRun
  ) {
    guard let details = account.details, !details.isGone else { return }
    func note(_ found: String, _ expected: String) { run.note(account, found, expected) }
    if let today = clock.local(at: now)?.date, today != details.today {
      note("today \(details.today)", "\(today), the date on its clock at \(now)")
      return
    }
    let end = details.windowEnd
    guard let days = run.days(account.app), let after = clock.local(at: end)?.date,
      let before = clock.local(at: end.advanced(bySeconds: -1))?.date
    else { return }
    // The run that made a kept plan may have had other days.
    let first = account.stale == nil ? details.today.adding(days: days + 1) : max(after, details.today.adding(days: 1))
    if !(before < first && first <= after) { note("windowEnd \(end)", "the beginning of \(first) on its clock") }
  }
}
