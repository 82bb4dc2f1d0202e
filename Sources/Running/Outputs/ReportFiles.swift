import Bytes
import Diagnostics
import Pages
import RunModel
import Spilling

/// The accounts of the report: on the first page while they all fit, then on pages of their own. See ``Site``.
///
/// Memory holds the current page of a site, the page before it, which may be the last, and a bounded part of the lists.
final class ReportFiles {
  /// The memory for sorting entries, and for ids, in bytes.
  private static let memory = 12 << 20
  /// The number of accounts per page of a list, and the most pages of the list of all accounts.
  private static let listed = 1000
  private static let maximumPages = 1000

  private let folder: OutputFolder
  private let renderer: ReportRenderer
  private let header: RunHeader
  /// `nil` if accounts have pages of their own.
  private var inlined: InlinedAccounts?
  private var page = AccountsPage(number: 1, before: 0)
  private var full: AccountsPage?
  private var names: SiteNames
  private var rows = RowSearch()
  private var entries = ExternalSorter<SiteEntry> { $0.sort() }
  private var ids = SpilledBytes(memory: ReportFiles.memory, of: "the ids of accounts")
  private var worst = WorstAccounts()
  private var counts = [Int](repeating: 0, count: SiteEntry.List.allCases.count)

  /// - Parameter isSite: Whether accounts always have pages of their own.
  init(_ folder: OutputFolder, _ renderer: ReportRenderer, _ header: RunHeader, isSite: Bool) {
    (self.folder, self.renderer, self.header) = (folder, renderer, header)
    names = SiteNames(header)
    inlined = isSite ? nil : InlinedAccounts()
  }

  private var accounts: Int { counts[Int(SiteEntry.List.all.rawValue)] }

  func write(_ sections: AccountSections) throws(RunFault) {
    if sections.accounts.isEmpty { return }
    guard inlined != nil else { return try writePages(sections) }
    inlined?.append(sections)
    guard let held = inlined, held.isFull else { return }
    inlined = nil
    for part in held.parts { try writePages(part) }
  }

  private func writePages(_ sections: AccountSections) throws(RunFault) {
    try sections.html.withSpan { (html) throws(RunFault) in
      try sections.lines.withSpan { (lines) throws(RunFault) in
        var (start, lineStart) = (0, 0)
        for account in sections.accounts {
          page.append(html.extracting(start..<start + account.size))
          let line = lines.extracting(lineStart..<lineStart + account.lineSize)
          if let script = rows.append(account, page: page.number, line) { try write(Site.rows(rows.number), script) }
          start += account.size
          lineStart += account.lineSize
          try note(account)
          if page.size >= Site.pageSize { try startPage() }
        }
      }
    }
    if entries.heldBytes > ReportFiles.memory { try entries.spill() }
  }

  /// Starts a page. The full page waits, and the page that waited before is written.
  private func startPage() throws(RunFault) {
    let next = AccountsPage(number: page.number + 1, before: page.end)
    let before = full.take()
    full = exchange(&page, with: next)
    if let before { try write(before, isLast: false) }
  }

  private func write(_ page: consuming AccountsPage, isLast: Bool) throws(RunFault) {
    let name = Site.accounts(page.number)
    try write(name, renderer.page(page, isLast: isLast, header))
  }

  private func write(_ name: String, _ bytes: WrittenBytes) throws(RunFault) {
    let file = try folder.file(name)
    try file.write(bytes)
    try file.close(sync: false)
  }

  private func note(_ account: ListedAccount) throws(RunFault) {
    let (app, zone) = names.numbers(of: account)
    worst.count(account, page: page.number)
    let start = try ids.append(account.id)
    for list in [.all, SiteEntry.List(account.severity)] {
      guard let list else { continue }
      entries.append(
        SiteEntry(account, in: list, number: accounts, app: app, zone: zone, page: page.number, idStart: start))
      if list != .all { counts[Int(list.rawValue)] += 1 }
    }
    counts[Int(SiteEntry.List.all.rawValue)] += 1
  }

  /// Writes the remaining pages, the lists and the search data.
  func finish() throws(RunFault) -> ReportAccounts {
    if let inlined { return ReportAccounts(inlined: inlined) }
    if let last = full.take() { try write(last, isLast: page.count == 0) }
    if page.count > 0 { try write(exchange(&page, with: AccountsPage(number: 0, before: 0)), isLast: true) }
    if let script = rows.close() { try write(Site.rows(rows.number), script) }
    var index = ReportAccounts()
    index.worst = worst
    guard accounts > 0 else { return index }
    var lists = SiteLists(renderer, header, names, counts, size: size)
    var search = SiteSearch()
    try entries.drain { (entry) throws(RunFault) in
      let id = try ids.text(entry.idStart, Int(entry.idSize))
      if let (name, bytes) = lists.append(entry, id: id, to: &index) { try write(name, bytes) }
      if entry.list == .all, let script = search.append(entry, id: id) {
        try write(Site.search(search.number), script)
      }
    }
    if let script = search.close() { try write(Site.search(search.number), script) }
    try write(Site.directory, search.directory(names, rows))
    return index
  }

  /// The number of accounts per page of a list.
  private var size: Int {
    max(ReportFiles.listed, (accounts + ReportFiles.maximumPages - 1) / ReportFiles.maximumPages)
  }
}

/// The lists of a site while they are written, one after the other.
private struct SiteLists: ~Copyable {
  private let renderer: ReportRenderer
  private let header: RunHeader
  private let names: SiteNames
  private let counts: [Int]
  /// The number of accounts per page.
  private let size: Int
  private var rows = ByteWriter()
  private var first = ByteWriter()
  private var firstID = ""
  /// The number of accounts in the current list so far.
  private var count = 0

  init(_ renderer: ReportRenderer, _ header: RunHeader, _ names: SiteNames, _ counts: [Int], size: Int) {
    (self.renderer, self.header, self.names, self.counts, self.size) = (renderer, header, names, counts, size)
  }

  /// - Returns: A page that is full or the last of a list.
  mutating func append(
    _ entry: SiteEntry, id: String, to index: inout ReportAccounts
  ) -> (name: String, page: WrittenBytes)? {
    let (list, total) = (entry.list, counts[Int(entry.list.rawValue)])
    if count % size == 0 { firstID = id }
    count += 1
    renderer.row(entry, id: id, names: names, header, to: &rows)
    if list != .all, count <= ReportAccounts.shown {
      renderer.row(entry, id: id, names: names, header, isInFolder: false, to: &first)
    }
    guard count % size == 0 || count == total else { return nil }
    let number = (count + size - 1) / size
    if list == .all { index.ranges.append((firstID, id)) }
    let page = renderer.list(
      list, number: number, rows: WrittenBytes(exchange(&rows, with: ByteWriter())),
      (number - 1) * size + 1...count, of: total, header)
    if count == total {
      index.lists.append((list, total, WrittenBytes(exchange(&first, with: ByteWriter()))))
      count = 0
    }
    return (Site.list(list, number), page)
  }
}
