import Bytes
import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// Renders a site: the report of a run with more accounts than a page holds. `index.html` tells of the run and finds the accounts, and the
/// folder ``folder`` has them.
///
/// A page knows of the others by their numbers alone, and every file is a function of the plans and the header.
package struct SiteRenderer: Sendable {
  /// What a site has beside `index.html`.
  package static let folder = "pages"
  /// Bytes of sections with which a page of accounts is full.
  package static let pageSize = 1 << 19
  /// What stands in a section where its number on its page will.
  private static let number: StaticString = "-----"
  private static let mark = Array("id=\"a\(number)\"".utf8)
  private static let limits = AccountLimits(
    rows: 0, bytes: 0, text: 300, actions: 20, others: 20)

  let templates: ReportTemplates
  let site: SiteTemplates

  init(_ templates: ReportTemplates, _ text: TemplateText) throws(FatalInput) {
    self.templates = templates
    site = try SiteTemplates(text)
  }

  /// Writes accounts' sections. One belongs to one task.
  package struct Writer {
    private let renderer: SiteRenderer
    private let header: RunHeader
    private var timeline: SiteTimeline

    package init(_ renderer: SiteRenderer, _ header: RunHeader) {
      self.renderer = renderer
      self.header = header
      timeline = SiteTimeline(header)
    }

    package mutating func append(_ plan: AccountPlan, to sections: inout SiteSections) {
      let view = view(plan)
      sections.append(SiteAccount(plan)) { out in
        let start = out.count
        renderer.site.account.fill(view, into: &out)
        // A text cannot pass for it: its quotation marks are escaped.
        return out.withSpan { $0.extracting(start..<$0.count).firstIndex(of: SiteRenderer.mark) }.map { $0 + 5 }
      }
    }

    mutating func view(_ plan: AccountPlan) -> PageView {
      let rows = timeline.render(plan)
      var view = AccountView(plan, header, renderer.templates, SiteRenderer.limits).view(rows)
      view.add("number", "\(SiteRenderer.number)")
      return view
    }
  }

  // MARK: Pages of accounts

  /// A page of accounts while it grows.
  package struct Page: ~Copyable {
    private var sections = ByteWriter()
    /// From 1.
    package let number: Int
    /// Accounts on it.
    package private(set) var count = 0
    private let before: Int

    /// - Parameter before: Accounts on the pages before it.
    package init(number: Int, before: Int) {
      (self.number, self.before) = (number, before)
    }

    package var size: Int { sections.count }
    /// Accounts on it and on the pages before it.
    package var end: Int { before + count }

    /// - Parameter section: As a ``Writer`` wrote it.
    package mutating func append(_ section: Span<UInt8>, anchor: Int?) {
      count += 1
      var digits: [UInt8] = []
      var rest = count
      for _ in 0..<5 {
        digits.insert(UInt8(48 + rest % 10), at: 0)
        rest /= 10
      }
      guard let anchor else { return sections.append(section) }
      sections.append(section.extracting(0..<anchor))
      sections.append(digits.span)
      sections.append(section.extracting(anchor + digits.count..<section.count))
    }

    consuming func markup() -> Markup { Markup(sections) }
  }

  /// - Parameter isLast: Whether no page follows.
  package func page(_ page: consuming Page, isLast: Bool, _ header: RunHeader) -> WrittenBytes {
    site.accounts.fill(pageView(page, isLast: isLast, header)).bytes
  }

  func pageView(_ page: consuming Page, isLast: Bool, _ header: RunHeader) -> PageView {
    var view = frame(header, site.reveal)
    let (number, count, end) = (page.number, page.count, page.end)
    view.add("page", number)
    view.add("first", end - count + 1)
    view.add("last", end)
    view.add("previous", number > 1 ? SiteRenderer.file("accounts", number - 1) : nil)
    view.add("next", isLast ? nil : SiteRenderer.file("accounts", number + 1))
    view.add("sections", page.markup())
    return view
  }

  /// What a file in ``folder`` is called.
  static func file(_ name: String, _ number: Int, _ ending: String = "html") -> String {
    let digits = String(number)
    return "\(name)-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".\(ending)"
  }

  /// The path of a page of accounts.
  package static func accounts(_ number: Int) -> String { "\(folder)/\(file("accounts", number))" }
  package static func list(_ list: SiteEntry.List, _ number: Int) -> String { "\(folder)/\(file(list.name, number))" }
  package static func search(_ number: Int) -> String { "\(folder)/\(file("search", number, "js"))" }
  package static let directory = "\(folder)/search.js"

  // MARK: Lists

  /// A row of a list.
  ///
  /// - Parameter id: The account's.
  package func row(_ entry: SiteEntry, id: String, names: SiteNames, isInFolder: Bool = true, to out: inout ByteWriter)
  {
    out.append(isInFolder ? "<tr><th scope=row><a href=" : "<tr><th scope=row><a href=pages/")
    out.append(text: SiteRenderer.file("accounts", Int(entry.page)))
    out.append("#")
    out.append(text: SiteRenderer.anchor(entry))
    out.append("><bdi>")
    out.append(html: id)
    out.append("</bdi></a><td><bdi>")
    out.append(html: names.appNames[Int(entry.app)].shown(60))
    out.append("</bdi><td>")
    out.append(html: names.zones.texts[Int(entry.zone)])
    out.append("<td>")
    if entry.marks.contains(.stale) { out.append("<span class=\"chip stop\">stale</span> ") }
    if entry.marks.contains(.rejected) { out.append("<span class=\"chip stop\">records rejected</span> ") }
    if entry.lost > 0 {
      out.append("<b>")
      out.append(decimal: entry.lost)
      out.append("</b> ")
    }
    for mark in entry.looks.members {
      out.append("<span class=\"chip stop\">")
      out.append(html: mark.words)
      out.append("</span> ")
    }
    out.append("<td class=time>")
    if entry.planAgain != .max { out.append(text: Instant(epochSeconds: entry.planAgain)?.description ?? "") }
    out.append("\n")
  }

  static func anchor(_ entry: SiteEntry) -> String {
    let digits = String(entry.place)
    return "a" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  /// - Parameters:
  ///   - number: Of the page among those of the list, from 1.
  ///   - rows: As ``row(_:id:names:isInFolder:to:)`` writes them.
  ///   - first: The number of the first of them in the list, from 1; and of the last, and how many the list has.
  package func list(
    _ list: SiteEntry.List, number: Int, rows: WrittenBytes, first: Int, last: Int, total: Int, _ header: RunHeader
  ) -> WrittenBytes {
    site.list.fill(listView(list, number: number, rows: rows, first: first, last: last, total: total, header)).bytes
  }

  func listView(
    _ list: SiteEntry.List, number: Int, rows: WrittenBytes, first: Int, last: Int, total: Int, _ header: RunHeader
  ) -> PageView {
    var view = frame(header, nil)
    view.add("title", list.words)
    view.add("first", first)
    view.add("last", last)
    view.add("total", total)
    view.add("previous", first > 1 ? SiteRenderer.file(list.name, number - 1) : nil)
    view.add("next", last < total ? SiteRenderer.file(list.name, number + 1) : nil)
    view.add("rows", Markup(rows))
    return view
  }

  /// What every page in the folder has.
  ///
  /// - Parameter script: The one that it may run; nil: none.
  private func frame(_ header: RunHeader, _ script: InlineSource?) -> PageView {
    var view = PageView()
    view.add("style", site.style.markup)
    view.add("styleHash", site.style.hash)
    view.add("script", script?.markup)
    view.add("scriptHash", script?.hash)
    view.add("now", header.now.description)
    view.add("today", header.now.utc.date.forReaders)
    view.add("version", header.version)
    return view
  }
}

extension SiteEntry.List {
  /// What its files are called.
  var name: String {
    switch self {
    case .rejected: "rejected"
    case .lost: "lost"
    case .horizon: "horizon"
    case .all: "by-id"
    }
  }

  var words: String {
    switch self {
    case .rejected: "Records rejected, or an earlier plan kept"
    case .lost: "Notifications lost"
    case .horizon: "More than the device holds"
    case .all: "All accounts by id"
    }
  }
}

extension Span<UInt8> {
  fileprivate func firstIndex(of needle: [UInt8]) -> Int? {
    var index = 0
    while index + needle.count <= count {
      if self[index] == needle[0], needle.indices.allSatisfy({ self[index + $0] == needle[$0] }) { return index }
      index += 1
    }
    return nil
  }
}

/// The apps and zones of a site's accounts, by number in the order of their first account.
package struct SiteNames: Sendable {
  /// Texts, each once.
  struct Table: Sendable {
    private(set) var texts: [String] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of text: String) -> Int {
      if let known = numbers[text] { return known }
      numbers[text] = texts.count
      texts.append(text)
      return texts.count - 1
    }
  }

  private(set) var apps = Table()
  private(set) var zones = Table()
  /// As people read them, by app.
  private(set) var appNames: [String] = []
  private let names: [String: String]

  package init(_ header: RunHeader) {
    names = Dictionary(header.policies.map { ($0.app, $0.name) }) { first, _ in first }
  }

  package mutating func numbers(of account: SiteAccount) -> (app: Int, zone: Int) {
    let app = apps.number(of: account.app)
    if app == appNames.count { appNames.append(names[account.app] ?? account.app) }
    return (app, zones.number(of: account.zone))
  }
}
