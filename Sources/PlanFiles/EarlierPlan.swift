import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanModel

/// An account's plan from the files of an earlier run, which a new plan succeeds.
///
/// Most lines of the two plans differ only in `SEQUENCE` or in dates: those of days that have passed. Such a line is
/// compared with the new plan's text instead of parsed, and its request is the new plan's. That takes three tenths of the
/// instructions of parsing all lines.
struct EarlierPlan {
  private struct Line {
    var range: Range<Int>
    /// Its decision, with a request of the new plan; nil if the line must be parsed.
    var decision: Decision?
    /// When its event last changed, if that is not the earlier plan's `now`.
    var stamp: Instant?
  }

  /// The number of the new plan's lines to compare a line with, once as they are and once but for their dates. Unbounded, an
  /// account whose lines all differ takes quadratic time.
  static let reach = 64

  private let bytes: [UInt8]
  private var lines: [Line] = []

  /// - Parameter bytes: The account's lines of `plan.ndjson`.
  init(_ bytes: [UInt8], like new: AccountPlan) {
    self.bytes = bytes
    var text = WrittenBytes()
    var writer = PlanWriter(keepsModels: true)
    writer.append(new, to: &text)
    let old = EarlierPlan.lines(bytes.span)
    lines.reserveCapacity(old.count)
    text.withSpan { text in
      let written = EarlierPlan.lines(text)
      var next = 0
      for range in old {
        var line = Line(range: range)
        let unstamped = EarlierPlan.unstamped(bytes.span.extracting(range))
        line.stamp = unstamped.stamp
        let bytes = bytes.span.extracting(range).extracting(first: unstamped.count)
        for index in next..<min(next + EarlierPlan.reach, written.count) {
          guard let sequence = EarlierPlan.sequence(of: bytes, ifLike: text.extracting(written[index].dropLast()))
          else { continue }
          var decision = new.decisions[index]
          (decision.sequence, decision.wasScheduled) = (sequence, false)
          line.decision = decision
          next = index + 1
          break
        }
        lines.append(line)
      }
    }
    for index in lines.indices where lines[index].decision == nil {
      let line = bytes.span.extracting(lines[index].range)
      lines[index].decision = writer.earlierDecision(
        line.extracting(first: EarlierPlan.unstamped(line).count), of: new, &text)
    }
  }

  /// Returns the length of a line without its stamp and its last bracket, and the stamp.
  private static func unstamped(_ line: Span<UInt8>) -> (count: Int, stamp: Instant?) {
    let field: StaticString = ",\"stamp\":\""
    let digits = line.count - 22
    let start = digits - field.utf8CodeUnitCount
    guard start > 0, field.isSpelled(line.extracting(start..<digits)) else {
      return (max(0, line.count - 1), nil)
    }
    return (start, Instant(rfc3339: line.extracting(digits..<digits + 20)))
  }

  private static func lines(_ text: Span<UInt8>) -> [Range<Int>] {
    var (lines, start): ([Range<Int>], Int) = ([], 0)
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start)
      lines.append(start..<end)
      start = end + 1
    }
    return lines
  }

  /// The `SEQUENCE` of a line; nil if anything else differs from `other`, which has no `SEQUENCE`.
  private static func sequence(of line: Span<UInt8>, ifLike other: Span<UInt8>) -> Int32? {
    // Lines of one account begin and end alike. In the middle are the times.
    if line.count == other.count {
      let middle = line.count / 2
      return line.word(at: middle) == other.word(at: middle) && line.equalsLine(other) ? 0 : nil
    }
    let field: StaticString = ",\"sequence\":"
    // A number has up to ten digits.
    guard (1...10).contains(line.count - other.count - field.utf8CodeUnitCount) else { return nil }
    // The next field also begins with a comma and a quote, so the prefix includes them.
    let start = line.commonPrefix(with: other) - 2
    let digits = start + field.utf8CodeUnitCount
    guard start >= 0, digits < line.count, field.isSpelled(line.extracting(start..<digits)) else { return nil }
    let end = digits + line.count - other.count - field.utf8CodeUnitCount
    guard digits < end, line.extracting(droppingFirst: end).equalsLine(other.extracting(droppingFirst: start)) else {
      return nil
    }
    return Int32(String(line.extracting(digits..<end)))
  }

  /// - Parameter first: The number of the first line.
  /// - Throws: If the lines do not match `details`.
  func plan(
    _ folder: PlanFolder, _ details: AccountLine, like new: AccountPlan, first: Int
  ) throws(RunFault) -> AccountPlan {
    var others: [PlanLine] = []
    for (index, line) in lines.enumerated() where line.decision == nil {
      let document = JSONDocument(bytes, line.range, line: first + index)
      let other: PlanLine = try document.record(0, file: folder.plan.name)!
      guard other.account == details.account, other.app == details.app else { throw folder.mismatch(first + index) }
      others.append(other)
    }
    if lines.count != details.decisions { throw folder.mismatch(first + min(lines.count, details.decisions)) }
    var plan = try folder.builder.plan(details, others, [])
    let parsed = exchange(&plan.decisions, with: [])
    var numbers = [Int32?](repeating: nil, count: new.requests.count)
    var next = 0
    for (index, line) in lines.enumerated() {
      var decision: Decision
      if let known = line.decision {
        decision = known
        let request = Int(decision.request)
        if numbers[request] == nil {
          numbers[request] = Int32(plan.requests.count)
          plan.requests.append(new.requests[request])
        }
        decision.request = numbers[request]!
      } else {
        decision = parsed[next]
        next += 1
      }
      if line.decision != nil { decision.stamp = line.stamp }
      decision.slot = index < details.slots.numbers.count ? details.slots.numbers[index] : 0
      plan.decisions.append(decision)
    }
    return plan
  }
}

extension Span<UInt8> {
  /// Returns the length of the common prefix in bytes.
  fileprivate func commonPrefix(with other: Span<UInt8>) -> Int {
    let end = min(count, other.count)
    var index = 0
    while index &+ 8 <= end, word(at: index) == other.word(at: index) { index = index &+ 8 }
    while index < end, self[index] == other[index] { index = index &+ 1 }
    return index
  }
}
