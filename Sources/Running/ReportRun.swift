import Calendars
import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import RunModel

/// `tickler report`: pages and calendar anew from a plan that is already there.
package enum ReportRun {
  /// Bytes of calendar that are gathered before they are written.
  private static let batchBytes = 1 << 20

  /// - Returns: 0.
  package static func run(_ path: String, _ options: PlanOptions) async throws(FatalInput) -> Int32 {
    let (plan, templates) = try open(path, options)
    let folder = try OutputFolder(path)
    let report = options.emit.contains(.html) ? try templates.report() : nil
    var outputs = try PlanOutputs(folder, options.emit, plan.header, options.calendar.times)
    var renderer = PlanRenderer(
      plan.header, emit: options.emit, calendar: options.calendar, report: report)
    var summary = RunSummary(now: plan.header.now)
    var batch = renderer.emptyResult()
    func finishBatch() throws(FatalInput) {
      summary.add(batch.summary)
      try outputs.write(batch)
      batch = renderer.emptyResult(batch)
    }
    try plan.forEachAccount { (account) throws(FatalInput) in
      renderer.appendGone(account, to: &batch)
    } _: { (account) throws(FatalInput) in
      renderer.append(account, page: outputs.page.room, to: &batch)
      if batch.events.text.count >= batchBytes || batch.summary.accounts >= 256 { try finishBatch() }
    }
    try finishBatch()
    summary.rejected = plan.summary.rejected
    summary.supersededCount = plan.summary.superseded.records
    summary.superseded = plan.summary.supersededRecords
    summary.changes = plan.summary.changes
    let written = try outputs.finish(summary, plan.header, plan.summary.diagnostics, report)
    // A plan alone does not tell what was taken back.
    try folder.commit(
      written, replacing: options.emit, keeping: plan.knowsCancelled ? [] : [CalendarFiles.cancelledAccounts])
    if !options.isQuiet {
      StandardError.write(
        "tickler: \(summary.accounts.of("account")); rebuilt \(written.joined(separator: ", ")) in \(path)\n")
    }
    return 0
  }

  /// The page of one account, however large the run.
  ///
  /// - Returns: The page's path, and 0.
  package static func run(
    _ path: String, account id: String, _ options: PlanOptions
  ) async throws(FatalInput) -> (output: String, status: Int32) {
    let (plan, templates) = try open(path, options)
    let report = try templates.report()
    guard let account = try plan.account(AccountID(id)) else {
      throw FatalInput(.noInput, "the plan in \(path) has no account \(id.quotedForDiagnostic)")
    }
    let folder = try OutputFolder(path)
    let name = "account-\(AccountFileName(app: account.account.app, id: id).text).html"
    let file = try folder.file(name)
    try file.write(report.accountPage(account, plan.header))
    try file.close()
    try folder.commit([name], replacing: [])
    return ("\(path)/\(name)\n", 0)
  }

  private static func open(
    _ path: String, _ options: PlanOptions
  ) throws(FatalInput) -> (PlanFolder, TemplateFolder) {
    let zones = ZoneDatabase.open(options.zoneinfo ?? ZoneDatabase.systemPath)
    return (try PlanFolder(path, zones: zones), try TemplateFolder.find(options.templates))
  }
}
