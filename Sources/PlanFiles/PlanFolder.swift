import CivilTime
import Diagnostics
import Formats
import PlanModel
import RunModel
import System

/// A plan on disk: `plan.ndjson`, with `actions.ndjson`, `accounts.ndjson` and `summary.json` if they are beside it.
/// Without them, less is known of each account.
package final class PlanFolder: Sendable {
  /// The path as the user named it.
  package let path: String
  package let header: RunHeader
  /// Empty without a `summary.json`.
  package let summary: SummaryFile
  let plan: InputFile
  let actions: InputFile?
  let accounts: InputFile?
  let builder: AccountPlanBuilder

  /// - Parameters:
  ///   - path: A plan's folder, or a `plan.ndjson`, compressed or not.
  ///   - zones: The source of zones that the plan does not describe.
  ///   - trustsPlan: Whether the plan's own description of zones, which ends with the plan, takes precedence.
  package init(_ path: String, zones: ZoneDatabase?, trustsPlan: Bool = true) throws(RunFault) {
    self.path = path
    let isFolder = try Folder.exists(path)
    let folder = isFolder ? path : path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let name = isFolder ? "\(path)/plan.ndjson" : path
    let files = try CommitJournal.openConsistently(folder) { () throws(RunFault) in
      guard let plan = isFolder ? try InputFile.planFile(name) : try InputFile.plain(name) else {
        throw RunFault(
          .noInput, "\(path) has no plan.ndjson; tickler plan --out \(path) writes one, unless --emit leaves it out")
      }
      return (
        plan: plan, actions: try InputFile.planFile("\(folder)/actions.ndjson"),
        accounts: try InputFile.planFile("\(folder)/accounts.ndjson"),
        summary: try InputFile.planFile("\(folder)/summary.json")
      )
    }
    (plan, actions, accounts) = (files.plan, files.actions, files.accounts)
    let head = try plan.planHead()
    self.summary = if let summary = files.summary { try JSONDocument.record(in: summary) } else { SummaryFile() }
    var header = head.header
    header.command = self.summary.header.command
    self.header = header
    builder = AccountPlanBuilder(header, ZoneTable(trustsPlan ? self.summary.clocks : [], database: zones))
  }

  /// Returns the fault if an account's lines end before those counted in `accounts.ndjson`, or belong to another
  /// account.
  func mismatch(_ line: Int) -> RunFault { LineReader(plan, line: line).mismatch }

  /// Whether a folder has the `plan.ndjson` of a run, compressed or not.
  package static func exists(in folder: String) throws(RunFault) -> Bool {
    try InputFile.nameOfPlanFile("\(folder)/plan.ndjson") != nil
  }

  /// Whether it lists the occurrences withdrawn since the previous plan.
  package var knowsCancelled: Bool { accounts != nil }

  /// Whether it has what devices were told. Redacted plans do not.
  package var knowsActions: Bool { actions != nil && header.redacted == nil }

  /// Returns a reader positioned after the head.
  func planLines() throws(RunFault) -> LineReader {
    var lines = LineReader(plan)
    try lines.skip(1)
    return lines
  }

  /// Returns a reader positioned after the head; nil without an `accounts.ndjson`.
  func details() throws(RunFault) -> LineReader? {
    try accounts?.accountsHead().rest
  }

  /// Calls `body` with every account in the plan's order, with its decisions and actions.
  ///
  /// - Parameter gone: Receives the accounts that only an earlier plan has, with what is withdrawn.
  package func forEachAccount(
    gone: (AccountPlan) throws(RunFault) -> Void = { _ in }, _ body: (AccountPlan) throws(RunFault) -> Void
  ) throws(RunFault) {
    var reader = try AccountReader(self)
    while let plan = try reader.next() { try plan.isGone ? gone(plan) : body(plan) }
    try reader.requireEnd()
  }

  /// Returns the wanted accounts.
  ///
  /// - Parameter ids: Their possible ids, to be located by the plan's sizes if it has any; nil for any id.
  package func accounts(
    ids: [AccountID]? = nil, where isWanted: (AccountID, String) -> Bool
  ) throws(RunFault) -> [AccountPlan] {
    if let ids, let plans = try located(ids) {
      return plans.filter { isWanted($0.account.id, $0.account.app) && !$0.isGone }
    }
    var reader = try AccountReader(self)
    var plans: [AccountPlan] = []
    while let plan = try reader.next(where: isWanted) {
      if isWanted(plan.account.id, plan.account.app), !plan.isGone { plans.append(plan) }
    }
    return plans
  }

  /// Returns the accounts with these ids, of any app; nil if sizes are missing or do not match the files.
  private func located(_ ids: [AccountID]) throws(RunFault) -> [AccountPlan]? {
    let keys = header.policies.flatMap { policy in ids.map { AccountIndex.key(policy.app, $0) } }
    guard let places = try AccountPlaces(of: keys, in: self) else { return nil }
    var plans: [AccountPlan] = []
    do throws(RunFault) {
      for place in places.found {
        var reader = AccountReader(self, at: place)
        guard let plan = try reader.next() else { return nil }
        plans.append(plan)
      }
    } catch {
      // The caller then reads the whole plan, which reports the damage.
      if error.status == .dataError { return nil }
      throw error
    }
    return plans.allSatisfy { plan in ids.contains(plan.account.id) } ? plans : nil
  }

  /// Calls `body` with every line of `accounts.ndjson`, if it exists, without content from other files.
  package func forEachAccountLine(_ body: (AccountLine) throws(RunFault) -> Void) throws(RunFault) {
    guard var lines = try details() else { return }
    while let line: AccountLine = try lines.next() { try body(line) }
  }

  /// Copies the lines of a file verbatim, without its head.
  ///
  /// - Parameter body: Receives the lines in blocks.
  package func copyLines(of lines: Lines, _ body: (Span<UInt8>) throws(RunFault) -> Void) throws(RunFault) {
    let (file, start): (InputFile?, Int64) =
      switch lines {
      case .plan: (plan, try planLines().offset)
      case .actions: (actions, 0)
      }
    guard let file else { return }
    var (bytes, offset): ([UInt8], Int64) = ([], start)
    while true {
      bytes.removeAll(keepingCapacity: true)
      let count = try file.append(upTo: 1 << 20, from: offset, to: &bytes)
      if count == 0 { return }
      offset += Int64(count)
      if offset == file.size, bytes.last != UInt8(ascii: "\n") {
        throw RunFault(.dataError, "\(file.name) ends within a line; expected a line feed at its end")
      }
      try body(bytes.span)
    }
  }

  package enum Lines: Sendable { case plan, actions }

  /// Whether it has the details of accounts, and the device's actions unless it is redacted.
  package var isComplete: Bool { (actions != nil || header.redacted != nil) && accounts != nil }

  /// The largest file in which a similar id is searched, in bytes.
  private static let searchedSize: Int64 = 1 << 30

  /// Returns the account id most similar to a text, if one is similar enough; nil in a large plan.
  package func nearestAccount(to text: String) throws(RunFault) -> String? {
    var lines = if let lines = try details() { lines } else { try planLines() }
    if lines.file.size > PlanFolder.searchedSize { return nil }
    // Lines are not parsed: a million accounts take a second.
    let start = Array("{\"account\":\"".utf8)
    var (nearest, batch): (String?, [String]) = (nil, [])
    func add(_ line: Span<UInt8>) {
      guard line.count > start.count, line.extracting(first: start.count).equals(start.span) else { return }
      let end = line.firstIndex(of: UInt8(ascii: "\""), from: start.count)
      let id = String(line.extracting(start.count..<end))
      if batch.last != id { batch.append(id) }
    }
    while try lines.nextLine(add) {
      if batch.count < 1000 { continue }
      nearest = text.nearest(in: batch + [nearest].compactMap(\.self))
      batch.removeAll(keepingCapacity: true)
    }
    return text.nearest(in: batch + [nearest].compactMap(\.self))
  }
}

