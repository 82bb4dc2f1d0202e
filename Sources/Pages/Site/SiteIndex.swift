import Bytes
import PlanModel
import RunModel

/// What the first page of a site lists.
package struct SiteIndex: Sendable {
  /// Rows of a list that stand on the first page.
  package static let shown = 50

  /// A list of accounts.
  package struct List: Sendable {
    let list: SiteEntry.List
    let count: Int
    /// As ``SiteRenderer/row(_:id:names:isInFolder:to:)`` writes the first ones.
    let rows: WrittenBytes

    package init(_ list: SiteEntry.List, count: Int, rows: WrittenBytes) {
      (self.list, self.count, self.rows) = (list, count, rows)
    }
  }

  /// A page of the list of all accounts, and the ids that it begins and ends with.
  package struct Range: Sendable {
    let first: String
    let last: String

    package init(first: String, last: String) {
      (self.first, self.last) = (first, last)
    }
  }

  package var lists: [List] = []
  package var ranges: [Range] = []
  package var accounts = 0

  package init() {}
}

extension ReportRenderer {
  /// `index.html` of a site.
  package func index(
    _ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog, _ index: SiteIndex, _ renderer: SiteRenderer
  ) -> WrittenBytes {
    renderer.site.index.fill(indexView(summary, header, log, index, renderer)).bytes
  }

  func indexView(
    _ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog, _ index: SiteIndex, _ renderer: SiteRenderer
  ) -> PageView {
    let site = renderer.site
    var view = HeaderView(header, style: site.style, script: site.search).view
    RunView(summary, header, log, shown: []).add(to: &view)
    addChanges(summary, header, [], &view)
    view.add("lists", index.lists.filter { $0.list != .all && $0.count > 0 }) { view, list in
      view.add("name", list.list.name)
      view.add("listWords", list.list.words)
      // An account that loses something else as well stands in an earlier list.
      let above = list.list == .horizon ? summary.horizonCount - list.count : 0
      view.add("count", list.count + above)
      view.add("listed", list.count)
      view.add("listedAbove", above > 0 ? above : nil)
      view.add("rows", Markup(list.rows))
      view.add("all", list.count > SiteIndex.shown ? SiteRenderer.list(list.list, 1) : nil)
    }
    view.add("ranges", index.ranges.enumerated()) { view, range in
      view.add("file", SiteRenderer.list(.all, range.offset + 1))
      view.add("first", range.element.first.shown(24))
      view.add("last", range.element.last.shown(24))
    }
    view.add("severities", SiteEntry.List.allCases.filter { $0 != .all }) { view, list in
      view.add("number", "\(list.rawValue)")
      view.add("listWords", list.words)
    }
    view.add("firstPage", index.accounts > 0 ? SiteRenderer.accounts(1) : nil)
    return view
  }
}
