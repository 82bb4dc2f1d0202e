import Benchmark
import Bytes
import Calendars
import CivilTime
import Diagnostics
import Pages
import PlanFiles
import PlanModel
import RunModel
import Running
import Workload

/// From plans to the bytes of each output.
let benchmarks: @Sendable () -> Void = {
  let w = Workload.w()
  lines(w)
  calendars(w)
  do throws(RunFault) {
    try pages(w, Workload.bills())
  } catch {
    fatalError(error.messages.joined(separator: "\n"))
  }
}

/// Measures what appends plans to a text: bytes of that text.
private func measureText(
  _ name: String, _ plans: [AccountPlan], _ append: @escaping (AccountPlan, inout WrittenBytes) -> Void
) {
  var text = WrittenBytes()
  for plan in plans { append(plan, &text) }
  measure(name, text.count, "bytes") { _ in
    text.removeAll()
    for plan in plans { append(plan, &text) }
    blackHole(text.count)
  }
}

private func lines(_ workload: Workload) {
  var writer = PlanWriter()
  var actionWriter = ActionWriter()
  var accountWriter = AccountWriter()
  measureText("plan.ndjson", workload.plans) { writer.append($0, to: &$1) }
  measureText("actions.ndjson", workload.plans) { actionWriter.append($0, to: &$1) }
  measureText("accounts.ndjson", workload.plans) { accountWriter.append($0, to: &$1) }
}

private func calendars(_ workload: Workload) {
  for (times, words) in [(CalendarOptions.Times.utc, "UTC"), (.zoned, "wall times")] {
    var options = CalendarOptions()
    options.times = times
    var writer = ICSWriter(now: Workload.now, options: options)
    var events = CalendarEvents()
    var added = CalendarEvents()
    for plan in workload.plans { try! writer.append(plan, to: &events, added: &added) }
    measure("calendar.ics, \(words)", events.text.count, "bytes") { _ in
      events.removeAll()
      for plan in workload.plans { try! writer.append(plan, to: &events, added: &added) }
      blackHole(events.count)
    }
  }
}

private func pages(_ w: Workload, _ bills: Workload) throws(RunFault) {
  let report = try w.sources.templates.report()
  var writer = SectionWriter(report, w.header)
  var sections = AccountSections()
  var summary = RunSummary(now: Workload.now)
  for plan in w.plans {
    writer.append(plan, isDrawn: true, to: &sections)
    summary.count(plan)
  }
  var inlined = InlinedAccounts()
  inlined.append(sections)
  let accounts = ReportAccounts(inlined: inlined)
  let log = DiagnosticLog()

  measure("accounts' sections of the report, W", w.plans.count, "accounts") { _ in
    sections.removeAll()
    for plan in w.plans { writer.append(plan, isDrawn: false, to: &sections) }
    blackHole(sections.size)
  }
  measure("index.html from sections and summary, W", report.index(summary, w.header, log, accounts).count, "bytes") {
    _ in
    blackHole(report.index(summary, w.header, log, accounts))
  }
  let plan = bills.plans[0]
  measure("page of one account, bills", report.accountPage(plan, bills.header).count, "bytes") { _ in
    blackHole(report.accountPage(plan, bills.header))
  }
  measure("counts of the summary, W", w.decisionCount, "decisions") { _ in
    var summary = RunSummary(now: Workload.now)
    for plan in w.plans { summary.count(plan) }
    blackHole(summary.accounts)
  }
  measure("summary.json, W", SummaryFile(summary, w.header, log).document.count, "bytes") { _ in
    blackHole(SummaryFile(summary, w.header, log).document)
  }
}
