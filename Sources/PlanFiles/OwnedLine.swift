import Diagnostics
import PlanModel

/// A line that names the account and the device that it is about.
package protocol OwnedLine: PlanRecord, Sendable {
  var account: AccountID { get }
  var app: String { get }
  var device: DeviceID? { get }
}

extension OwnedLine {
  package var owner: AccountName { AccountName(account, app: app, device) }
}

extension AccountLine: OwnedLine {}
extension ActionLine: OwnedLine {}
extension PlanLine: OwnedLine {}

/// Reads lines of which those of one account are adjacent.
package struct OwnedLines<Line: OwnedLine> {
  private(set) var reader: LineReader
  /// The first line of the next account, if it was read.
  private var ahead: Line?

  package init(_ reader: LineReader) { self.reader = reader }

  /// Returns the lines of the next account, and the number of the first; nil after the last account.
  package mutating func next() throws(RunFault) -> (owner: AccountName, first: Int, lines: [Line])? {
    guard let line = try peek() else { return nil }
    let first = reader.line
    return (line.owner, first, try next(of: line.owner))
  }

  /// Returns the account's lines if they are next.
  mutating func next(of owner: AccountName) throws(RunFault) -> [Line] {
    var lines: [Line] = []
    while let line = try peek(), line.owner == owner {
      lines.append(line)
      ahead = nil
    }
    return lines
  }

  /// Returns the next lines, all of which must be the account's.
  ///
  /// - Parameter count: How many `accounts.ndjson` counts.
  mutating func next(_ count: Int, of owner: AccountName) throws(RunFault) -> [Line] {
    var lines: [Line] = []
    lines.reserveCapacity(count)
    for _ in 0..<count {
      guard let line: Line = try reader.next(), line.owner == owner else { throw reader.mismatch }
      lines.append(line)
    }
    return lines
  }

  mutating func skip(_ count: Int) throws(RunFault) { try reader.skip(count) }

  /// Checks that no line follows.
  mutating func requireEnd() throws(RunFault) {
    if ahead != nil { throw reader.mismatch }
    try reader.requireEnd()
  }

  private mutating func peek() throws(RunFault) -> Line? {
    if ahead == nil { ahead = try reader.next() }
    return ahead
  }
}
