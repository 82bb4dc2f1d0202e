import Bytes
import Calendars
import Diagnostics
import Formats
import PlanModel

/// The calendars of single accounts, where there are any: each is its account's part of the whole one.
struct AccountCalendars {
  private let folder: String
  let isCancelled: Bool
  /// The names of the accounts so far, by their hashes.
  private var names: Set<StableHash> = []

  init(_ folder: String, isCancelled: Bool) {
    self.folder = folder
    self.isCancelled = isCancelled
  }

  mutating func check(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: VerifiedRun) throws(FatalInput) {
    let events = isCancelled ? account.cancellations() : account.events()
    if isCancelled, events.isEmpty { return }
    let name = AccountFileName(app: account.app, id: account.id.text).text
    names.insert(StableHash(name))
    var files = try VerifiedFiles.parts("\(folder)/\(name)")
    if files == nil { files = try VerifiedFiles.parts("\(folder)/parts/\(name)") }
    guard let files else {
      run.log.add(
        isCancelled ? .cancelled : .calendar, "\(folder)/\(name).ics", 1, "there is no such file",
        expected: "the calendar of \(account.name)")
      return
    }
    let check = CalendarCheck(files, isCancelled: isCancelled, run.log)
    try check.take(events, stems: account.stems, account, clock, run)
    try check.finish(run)
  }

  /// Looks for calendars of accounts that the plan does not have.
  func finish(_ run: VerifiedRun) throws(FatalInput) {
    let inner = try Folder.exists("\(folder)/parts") ? try VerifiedFiles.names(in: "\(folder)/parts") : []
    let all = try VerifiedFiles.names(in: folder)
    for name in all + inner where !["parts", "cancelled"].contains(name) {
      let stem = name.hasSuffix(".ics") ? String(name.dropLast(4)) : name
      if names.contains(StableHash(stem)) { continue }
      run.log.add(
        isCancelled ? .cancelled : .calendar, "\(folder)/\(name)", 1, "the plan has no account of that name",
        expected: "a calendar for each account of the plan, and no other")
    }
  }
}