extension InputFile {
  /// Opens a file of a plan at `path`, or a compressed one beside it: `plan.ndjson.gz`, `plan.ndjson.zst`.
  ///
  /// - Returns: nil if neither exists.
  package static func planFile(_ path: String) throws(RunFault) -> InputFile? {
    guard let name = try nameOfPlanFile(path) else { return nil }
    return try plain(name, isOwn: true)
  }

  /// Returns the path of a plan file, compressed or not; nil if it does not exist.
  static func nameOfPlanFile(_ path: String) throws(RunFault) -> String? {
    for name in [path] + Compression.allCases.map({ path + $0.suffix }) where try Path.isTaken(name) { return name }
    return nil
  }

  /// Reads the first line of a `plan.ndjson`.
  package func planHead() throws(RunFault) -> PlanHead { try head("a tickler plan").head }

  /// Reads the first line of an `accounts.ndjson`.
  package func accountsHead() throws(RunFault) -> (head: AccountsHead, rest: LineReader) {
    try head("the accounts of a tickler plan")
  }

  private func head<Head: PlanRecord>(_ expected: String) throws(RunFault) -> (head: Head, rest: LineReader) {
    var start: [UInt8] = []
    _ = try append(upTo: 4096, from: 0, to: &start)
    // The first line alone would be a fault of JSON.
    let first = start.prefix { $0 != UInt8(ascii: "\n") }
    if !String(decoding: first, as: UTF8.self).contains("\"tickler-"),
      String(decoding: start, as: UTF8.self).contains("\"tickler-export/")
    {
      throw RunFault(.dataError, "\(name) is an export; expected \(expected)")
    }
    var lines = LineReader(self)
    guard let head: Head = try lines.next() else {
      throw RunFault(.dataError, "\(name) is empty; expected \(expected)")
    }
    return (head, lines)
  }

  /// Opens the file at `path`, decompressed if its first bytes show that it is compressed.
  ///
  /// - Parameter isOwn: Whether it is from a folder that tickler wrote, rather than named by the user.
  package static func plain(_ path: String, isOwn: Bool = false) throws(RunFault) -> InputFile {
    let file = try open(path, format: .ndjson, isOwn: isOwn).unpacked()
    if let fault = file.fault { throw fault }
    return file
  }
}

/// The zones of a plan, from its `summary.json` or else a tz database.
package struct ZoneTable: Sendable {
  private let described: [String: Zone]
  private let database: ZoneDatabase?

  package init(_ clocks: [ZoneClock], database: ZoneDatabase?) {
    let zones = clocks.map { clock in
      Zone(name: clock.zone, initial: clock.initial, transitions: clock.changes.map { (at: $0.at, type: $0.type) })
    }
    described = Dictionary(zones.map { ($0.name, $0) }) { first, _ in first }
    self.database = database
  }

  /// Returns the zone, or nil if neither source has it.
  package func known(_ name: String) -> Zone? { described[name] ?? (try? database?.zone(named: name)) }

  func zone(_ name: String) throws(RunFault) -> Zone {
    if let zone = known(name) { return zone }
    try database?.refuseFault()
    throw RunFault(
      .dataError, "the plan has the zone \(name.quotedForDiagnostic), which no tz database here knows",
      redacted: "the plan has a zone that no tz database here knows")
  }
}
