import Bytes
import CivilTime
import Diagnostics
import PlanFiles
import PlanModel
import RunModel

/// Renders the report with the templates in `templates/report`: one page, or the first page of a site (see ``Site``).
///
/// A page depends only on the plans, the summary, the header and the log.
package struct ReportRenderer: Sendable {
  /// The bytes of changes on the page.
  private static let changeBytes = 300_000

  let templates: ReportTemplates

  package init(_ text: TemplateText) throws(RunFault) { templates = try ReportTemplates(text) }

  /// Renders `index.html`.
  package func index(
    _ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog, _ accounts: ReportAccounts
  ) -> WrittenBytes {
    templates.index.fill(indexView(summary, header, log, accounts)).bytes
  }

  func indexView(
    _ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog, _ accounts: ReportAccounts
  ) -> PageView {
    let inlined = accounts.inlined?.accounts ?? []
    var view = HeaderView(header, templates).view
    view.add("isSite", accounts.inlined == nil)
    RunView(summary, header, log, inlined, accounts.worst).add(to: &view)
    addChanges(summary, header, inlined, isSite: accounts.inlined == nil, &view)
    accounts.add(summary, to: &view)
    view.add("data", Markup(PageData(summary, header, accounts: accounts.inlined.map { _ in inlined.count }).line))
    return view
  }

  /// Adds the differences from the previous plan, if one exists.
  private func addChanges(
    _ summary: RunSummary, _ header: RunHeader, _ inlined: [ListedAccount], isSite: Bool, _ view: inout PageView
  ) {
    SinceView(summary).add(to: &view)
    let whole = Dictionary(inlined.map { ($0.anchor, $0.isComplete) }) { first, _ in first }
    let groups = ChangeGroups(templates.changes, asOf: header.now) { change in
      // An occurrence without a candidate in this plan has no row.
      guard let isComplete = whole[change.owner.anchorHash] else {
        return isSite && change.ofAccount != .isGone ? ShowLink.anchor(of: change.owner) : nil
      }
      return isComplete && (change.verb != .removed || change.reason != nil)
        ? change.occurrence.map(Timeline.anchor) ?? change.owner.anchor : change.owner.anchor
    }
    (summary.changes ?? ChangeLog()).fill(&view, groups, limit: ReportRenderer.changeBytes)
  }

  // MARK: Pages of accounts

  package func page(_ page: consuming AccountsPage, isLast: Bool, _ header: RunHeader) -> WrittenBytes {
    templates.accounts.fill(pageView(page, isLast: isLast, header)).bytes
  }

  func pageView(_ page: consuming AccountsPage, isLast: Bool, _ header: RunHeader) -> PageView {
    let (number, count, end) = (page.number, page.count, page.end)
    return view(
      header, title: "Accounts \((end - count + 1).grouped) to \(end.grouped)", count: count, index: "../index.html",
      previous: number > 1 ? Site.file("accounts", number - 1) : nil,
      next: isLast ? nil : Site.file("accounts", number + 1), page.markup())
  }

  /// Renders the page of one account, as much as 5 MB hold.
  ///
  /// - Parameter index: The path from this page to that of the run; nil if the run has none.
  package func accountPage(_ plan: AccountPlan, _ header: RunHeader, index: String? = nil) -> WrittenBytes {
    let id = plan.name.words.shown(AccountLimits.page.text)
    return templates.accounts.fill(
      view(header, title: "Account \(id)", count: 1, index: index, SectionWriter.page(plan, header, templates))
    ).bytes
  }

  private func view(
    _ header: RunHeader, title: String, count: Int, index: String?, previous: String? = nil, next: String? = nil,
    _ sections: Markup
  ) -> PageView {
    var view = HeaderView(header, templates).view
    view.add("isSite", false)
    view.add("title", title)
    view.add("index", index)
    view.add("previous", previous)
    view.add("next", next)
    view.add("explained", Reason.allCases) { view, reason in
      view.add("code", reason.code)
      view.add("words", reason.summary)
      view.add("explanation", reason.explanation)
    }
    view.add("sections", sections)
    view.add("data", Markup(PageData(header, accounts: count).line))
    return view
  }

  // MARK: Lists

  /// Renders a page of a list.
  ///
  /// - Parameters:
  ///   - number: The number of the page in its list, from 1.
  ///   - rows: Rows written by ``row(_:id:names:isInFolder:to:)``.
  ///   - range: The numbers of its rows in the list, from 1.
  ///   - total: The number of accounts in the list.
  package func list(
    _ list: SiteEntry.List, number: Int, rows: WrittenBytes, _ range: ClosedRange<Int>, of total: Int,
    _ header: RunHeader
  ) -> WrittenBytes {
    templates.list.fill(listView(list, number: number, rows: rows, range, of: total, header)).bytes
  }

  func listView(
    _ list: SiteEntry.List, number: Int, rows: WrittenBytes, _ range: ClosedRange<Int>, of total: Int,
    _ header: RunHeader
  ) -> PageView {
    var view = HeaderView(header, templates).view
    view.add("isSite", false)
    view.add("title", list.words)
    view.add("first", range.lowerBound)
    view.add("last", range.upperBound)
    view.add("total", total)
    view.add("previous", number > 1 ? Site.file(list.name, number - 1) : nil)
    view.add("next", range.upperBound < total ? Site.file(list.name, number + 1) : nil)
    view.add("rows", Markup(rows))
    view.add("data", Markup(PageData(header, rows: range.count).line))
    return view
  }

  /// Writes a row of a list.
  package func row(
    _ entry: SiteEntry, id: String, names: SiteNames, _ header: RunHeader, isInFolder: Bool = true,
    to out: inout ByteWriter
  ) {
    let page = (isInFolder ? "" : "\(Site.folder)/") + Site.file("accounts", Int(entry.page))
    let (app, zone) = (names.appNames[Int(entry.app)].shown(60), names.zones.texts[Int(entry.zone)])
    var row: Markup = """
      <tr><th scope=row><a href=\(page)#\(AccountName.anchor(entry.anchor))><bdi>\(id)</bdi></a>\
      <td><bdi>\(app)</bdi><td>\(zone)<td>
      """
    if entry.marks.contains(.stale) { row.append("<span class=\"chip stop\">stale</span> ") }
    if entry.marks.contains(.rejected) { row.append("<span class=\"chip stop\">records rejected</span> ") }
    if entry.lost > 0 { row.append("<b>\(Int(entry.lost).grouped)</b> ") }
    for mark in entry.attentionMarks.members { row.append("<span class=\"chip stop\">\(mark.words)</span> ") }
    row.append("<td class=time>")
    if let at = Instant(epochSeconds: entry.planAgain), entry.planAgain != .max {
      row.append(at.markup(in: header.now.utc.date.year))
    }
    row.append("\n")
    out.append(row.bytes)
  }
}
