import Bytes
import PlanModel
import RunModel

/// The accounts on the first page, all or only those that need attention, with links to the rest.
package struct ReportAccounts: Sendable {
  /// The number of list rows on the first page.
  package static let shown = 50

  /// nil if the accounts have pages of their own.
  package var inlined: InlinedAccounts?
  /// The lists, each with its first rows, written by ``ReportRenderer/row(_:id:names:isInFolder:to:)``.
  package var lists: [(list: SiteEntry.List, count: Int, rows: WrittenBytes)] = []
  /// The pages of the list of all accounts, each with its first and last id.
  package var ranges: [(first: String, last: String)] = []

  /// The accounts with the most of each finding.
  package var worst = WorstAccounts()

  package init(inlined: InlinedAccounts? = nil) {
    self.inlined = inlined
    for account in inlined?.accounts ?? [] { worst.count(account) }
  }

  func add(_ summary: RunSummary, to view: inout PageView) {
    view.add("sections", inlined?.markup())
    view.add("lists", lists.filter { $0.list != .all && $0.count > 0 }) { view, list in
      view.add("name", list.list.name)
      view.add("listWords", list.list.words)
      // An account with another loss is already in an earlier list.
      let above = list.list == .horizon ? summary.horizonCount - list.count : 0
      view.add("count", list.count + above)
      view.add("listed", list.count)
      view.add("listedAbove", some: above)
      view.add("rows", Markup(list.rows))
      view.add("all", list.count > ReportAccounts.shown ? Site.list(list.list, 1) : nil)
    }
    view.add("ranges", ranges.enumerated()) { view, range in
      view.add("file", Site.list(.all, range.offset + 1))
      view.add("first", range.element.first.shown(24))
      view.add("last", range.element.last.shown(24))
    }
    view.add("firstPage", ranges.isEmpty ? nil : Site.accounts(1))
  }
}

/// A page of a site's accounts, while it is filled.
package struct AccountsPage: ~Copyable {
  private var sections = ByteWriter()
  /// The page number, from 1.
  package let number: Int
  /// The number of accounts on the page.
  package private(set) var count = 0
  private let before: Int

  /// - Parameter before: The number of accounts on earlier pages.
  package init(number: Int, before: Int) { (self.number, self.before) = (number, before) }

  package var size: Int { sections.count }
  /// The number of accounts on this page and earlier ones.
  package var end: Int { before + count }

  /// - Parameter section: The section that ``SectionWriter`` wrote.
  package mutating func append(_ section: Span<UInt8>) {
    count += 1
    sections.append(section)
  }

  consuming func markup() -> Markup { Markup(sections) }
}
