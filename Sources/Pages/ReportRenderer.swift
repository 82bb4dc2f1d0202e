import Bytes
import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// Renders the audit pages from what was decided and the templates in `templates/report`.
///
/// A page is a function of the plans, the summary, the header and the log alone.
package struct ReportRenderer: Sendable {
  /// Bytes of changes on the page.
  private static let changeBytes = 300_000

  private let templates: ReportTemplates

  /// What a site is rendered by; nil: there is to be none.
  package let site: SiteRenderer?

  /// - Parameter hasSite: Whether a site may have to be rendered.
  package init(_ text: TemplateText, hasSite: Bool = false) throws(FatalInput) {
    templates = try ReportTemplates(text)
    site = hasSite ? try SiteRenderer(templates, text) : nil
  }

  /// An account's section of the summary page.
  package func account(_ plan: AccountPlan, _ header: RunHeader) -> RenderedAccount {
    let view = AccountView(plan, header, templates, .section).view
    return RenderedAccount(plan, html: templates.account.fill(view), isWhole: view.isAbsent("leftOut"))
  }

  /// An account that is worth a look, and has no section on the summary page.
  package func line(_ plan: AccountPlan) -> RenderedAccount { RenderedAccount(plan, html: nil) }

  /// `index.html`: the run, and the accounts of `page`.
  package func index(
    _ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog, _ page: PageAccounts
  ) -> WrittenBytes {
    templates.index.fill(indexView(summary, header, log, page)).bytes
  }

  func indexView(
    _ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog, _ page: PageAccounts
  ) -> PageView {
    let shown = page.shown
    var view = HeaderView(header, templates).view
    RunView(summary, header, log, shown: shown).add(to: &view)
    addChanges(summary, header, shown, &view)
    addLookList(page.worthALook, shown, summary, &view)
    view.add("shown", shown.count)
    let left = page.total - shown.count
    view.add("accountsLeftOut", left > 0 ? left : nil)
    view.add("sections", sections(shown))
    return view
  }

  /// A page of one account, with as much of it as 5 MB hold.
  ///
  /// - Parameter index: The page of the run, from this one; nil: there is none.
  package func accountPage(_ plan: AccountPlan, _ header: RunHeader, index: String? = nil) -> WrittenBytes {
    templates.page.fill(pageView(plan, header, index: index)).bytes
  }

  func pageView(_ plan: AccountPlan, _ header: RunHeader, index: String? = nil) -> PageView {
    var counts = [Int](repeating: 0, count: Reason.count)
    let problems = Set(plan.problems.map(\.reason))
    var kinds: [Kind: RunSummary.Tally] = [:]
    for decision in plan.decisions {
      if let reason = decision.outcome.reason { counts[reason.index] += 1 }
      kinds[plan.requests[Int(decision.request)].kind, default: RunSummary.Tally()].count(decision.outcome)
    }
    let account = AccountView(plan, header, templates, .page).view
    var view = HeaderView(header, templates).view
    view.add("index", index)
    view.add("anchor", plan.anchor)
    view.add("id", plan.name.words.shown(AccountLimits.page.text))
    view.add("app", plan.account.app.shown(60))
    view.add("appName", plan.policy.name.shown(60))
    view.add("hasProblem", plan.hasProblem)
    view.addReasons(
      Reason.allCases.filter { counts[$0.index] > 0 }.map { ($0, counts[$0.index]) }, isProblem: problems.contains
    ) { _ in [] }
    view.addKinds(kinds)
    view.add("section", templates.account.fill(account))
    return view
  }

  /// What differs from the plan before, where there was one.
  ///
  /// - Parameter shown: The accounts on the page.
  func addChanges(
    _ summary: RunSummary, _ header: RunHeader, _ shown: [RenderedAccount], _ view: inout PageView
  ) {
    SinceView(summary).add(to: &view)
    let whole = Dictionary(shown.map { ($0.anchor, $0.isWhole) }) { first, _ in first }
    let groups = ChangeGroups(templates.changes, asOf: header.now) { change in
      let account = AccountPlan.anchor(change.owner)
      // What this plan has no candidate of has no row.
      guard let isWhole = whole[account] else { return nil }
      return isWhole && (change.verb != .removed || change.reason != nil)
        ? change.occurrence.map(TimelineView.anchor) ?? account : account
    }
    (summary.changes ?? ChangeLog()).fill(&view, groups, limit: ReportRenderer.changeBytes, skipsPassing: true)
  }

  /// The accounts with something worth a look, what it is, and where it is shown.
  private func addLookList(
    _ looks: [RenderedAccount], _ shown: [RenderedAccount], _ summary: RunSummary, _ view: inout PageView
  ) {
    let anchors = Set(shown.map(\.anchor))
    view.add("hasLooks", !looks.isEmpty)
    view.add("looks", looks) { view, account in
      view.add("anchor", anchors.contains(account.anchor) ? account.anchor : nil)
      view.add("id", account.id.shown(100))
      view.add("appName", account.appName.shown(60))
      view.add("stale", account.stale?.description)
      view.add("planAgain", account.planAgain?.at.description)
      view.add("planAgainCause", account.planAgain?.cause.words)
      let isShown = anchors.contains(account.anchor)
      view.add("problems", account.problems) { view, problem in
        view.add("reason", problem.reason.code)
        view.add("words", problem.reason.entry.summary)
        view.add("count", problem.count)
        let link = ShowLink(["reason": problem.reason.code, "id": account.anchor])
        view.add("show", isShown ? link.fragment : nil)
      }
    }
    let left = summary.accountsWithProblems - looks.count
    view.add("looksLeftOut", left > 0 ? left : nil)
  }

  /// The accounts one after the other; one alone is open.
  private func sections(_ shown: [RenderedAccount]) -> Markup {
    var markup = Markup()
    for account in shown {
      let open: Markup = shown.count == 1 ? " open" : ""
      markup.append(
        """
        <details class="account" id="\(account.anchor)" data-account="\(account.id.shown(300))" \
        data-app="\(account.app)" data-zones="\(account.zones)"\(open)>

        """)
      if let html = account.html { markup.append(html) }
      markup.append("</details>\n")
    }
    return markup
  }
}
