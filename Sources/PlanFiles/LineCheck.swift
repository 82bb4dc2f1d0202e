import Diagnostics
import Dispatch
import Formats
import PlanModel
import Synchronization

/// The check that a folder's lines may be copied: `plan.ndjson` and `actions.ndjson` have the lines of the accounts in
/// `accounts.ndjson`, in order, and nothing else. It runs on another thread while they are copied.
package final class LineCheck: Sendable {
  private let group = DispatchGroup()
  private let fault = Mutex<RunFault?>(nil)

  package init(_ folder: PlanFolder) {
    DispatchQueue.global().async(group: group) { [self] in
      do throws(RunFault) {
        try LineCheck.check(folder)
      } catch {
        fault.withLock { $0 = error }
      }
    }
  }

  package func finish() throws(RunFault) {
    group.wait()
    if let fault = fault.withLock({ $0 }) { throw fault }
  }

  private static func check(_ folder: PlanFolder) throws(RunFault) {
    var (plan, actions) = (try folder.planLines(), folder.actions.map { LineReader($0) })
    guard var details = try folder.details() else { return }
    let isRedacted = folder.header.redacted != nil
    while let account: AccountLine = try details.next(omitting: "facts") {
      try plan.pass(account.decisions, of: account.owner) { (line: PlanLine, last) in
        line.isBefore(last, isRedacted: isRedacted)
      }
      try actions?.pass(account.actions, of: account.owner) { (line: ActionLine, last) in
        line.action.isBefore(last.action)
      }
    }
    try plan.requireEnd()
    try actions?.requireEnd()
  }
}

extension PlanLine {
  /// Whether it belongs before another line of its account: they are in the order of instant, notification and wall time.
  ///
  /// - Parameter isRedacted: Whether notifications have pseudonyms, which are in the order of the names that they replace.
  package func isBefore(_ other: PlanLine, isRedacted: Bool) -> Bool {
    let (a, b) = (at?.epochSeconds ?? .min, other.at?.epochSeconds ?? .min)
    if a != b { return a < b }
    if notification != other.notification { return !isRedacted && notification < other.notification }
    return (local?.secondsSinceEpoch ?? .min) < (other.local?.secondsSinceEpoch ?? .min)
  }
}

extension Action {
  /// Whether a device carries it out before another one.
  package func isBefore(_ other: Action) -> Bool {
    func verb(_ action: Action) -> Int { Verb.allCases.firstIndex(of: action.verb) ?? 0 }
    func at(_ action: Action) -> Int64 { (action.at ?? action.from)?.epochSeconds ?? .min }
    if self.verb != other.verb { return verb(self) < verb(other) }
    return at(self) != at(other) ? at(self) < at(other) : request < other.request
  }
}

extension LineReader {
  /// Checks that the next lines are those of one account, in order.
  fileprivate mutating func pass<Line: OwnedLine>(
    _ count: Int, of owner: AccountName, isBefore: (Line, Line) -> Bool
  ) throws(RunFault) {
    var last: Line?
    for _ in 0..<count {
      guard let line: Line = try next(), line.owner == owner else { throw mismatch }
      if let last, isBefore(line, last) {
        throw fault("the line belongs before the one above", expected: "the lines of a run; plan again")
      }
      last = line
    }
  }

  /// Checks that no line follows.
  mutating func requireEnd() throws(RunFault) {
    if try nextLine() { throw mismatch }
  }
}
