import Calendars
import CivilTime
import Diagnostics
import Formats
import Pages
import PlanFiles
import PlanModel
import RunModel
import System

/// Runs `tickler report`, which rebuilds pages and calendars from an existing plan.
package enum ReportRun {
  /// - Returns: 0.
  package static func run(_ path: String, _ options: PlanOptions) async throws(RunFault) -> Int32 {
    // Locked before it is read, so that the output belongs to the plan that was read.
    let folder = try lock(path)
    let (plan, templates) = try open(path, options)
    let report = options.emit.contains(.html) ? try templates.report() : nil
    let redaction = try PlanRedaction(plan, in: path, options)
    let header = redaction.header
    var outputs = try PlanOutputs(folder, options.emit, header, options.calendar, report: report)
    var summary = try render(plan, header, options, report, &outputs, redaction.plan)
    summary.superseded = redaction.superseded
    summary.changes = redaction.changes
    let written = try outputs.finish(summary, header, redaction.diagnostics)
    // The plan file alone has no cancellations.
    try folder.commit(
      written, replacing: options.emit, keeping: plan.knowsCancelled ? [] : [CalendarFiles.cancelledAccounts])
    if !options.isQuiet {
      StandardError.write(
        "tickler: \(summary.accounts.of("account")); rebuilt \(written.joined(separator: ", ")) in \(path.visible)\n")
    }
    return 0
  }

  /// Renders a plan's accounts to outputs.
  ///
  /// - Parameter shown: Returns an account as the outputs show it; `nil` to leave it out.
  /// - Returns: The run's counts: of accounts by what is rendered, the others as they were.
  static func render(
    _ plan: PlanFolder, _ header: RunHeader, _ options: PlanOptions, _ report: ReportRenderer?,
    _ outputs: inout PlanOutputs, _ shown: (AccountPlan) throws(RunFault) -> AccountPlan?
  ) throws(RunFault) -> RunSummary {
    var renderer = PlanRenderer(header, options, report: report)
    var summary = RunSummary(now: header.now)
    var batch = renderer.emptyResult()
    func write(_ result: ChunkResult) throws(RunFault) {
      summary.add(result.summary)
      try outputs.write(result)
    }
    try plan.forEachAccount { (account) throws(RunFault) in
      if let account = try shown(account) { try renderer.appendGone(account, to: &batch, write) }
    } _: { (account) throws(RunFault) in
      guard let account = try shown(account) else { return }
      try renderer.append(account, to: &batch, write)
    }
    try write(batch)
    let counts = plan.summary.counts
    (summary.rejected, summary.gates, summary.brokenInputs) = (counts.rejected, counts.gates, counts.brokenInputs)
    (summary.supersededCount, summary.superseded) = (counts.supersededCount, counts.superseded)
    (summary.changes, summary.measures, summary.advice) = (counts.changes, counts.measures, counts.advice)
    // A redacted plan has its action counts only in the summary.
    if plan.header.redacted != nil { summary.actions = counts.actions }
    return summary
  }

  /// Writes the page of one account, regardless of the size of the run. If several apps have the id, each gets a page.
  ///
  /// - Parameter print: Called with the path of each page before the pages replace earlier ones.
  /// - Returns: The path of each page, and status 0.
  package static func run(
    _ path: String, account name: AccountName, _ options: PlanOptions,
    print: (String) throws(RunFault) -> Void = { _ in }
  ) async throws(RunFault) -> Answer {
    let folder = try lock(path)
    let (plan, templates) = try open(path, options)
    let report = try templates.report()
    let redaction = try PlanRedaction(plan, in: path, options)
    let accounts = try redaction.accounts(name)
    if accounts.isEmpty {
      let nearest = name.nearestWords(try plan.nearestAccount(to: name.id.text))
      throw RunFault(
        .noInput, "the plan in \(path) has no account \(name)\(nearest)",
        redacted: "the plan in \(path) has no such account")
    }
    let index = try Path.exists("\(path)/index.html") ? "index.html" : nil
    var pages: [String] = []
    for account in accounts {
      let name = try AccountFileName(account.name)
      let page = "account-\(name.text).html"
      let file = try folder.file(page)
      try file.write(report.accountPage(account, redaction.header, index: index))
      try file.close()
      pages.append(page)
    }
    let output = pages.map { "\(path)/\($0)\n" }.joined()
    try print(output)
    try folder.commit(pages, replacing: [])
    return (output, 0)
  }

  private static func lock(_ path: String) throws(RunFault) -> OutputFolder {
    guard try Folder.exists(path) else { throw RunFault(noFolder: path) }
    return try OutputFolder(path)
  }

  private static func open(
    _ path: String, _ options: PlanOptions
  ) throws(RunFault) -> (PlanFolder, TemplateFolder) {
    let zones = try ZoneDatabase.open(options.zoneinfo ?? ZoneDatabase.systemPath)
    return (try PlanFolder(path, zones: zones), try TemplateFolder.find(options.templateFolders))
  }
}
