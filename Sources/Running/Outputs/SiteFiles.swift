import Bytes
import Diagnostics
import Formats
import Pages
import RunModel
import Spilling

/// The files of a site while they grow, see ``SiteRenderer``.
///
/// In memory are the page of accounts at hand and the one before it, which does not know yet whether it is the last; of the lists, what
/// there is room for.
final class SiteFiles {
  /// Bytes of entries that are sorted in memory, and of ids that are kept there.
  private static let memory = 12 << 20
  /// Accounts of a page of a list, and how many pages the list of all accounts has at most.
  private static let listed = 1000
  private static let mostPages = 1000

  /// Where the page is to become a site only if it leaves accounts out, no fewer accounts make one: those of a small run would be
  /// rendered twice.
  private static let least = 100

  private let folder: OutputFolder
  private let renderer: SiteRenderer
  private let header: RunHeader
  private var page = SiteRenderer.Page(number: 1, before: 0)
  private var full: SiteRenderer.Page?
  private var names: SiteNames
  private var entries = ExternalSorter<SiteEntry> { $0.sort() }
  private var ids = SpilledBytes(memory: SiteFiles.memory, of: "the ids of accounts")
  private var counts = [Int](repeating: 0, count: SiteEntry.List.allCases.count)

  init(_ folder: OutputFolder, _ renderer: SiteRenderer, _ header: RunHeader) {
    (self.folder, self.renderer, self.header) = (folder, renderer, header)
    names = SiteNames(header)
  }

  /// Whether a run may have to write a site.
  ///
  /// - Parameter accounts: As many as it has at most; nil: that is not known.
  static func areNeeded(_ options: PlanOptions, accounts: Int? = nil) -> Bool {
    options.emit.contains(.site) || options.makesSiteWhereNeeded && accounts.map { $0 > least } ?? true
  }

  func holdsMore(than page: PageAccounts) -> Bool { accounts > SiteFiles.least && page.leavesOut }

  private var accounts: Int { counts[Int(SiteEntry.List.all.rawValue)] }

  func write(_ sections: SiteSections) throws(FatalInput) {
    try sections.html.withSpan { (html) throws(FatalInput) in
      var start = 0
      for account in sections.accounts {
        page.append(html.extracting(start..<start + account.size), anchor: account.anchor)
        start += account.size
        try note(account)
        if page.size >= SiteRenderer.pageSize { try turn() }
      }
    }
    if entries.heldBytes > SiteFiles.memory { try entries.spill() }
  }

  /// Begins a page, and writes the one before the one that is full.
  private func turn() throws(FatalInput) {
    let next = SiteRenderer.Page(number: page.number + 1, before: page.end)
    let before = full.take()
    full = exchange(&page, with: next)
    if let before { try write(before, isLast: false) }
  }

  private func write(_ page: consuming SiteRenderer.Page, isLast: Bool) throws(FatalInput) {
    let name = SiteRenderer.accounts(page.number)
    try write(name, renderer.page(page, isLast: isLast, header))
  }

  private func write(_ name: String, _ bytes: WrittenBytes) throws(FatalInput) {
    let file = try folder.file(name)
    try file.write(bytes)
    try file.close(sync: false)
  }

  private func note(_ account: SiteAccount) throws(FatalInput) {
    let (app, zone) = names.numbers(of: account)
    let start = try ids.append(account.id)
    for list in [.all, SiteEntry.List(account.severity)] {
      guard let list else { continue }
      entries.append(
        SiteEntry(
          account, in: list, number: accounts, app: app, zone: zone, page: page.number, place: page.count,
          idStart: start
        ))
      if list != .all { counts[Int(list.rawValue)] += 1 }
    }
    counts[Int(SiteEntry.List.all.rawValue)] += 1
  }

  /// Writes what is left of the pages, the lists and what is searched.
  func finish() throws(FatalInput) -> SiteIndex {
    if let last = full.take() { try write(last, isLast: page.count == 0) }
    if page.count > 0 { try write(exchange(&page, with: SiteRenderer.Page(number: 0, before: 0)), isLast: true) }
    var index = SiteIndex()
    index.accounts = accounts
    guard accounts > 0 else { return index }
    var lists = SiteLists(renderer, header, names, counts, size: size)
    var search = SiteSearch()
    try entries.drain { (entry) throws(FatalInput) in
      let id = try ids.text(entry.idStart, Int(entry.idSize))
      if let (name, bytes) = lists.append(entry, id: id, to: &index) { try write(name, bytes) }
      if entry.list == .all, let script = search.append(entry, id: id) {
        try write(SiteRenderer.search(search.number), script)
      }
    }
    if let script = search.close() { try write(SiteRenderer.search(search.number), script) }
    try write(SiteRenderer.directory, search.directory(names))
    return index
  }

  /// Accounts of a page of a list.
  private var size: Int {
    max(SiteFiles.listed, (accounts + SiteFiles.mostPages - 1) / SiteFiles.mostPages)
  }
}

/// The lists of a site while they grow, one after the other.
private struct SiteLists: ~Copyable {
  private let renderer: SiteRenderer
  private let header: RunHeader
  private let names: SiteNames
  private let counts: [Int]
  /// Accounts of a page.
  private let size: Int
  private var rows = ByteWriter()
  private var first = ByteWriter()
  private var firstID = ""
  /// Accounts of the list at hand so far.
  private var count = 0

  init(_ renderer: SiteRenderer, _ header: RunHeader, _ names: SiteNames, _ counts: [Int], size: Int) {
    (self.renderer, self.header, self.names, self.counts, self.size) = (renderer, header, names, counts, size)
  }

  /// - Returns: A page that is full, or the last of a list.
  mutating func append(
    _ entry: SiteEntry, id: String, to index: inout SiteIndex
  ) -> (name: String, page: WrittenBytes)? {
    let (list, total) = (entry.list, counts[Int(entry.list.rawValue)])
    if count % size == 0 { firstID = id }
    count += 1
    renderer.row(entry, id: id, names: names, to: &rows)
    if list != .all, count <= SiteIndex.shown {
      renderer.row(entry, id: id, names: names, isInFolder: false, to: &first)
    }
    guard count % size == 0 || count == total else { return nil }
    let number = (count + size - 1) / size
    if list == .all { index.ranges.append(SiteIndex.Range(first: firstID, last: id)) }
    let page = renderer.list(
      list, number: number, rows: WrittenBytes(exchange(&rows, with: ByteWriter())), first: (number - 1) * size + 1,
      last: count, total: total, header)
    if count == total {
      index.lists.append(
        SiteIndex.List(list, count: total, rows: WrittenBytes(exchange(&first, with: ByteWriter()))))
      count = 0
    }
    return (SiteRenderer.list(list, number), page)
  }
}
