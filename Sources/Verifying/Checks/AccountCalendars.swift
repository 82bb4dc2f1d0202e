import Calendars
import Diagnostics
import Formats
import PlanFiles
import PlanModel
import System

/// Checks the calendars of single accounts, if the run wrote any: each has its account's events of the whole
/// calendar. If an account has no events left, its calendar has the cancelled ones.
struct AccountCalendars {
  private let folder: String
  let isCancelled: Bool
  private var names: Set<StableHash> = []

  init(_ folder: String, isCancelled: Bool) {
    (self.folder, self.isCancelled) = (folder, isCancelled)
  }

  mutating func check(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: VerifiedRun) throws(RunFault) {
    let hasEvents = !isCancelled && !account.events().isEmpty
    let listsCancelled = !hasEvents && !account.cancellations().isEmpty
    let isEmpty = !hasEvents && !listsCancelled
    if isEmpty, isCancelled || account.details?.isGone ?? false { return }
    let name = try AccountFileName(account.name).text
    names.insert(StableHash(name))
    // Without accounts.ndjson, cancelled events are unknown.
    if isEmpty, account.details == nil { return }
    guard let first = try VerifiedFiles.parts("\(folder)/\(name)") else {
      // A person's event goes on without a reminder that is cancelled.
      if isCancelled, try account.occurrences(run, isCancelled: true).isEmpty,
        try CalendarCheck(VerifiedFiles.parts("\(folder)/../\(name)"), run)?.isPersonal ?? false
      {
        return
      }
      run.log.add(
        isCancelled ? .cancelled : .calendar, "\(folder)/\(name).ics", 1, "there is no such file",
        expected: "the calendar of \(account.words)")
      return
    }
    let files = first + (try VerifiedFiles.parts("\(folder)/parts/\(name)") ?? [])
    let check = try CalendarCheck(files, isCancelled: listsCancelled, run)
    try check?.take(account, clock, run)
    try check?.finish(run)
  }

  /// Reports calendars of accounts that neither this plan nor an earlier one has.
  func finish(_ run: VerifiedRun) throws(RunFault) {
    if run.files.accounts == nil { return }
    try VerifiedFiles.forEachCalendar(in: folder) { (path, name) in
      if names.contains(StableHash(name)) { return }
      run.log.add(
        isCancelled ? .cancelled : .calendar, path, 1, "the plan has no account of that name",
        expected: "a calendar for each account of the plan, and no other")
    }
  }
}

/// Checks the calendars of single kinds or apps, if the run wrote any: each has its group's events of the whole
/// calendar.
struct GroupCalendars {
  private let folder: String
  private let grouping: CalendarOptions.Grouping
  private var checks: [String: CalendarCheck] = [:]

  /// - Returns: nil if the folder has none.
  init?(_ plan: String, by grouping: CalendarOptions.Grouping) throws(RunFault) {
    folder = "\(plan)/\(grouping.folder)"
    self.grouping = grouping
    guard try Folder.exists(folder) else { return nil }
  }

  mutating func take(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: VerifiedRun) throws(RunFault) {
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
        checks[name] = try CalendarCheck((first ?? []) + (rest ?? []), isPart: first == nil, run)
      }
      try checks[name]?.take(account, clock, run) { grouping == .app || $0.kind == group }
    }
  }

  func finish(_ run: VerifiedRun) throws(RunFault) {
    for name in checks.keys.sorted() { try checks[name]?.finish(run) }
    try VerifiedFiles.forEachCalendar(in: folder) { (path, name) in
      if checks[name] != nil { return }
      run.log.add(
        .calendar, path, 1, "the plan schedules nothing under that name",
        expected: "a calendar for each \(grouping.rawValue) that goes out, and no other")
    }
  }
}
