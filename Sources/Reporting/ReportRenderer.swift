import CivilTime
import Diagnostics
import Mustache
import PlanModel

/// Renders the audit page from the plan and the templates in `templates/report`.
package struct ReportRenderer: Sendable {
  /// Rows that one account may have on the page.
  private static let rowLimit = 2000

  private let templates: ReportTemplates

  /// - Parameter text: The text of a file below the templates folder, and the name to show for it.
  package init(_ text: (String) throws(FatalInput) -> (String, shownAs: String)) throws(FatalInput) {
    templates = try ReportTemplates(text)
  }

  package func account(_ plan: AccountPlan) -> RenderedAccount {
    var view = PageView()
    let tally = plan.decisions.reduce(into: RunSummary.Tally()) { $0.count($1.outcome) }
    let stem = StableHash("\(plan.account.app)\u{0}\(plan.account.id.text)").hexadecimal.prefix(16)
    view["anchor"] = "account-" + String(decoding: stem, as: UTF8.self)
    view["id"] = plan.account.id.text
    view["app"] = plan.account.app
    view["appName"] = plan.policy.name
    view["zone"] = plan.timeline.stays.map(\.zone.name).joined(separator: " → ")
    view["platform"] = plan.account.platform.rawValue
    view["authorization"] = plan.account.authorization.rawValue
    view["scheduled"] = tally.scheduled
    // A number opens a section even where it is 0, so what is not there is left out.
    if tally.armed > 0 { view["armed"] = tally.armed }
    view["dropped"] = tally.dropped
    view["hasProblem"] = plan.hasProblem
    view["windowEnd"] = plan.windowEnd.description
    view["slots"] = slots(plan)
    if let horizon = plan.coverageHorizon {
      view["horizon"] = horizon.description
      view["horizonLocal"] = plan.timeline.local(at: horizon).forReaders
    }
    view["rows"] = plan.decisions.prefix(ReportRenderer.rowLimit).map { row($0, plan) }
    let left = plan.decisions.count - ReportRenderer.rowLimit
    if left > 0 { view["leftOut"] = left }
    return RenderedAccount(html: templates.account.render(view), hasProblem: plan.hasProblem)
  }

  private func slots(_ plan: AccountPlan) -> String {
    guard let limit = plan.slots.limit else { return "\(plan.slots.used), without a limit" }
    let reserved = plan.slots.reserved > 0 ? " (\(plan.slots.reserved) of them reserved)" : ""
    return "\(plan.slots.used) of \(limit)\(reserved)"
  }

  /// Every name that a row's template may ask for: one that is not there is looked for in the account and the run.
  private static var emptyRow: PageView { PageView(emptyValues) }

  private static let emptyValues: [String: any Sendable] = [
    "date": "", "time": "", "offset": "", "utc": "", "reason": false, "notes": false,
  ]

  private func row(_ decision: Decision, _ plan: AccountPlan) -> PageView {
    let request = plan.requests[Int(decision.request)]
    var view = ReportRenderer.emptyRow
    view["kind"] = request.kind.rawValue
    view["notification"] = request.identifier.text
    view["title"] = request.title
    view["body"] = request.body
    if let at = decision.at {
      let offset = plan.timeline.offset(at: at)
      let local = at.local(at: offset)
      view["at"] = at.description
      view["date"] = "\(local.date.weekday.code) \(local.date)"
      view["time"] = local.time.forReaders
      view["offset"] = offset.description
      view["utc"] = at.utc.forReaders
    } else if let local = decision.local {
      view["date"] = "\(local.date.weekday.code) \(local.date)"
      view["time"] = local.time.forReaders
    }
    view["outcome"] = decision.outcome.name
    if let reason = decision.outcome.reason {
      view["reason"] = reason.rawValue
      view["reasonWords"] = reason.entry.summary
      view["tone"] = reason.entry.isProblem ? "stop" : "calm"
    } else {
      let badge = decision.badge > 0 ? ", badge \(decision.badge)" : ""
      view["more"] = badge + (decision.slot > 0 ? ", slot \(decision.slot)" : "")
    }
    var notes: [String] = []
    if decision.isLate { notes.append("told late") }
    if let from = decision.deferredFrom {
      notes.append("moved by quiet hours from \(plan.timeline.local(at: from).forReaders)")
    }
    if decision.shift != nil, let local = decision.local {
      notes.append("asked for \(local.forReaders), which no clock shows")
    }
    if !notes.isEmpty { view["notes"] = notes.joined(separator: "; ") }
    return view
  }

  package func index(
    _ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog, _ page: PageAccounts
  ) -> String {
    var view = PageView()
    view["style"] = templates.style.text
    view["styleHash"] = templates.style.hash
    view["version"] = header.version
    view["now"] = header.now.description
    view["days"] = header.days
    view["tzdata"] = header.tzdata
    view["command"] = header.command
    view["accounts"] = summary.accounts
    view["scheduled"] = summary.decisions.scheduled
    view["armed"] = summary.decisions.armed
    view["dropped"] = summary.decisions.dropped
    view["rejected"] = summary.rejected
    view["verdict"] = verdict(summary, log)
    view["isFine"] = summary.rejected == 0 && summary.horizonCount == 0
    view["policies"] = header.policies.map { ["app": $0.app, "file": $0.file, "days": $0.days, "sha256": $0.sha256] }
    view["inputs"] = header.inputs.map {
      [
        "file": $0.file, "format": $0.format, "exportedAt": $0.exportedAt?.description ?? "not given",
        "sha256": $0.sha256,
      ]
    }
    view["reasons"] = Reason.allCases.filter { summary.reasons[$0.index] > 0 }.map {
      [
        "code": $0.rawValue, "count": summary.reasons[$0.index], "words": $0.entry.summary,
        "explanation": $0.entry.explanation, "isProblem": $0.entry.isProblem,
      ]
    }
    view["kinds"] = Kind.allCases.filter { summary.kinds[$0.index].total > 0 }.map {
      let tally = summary.kinds[$0.index]
      return ["kind": $0.rawValue, "scheduled": tally.scheduled, "armed": tally.armed, "dropped": tally.dropped]
    }
    let most = summary.days.values.map { $0.reduce(0, +) }.max() ?? 0
    view["days_"] = summary.days.sorted { $0.key < $1.key }.map { day, counts in
      let count = counts.reduce(0, +)
      return [
        "date": "\(day.weekday.code) \(day)", "count": count, "width": most == 0 ? 0 : count * 300 / most,
      ]
    }
    view["zones"] = summary.zones.sorted { $0.key.compareBytes($1.key) < 0 }.map {
      ["zone": $0.key, "accounts": $0.value.accounts, "scheduled": $0.value.decisions.scheduled]
    }
    var sorted = summary
    sorted.sortHorizons()
    view["horizons"] = sorted.horizons.prefix(100).map { ["account": $0.account, "at": $0.at.description] }
    view["horizonCount"] = summary.horizonCount
    view["hasHorizons"] = summary.horizonCount > 0
    view["diagnostics"] = log.first.prefix(200).map {
      ["severity": $0.severity.rawValue, "place": $0.location.description, "message": $0.message]
    }
    view["hasDiagnostics"] = log.errors + log.warnings > 0
    let more = log.errors + log.warnings - 200
    if more > 0 { view["diagnosticsLeftOut"] = more }
    if summary.supersededCount > 0 { view["hasSuperseded"] = true }
    view["superseded"] = summary.superseded.prefix(200).map {
      [
        "account": $0.account, "item": $0.item ?? "the account itself", "record": header.place($0.location),
        "by": header.place($0.by),
      ]
    }
    let shown = page.shown
    view["accountPages"] = shown.map(\.html).joined()
    view["shown"] = shown.count
    let left = page.total - shown.count
    if left > 0 { view["accountsLeftOut"] = left }
    return templates.index.render(view)
  }

  private func verdict(_ summary: RunSummary, _ log: DiagnosticLog) -> String {
    var parts: [String] = []
    if summary.rejected > 0 { parts.append("\(summary.rejected.of("record")) rejected") }
    if summary.horizonCount > 0 { parts.append("\(summary.horizonCount.of("account")) over the slot limit") }
    if summary.reasons[Reason.unauthorized.index] > 0 { parts.append("some accounts may not be notified") }
    return parts.isEmpty
      ? "Every record was accepted, and every plan fits its device." : parts.joined(separator: "; ") + "."
  }
}

extension LocalTime {
  /// `09:00`; with seconds where they are not 0.
  var forReaders: String { second == 0 ? String(description.prefix(5)) : description }
}

extension LocalDateTime {
  /// `2026-11-20 09:00`.
  var forReaders: String { "\(date) \(time.forReaders)" }
}

extension ReportRenderer {
  /// A page of one account alone.
  package func accountPage(_ plan: AccountPlan, _ header: RunHeader) -> String { account(plan).html }
}
