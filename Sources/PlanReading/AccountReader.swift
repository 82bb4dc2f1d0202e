import CivilTime
import Diagnostics
import PlanModel
import Reporting

/// Reads the accounts of a plan folder one after the other, from all of its files in step.
struct AccountReader {
  private let folder: PlanFolder
  private var plan: LineReader
  private var actions: LineReader?
  private var details: LineReader?
  /// The first line of the account after the last one read, where there are no details to tell where it ends.
  private var ahead: PlanLine?
  private var actionAhead: (account: String, action: Action)?

  init(_ folder: PlanFolder) throws(FatalInput) {
    self.folder = folder
    plan = LineReader(folder.plan)
    try plan.skip(1)
    actions = folder.actions.map { LineReader($0) }
    details = folder.accounts.map { LineReader($0) }
    try details?.skip(1)
  }

  /// Begins at a place from ``AccountIndex``; reads no actions.
  init(_ folder: PlanFolder, at place: AccountIndex.Place) {
    self.folder = folder
    plan = LineReader(folder.plan, offset: place.plan, line: Int(place.planLine) - 1)
    if let file = folder.accounts { details = LineReader(file, offset: place.details) }
  }

  /// - Parameter wanted: Accounts of other ids may be passed over without being read; they come without decisions.
  mutating func next(where wanted: (AccountID) -> Bool = { _ in true }) throws(FatalInput) -> AccountPlan? {
    details == nil ? try nextByLines() : try nextByDetails(wanted)
  }

  private mutating func nextByDetails(_ wanted: (AccountID) -> Bool) throws(FatalInput) -> AccountPlan? {
    guard let known = try details!.next({ bytes, line in try AccountDetails(bytes, line: line) }) else { return nil }
    guard wanted(known.id) else {
      try plan.skip(known.decisions)
      try actions?.skip(known.actions)
      return try folder.builder.plan(known, [], [])
    }
    var lines: [PlanLine] = []
    lines.reserveCapacity(known.decisions)
    for _ in 0..<known.decisions {
      guard let line = try nextLine(), line.account == known.id.text else { throw mismatch(folder.plan.name) }
      lines.append(line)
    }
    var verbs: [Action] = []
    if actions != nil {
      for _ in 0..<known.actions {
        guard let (account, action) = try nextAction(), account == known.id.text else {
          throw mismatch(folder.actions?.name ?? "")
        }
        verbs.append(action)
      }
    }
    return try folder.builder.plan(known, lines, verbs)
  }

  private mutating func nextByLines() throws(FatalInput) -> AccountPlan? {
    guard let first = try takeLine() else { return nil }
    var lines = [first]
    while let line = try nextLine() {
      guard line.account == first.account, line.app == first.app else {
        ahead = line
        break
      }
      lines.append(line)
    }
    var verbs: [Action] = []
    if actions != nil {
      while let (account, action) = try takeAction() {
        guard account == first.account else {
          actionAhead = (account, action)
          break
        }
        verbs.append(action)
      }
    }
    return try folder.builder.plan(nil, lines, verbs)
  }

  /// The line that was read ahead, else the next one.
  private mutating func takeLine() throws(FatalInput) -> PlanLine? {
    defer { ahead = nil }
    if let ahead { return ahead }
    return try nextLine()
  }

  private mutating func takeAction() throws(FatalInput) -> (account: String, action: Action)? {
    defer { actionAhead = nil }
    if let actionAhead { return actionAhead }
    return try nextAction()
  }

  private mutating func nextLine() throws(FatalInput) -> PlanLine? {
    try plan.next { bytes, line in try PlanLine(bytes, line: line) }
  }

  private mutating func nextAction() throws(FatalInput) -> (account: String, action: Action)? {
    try actions?.next { bytes, line in
      let value = try JSONValue(bytes, line: line)
      guard let verb = value["action"]?.string.flatMap(Action.Verb.init) else {
        throw PlanLine.Incomplete(field: "action")
      }
      let instant = { (name: String) in value[name]?.string.flatMap { Instant(rfc3339: $0.utf8) } }
      return (
        value["account"]?.string ?? "",
        Action(
          verb: verb, notification: NotificationID(value["notification"]?.string ?? ""), at: instant("at"),
          from: instant("from"), reason: value["reason"]?.string)
      )
    }
  }

  private func mismatch(_ file: String) -> FatalInput {
    FatalInput(.dataError, "\(file) and accounts.ndjson are not of one run; plan again")
  }
}
