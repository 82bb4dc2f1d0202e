import Bytes
import Calendars
import Diagnostics
import Formats
import PlanFiles
import PlanModel

/// Checks the calendars of single kinds or apps, if the run wrote any: each has its group's events of the whole
/// calendar.
struct GroupCalendars {
  private let folder: String
  private let grouping: CalendarOptions.Grouping
  private var checks: [String: CalendarCheck] = [:]

  /// - Returns: nil if the folder has none.
  init?(_ plan: String, by grouping: CalendarOptions.Grouping) throws(FatalInput) {
    folder = "\(plan)/\(grouping.folder)"
    self.grouping = grouping
    guard try Folder.exists(folder) else { return nil }
  }

  mutating func take(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: VerifiedRun) throws(FatalInput) {
    let events = account.events()
    let groups = grouping == .app ? [account.app] : Set(events.map(\.kind)).sorted()
    for group in groups where !events.isEmpty {
      let name = try AccountFileName.escaped(group)
      if checks[name] == nil {
        let first = try VerifiedFiles.parts("\(folder)/\(name)")
        if first == nil {
          run.log.add(
            .calendar, "\(folder)/\(name).ics", 1, "there is no such file",
            expected: "the calendar of the \(grouping.rawValue) \(group.quotedForDiagnostic)")
        }
        let rest = first == nil ? nil : try VerifiedFiles.parts("\(folder)/parts/\(name)")
        checks[name] = CalendarCheck((first ?? []) + (rest ?? []), isPart: first == nil, run.log)
      }
      try checks[name]?.take(
        events.filter { grouping == .app || $0.kind == group }, stems: account.stems, account, clock, run)
    }
  }

  func finish(_ run: VerifiedRun) throws(FatalInput) {
    for name in checks.keys.sorted() { try checks[name]?.finish(run) }
    try VerifiedFiles.forEachCalendar(in: folder) { (path, name) in
      if checks[name] != nil { return }
      run.log.add(
        .calendar, path, 1, "the plan schedules nothing under that name",
        expected: "a calendar for each \(grouping.rawValue) that goes out, and no other")
    }
  }
}
