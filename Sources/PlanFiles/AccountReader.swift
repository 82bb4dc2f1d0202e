import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Reads the accounts of a plan folder in order, from all of its files in parallel.
struct AccountReader {
  private let folder: PlanFolder
  private var plan: OwnedLines<PlanLine>
  private var actions: OwnedLines<ActionLine>?
  private var details: LineReader?

  init(_ folder: PlanFolder) throws(RunFault) {
    self.folder = folder
    plan = OwnedLines(try folder.planLines())
    actions = folder.actions.map { OwnedLines(LineReader($0)) }
    details = try folder.details()
  }

  /// Begins at a place from ``AccountIndex``, without actions.
  init(_ folder: PlanFolder, at place: AccountIndex.Place) {
    func reader(_ file: InputFile, _ offset: Int64, _ size: UInt32, _ line: Int) -> LineReader {
      LineReader(file, offset: offset, line: line - 1, upTo: size == .max ? nil : offset + Int64(size))
    }
    self.folder = folder
    plan = OwnedLines(reader(folder.plan, place.plan, place.planSize, place.planLine))
    details = folder.accounts.map { reader($0, place.details, place.detailsSize, place.detailsLine) }
  }

  /// Begins at a place from ``AccountPlaces``.
  init(_ folder: PlanFolder, at place: AccountPlaces.Place) {
    func reader(_ file: InputFile, _ range: Range<Int64>) -> LineReader {
      LineReader(file, offset: range.lowerBound, upTo: range.upperBound)
    }
    self.folder = folder
    plan = OwnedLines(reader(folder.plan, place.plan))
    actions = folder.actions.map { OwnedLines(reader($0, place.actions)) }
    details = folder.accounts.map { reader($0, place.details) }
  }

  /// Returns the account at the starting place.
  ///
  /// - Parameter new: The plan that succeeds it; nil to parse every line.
  mutating func next(like new: AccountPlan?) throws(RunFault) -> AccountPlan? {
    guard let new, let start = details else { return try next() }
    // Facts are most of a line, and the comparison needs none of an earlier plan's.
    guard let known: AccountLine = try details!.next(omitting: "facts") else { return nil }
    // A line without a zone gives no clock to compare.
    let isComparable =
      known.stale == nil && new.stale == nil && !known.isGone && known.zones.count == 1
      && new.timeline.stays.map(\.zone.name) == known.zones.map(\.zone)
    guard isComparable else {
      details = start
      return try next()
    }
    let first = plan.reader.line + 1
    return try EarlierPlan(plan.reader.rest(), like: new).plan(folder, known, like: new, first: first)
  }

  /// - Parameter wanted: Other accounts may be skipped; they are returned without decisions.
  mutating func next(
    where wanted: (AccountID, String) -> Bool = { _, _ in true }
  ) throws(RunFault) -> AccountPlan? {
    details == nil ? try nextByLines() : try nextByDetails(wanted)
  }

  /// Checks that no lines follow those of the accounts.
  mutating func requireEnd() throws(RunFault) {
    try plan.requireEnd()
    try actions?.requireEnd()
  }

  private mutating func nextByDetails(_ wanted: (AccountID, String) -> Bool) throws(RunFault) -> AccountPlan? {
    guard let known: AccountLine = try details!.next() else { return nil }
    guard wanted(known.account, known.app) else {
      try plan.skip(known.decisions)
      try actions?.skip(known.actions)
      return try folder.builder.plan(known, [], [])
    }
    let lines = try plan.next(known.decisions, of: known.owner)
    return try folder.builder.plan(known, lines, try actions?.next(known.actions, of: known.owner) ?? [])
  }

  private mutating func nextByLines() throws(RunFault) -> AccountPlan? {
    guard let (owner, _, lines) = try plan.next() else { return nil }
    return try folder.builder.plan(nil, lines, try actions?.next(of: owner) ?? [])
  }
}
