import Calendars
import CivilTime
import Diagnostics
import PlanFiles
import RunModel
import System

/// Checks a plan's folder for contradictions, account by account. This file gives the order; each check is a file in
/// `Checks`.
///
/// It does not use the planner, the writers or the renderers, which this module cannot see. The expected content is
/// derived again from the lines.
package struct Verifier {
  /// The number of accounts read, for the last line.
  package private(set) var accounts = 0
  package private(set) var decisions = 0
  package let header: RunHeader?
  /// The name of the page if its template has no data to compare.
  package private(set) var unreadPage: String?

  private var run: VerifiedRun
  private let lines: VerifiedLines
  private let calendar: CalendarCheck?
  private let soonest: CalendarCheck?
  private let added: CalendarCheck?
  private let cancelled: CalendarCheck?
  private var accountCalendars: [AccountCalendars] = []
  private var groupCalendars: [GroupCalendars] = []
  private var totals = Totals()
  private var names = UniqueNames()

  /// - Parameter database: Zones for plans that do not describe theirs.
  package init(_ folder: String, _ log: FindingLog, database: ZoneDatabase?) throws(RunFault) {
    let files = try VerifiedFiles(folder)
    run = try VerifiedRun(files, log, database: database)
    header = run.header
    lines = try VerifiedLines(files, log)
    let hasPlan = files.plan != nil
    calendar = try CalendarCheck(hasPlan ? files.calendar : nil, run)
    // The plan does not show what the previous one had, so the calendar of added events may lack any.
    soonest = try CalendarCheck(hasPlan ? files.soonest : nil, isPart: true, run)
    added = try CalendarCheck(hasPlan ? files.added : nil, isPart: true, run)
    cancelled = try CalendarCheck(files.accounts == nil ? nil : files.cancelled, isCancelled: true, run)
    if files.plan != nil {
      for grouping in CalendarOptions.Grouping.allCases {
        if let calendars = try GroupCalendars(folder, by: grouping) { groupCalendars.append(calendars) }
      }
    }
    if files.hasAccountCalendars, files.plan != nil {
      accountCalendars.append(AccountCalendars("\(folder)/accounts", isCancelled: false))
      if files.accounts != nil, try Folder.exists("\(folder)/accounts/cancelled") {
        accountCalendars.append(AccountCalendars("\(folder)/accounts/cancelled", isCancelled: true))
      }
    }
  }

  /// - Parameter sources: The folders in which the files named in the head are looked up and hashed; nil to skip this.
  package mutating func verify(sources: [String]?) throws(RunFault) {
    try run.files.check(run.log)
    while let account = try lines.next() { try check(account) }
    try names.check(run)
    try calendar?.finish(run)
    try soonest?.finish(run)
    try added?.finish(run)
    try cancelled?.finish(run)
    for calendars in groupCalendars { try calendars.finish(run) }
    for calendars in accountCalendars { try calendars.finish(run) }
    var figures = totals.figures(run.files, run.summary)
    if let summary = run.summary, let file = run.files.summaryFile {
      try SummaryCheck.run(summary, file, figures, run.log)
      figures.fill(from: CountsByName(summary))
    }
    if let page = run.files.page {
      let check = try PageCheck(page)
      if check.data == nil { unreadPage = page.name }
      try check.check(figures, run)
    }
    if let site = run.files.site { try SiteCheck.run(site, figures, run) }
    if let sources { try SourceCheck.run(run, from: sources) }
    try run.files.refuseChange()
  }

  private mutating func check(_ account: VerifiedAccount) throws(RunFault) {
    let clock = VerifiedClock(account.details, run.zones)
    let stems = account.stems
    try names.add(account, stems)
    LineCheck.run(account, clock, run)
    RequestCheck.run(account, run)
    BadgeCheck.run(account, clock, &run)
    WindowCheck.run(account, clock, run)
    QuietCheck.run(account, clock, run)
    DetailCheck.run(account, run)
    ActionCheck.run(account, clock, run)
    for check in [calendar, soonest, added] {
      try check?.take(account, clock, run)
    }
    for index in groupCalendars.indices { try groupCalendars[index].take(account, clock, run) }
    try cancelled?.take(account, clock, run)
    let isGone = account.details?.isGone ?? false
    for index in accountCalendars.indices { try accountCalendars[index].check(account, clock, run) }
    if isGone { return }
    accounts += 1
    decisions += account.lines.count
    totals.count(account, clock)
  }
}
