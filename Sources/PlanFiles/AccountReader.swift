import CivilTime
import Diagnostics
import Formats
import PlanModel

/// Reads the accounts of a plan folder in order, from all of its files in parallel.
struct AccountReader {
  private let folder: PlanFolder
  private var plan: LineReader
  private var actions: LineReader?
  private var details: LineReader?
  /// The first lines of the next account, read ahead if no details give the account's end.
  private var lineAhead: PlanLine?
  private var actionAhead: ActionLine?

  init(_ folder: PlanFolder) throws(RunFault) {
    self.folder = folder
    plan = try folder.planLines()
    actions = folder.actions.map { LineReader($0) }
    details = try folder.details()
  }

  /// Begins at a place from ``AccountIndex``, without actions.
  init(_ folder: PlanFolder, at place: AccountIndex.Place) {
    func reader(_ file: InputFile, _ offset: Int64, _ size: UInt32, _ line: Int) -> LineReader {
      LineReader(file, offset: offset, line: line - 1, upTo: size == .max ? nil : offset + Int64(size))
    }
    self.folder = folder
    plan = reader(folder.plan, place.plan, place.planSize, place.planLine)
    details = folder.accounts.map { reader($0, place.details, place.detailsSize, place.detailsLine) }
  }

  /// Begins at a place from ``AccountPlaces``.
  init(_ folder: PlanFolder, at place: AccountPlaces.Place) {
    func reader(_ file: InputFile, _ range: Range<Int64>) -> LineReader {
      LineReader(file, offset: range.lowerBound, upTo: range.upperBound)
    }
    self.folder = folder
    plan = reader(folder.plan, place.plan)
    actions = folder.actions.map { reader($0, place.actions) }
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
    let first = plan.line + 1
    return try EarlierPlan(plan.rest(), like: new).plan(folder, known, like: new, first: first)
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
    if actionAhead != nil { throw actions!.mismatch }
    try actions?.requireEnd()
  }

  private mutating func nextByDetails(_ wanted: (AccountID, String) -> Bool) throws(RunFault) -> AccountPlan? {
    guard let known: AccountLine = try details!.next() else { return nil }
    guard wanted(known.account, known.app) else {
      try plan.skip(known.decisions)
      try actions?.skip(known.actions)
      return try folder.builder.plan(known, [], [])
    }
    return try nextByDetails(known)
  }

  private mutating func nextByDetails(_ known: AccountLine) throws(RunFault) -> AccountPlan {
    var lines: [PlanLine] = []
    lines.reserveCapacity(known.decisions)
    for _ in 0..<known.decisions {
      guard let line: PlanLine = try plan.next(), line.account == known.account, line.app == known.app,
        line.device == known.device
      else { throw plan.mismatch }
      lines.append(line)
    }
    var verbs: [ActionLine] = []
    for _ in 0..<(actions == nil ? 0 : known.actions) {
      guard let line: ActionLine = try actions?.next(), line.account == known.account, line.app == known.app,
        line.device == known.device
      else { throw actions!.mismatch }
      verbs.append(line)
    }
    return try folder.builder.plan(known, lines, verbs)
  }

  private mutating func nextByLines() throws(RunFault) -> AccountPlan? {
    guard let first = try takeLine() else { return nil }
    var lines = [first]
    while let line = try takeLine() {
      guard line.account == first.account, line.app == first.app, line.device == first.device else {
        lineAhead = line
        break
      }
      lines.append(line)
    }
    var verbs: [ActionLine] = []
    while let line = try takeAction() {
      guard line.account == first.account, line.app == first.app, line.device == first.device else {
        actionAhead = line
        break
      }
      verbs.append(line)
    }
    return try folder.builder.plan(nil, lines, verbs)
  }

  /// Returns the line read ahead, or the next one.
  private mutating func takeLine() throws(RunFault) -> PlanLine? {
    defer { lineAhead = nil }
    return if let lineAhead { lineAhead } else { try plan.next() }
  }

  private mutating func takeAction() throws(RunFault) -> ActionLine? {
    defer { actionAhead = nil }
    return if let actionAhead { actionAhead } else { try actions?.next() }
  }
}
