import Bytes
import Diagnostics
import Formats
import PlanModel
import RunModel
import System

/// A line of `marks.ndjson`: the sizes of an account's lines in the plan's files, and the result of its plan.
package struct PlanMark: PlanRecord {
  package static let fileName = "marks.ndjson"

  package var account = StableHash(high: 0, low: 0)
  package var device: StableHash?
  package var fingerprint: StableHash?
  package var decisions = 0
  package var planSize = 0
  package var detailsSize = 0
  package var actionsSize = 0
  package var sequences: [Int32] = []

  package init() {}

  /// - Parameters:
  ///   - plan: The plan as written.
  ///   - fingerprint: Its fingerprint before it was compared with an earlier plan; nil if it has to be read to be known.
  package init(_ plan: AccountPlan, _ fingerprint: StableHash?, planSize: Int, detailsSize: Int, actionsSize: Int) {
    account = AccountIndex.key(plan.account.app, plan.account.id)
    device = plan.account.device.map { StableHash($0.text) }
    // Withdrawn occurrences are only in the plan's files.
    self.fingerprint = plan.cancelled.isEmpty && plan.withdrawn.isEmpty ? fingerprint : nil
    decisions = plan.decisions.count
    (self.planSize, self.detailsSize, self.actionsSize) = (planSize, detailsSize, actionsSize)
    if plan.decisions.contains(where: { $0.sequence != 0 }) { sequences = plan.decisions.map(\.sequence) }
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("account", &account, "a hash of its app and id")
    try fields.field("device", &device, "a hash of its device's name, if it has one")
    try fields.field("fingerprint", &fingerprint, "a hash of its plan; missing if the files must be read to know")
    try fields.field("decisions", &decisions, "how many lines of `plan.ndjson` are the account's")
    try fields.field("planBytes", &planSize, "their size in bytes")
    try fields.field("accountBytes", &detailsSize, "the size in bytes of the account's line of `accounts.ndjson`")
    try fields.field(
      "actionBytes", &actionsSize, unless: actionsSize == 0,
      "the size in bytes of the account's lines of `actions.ndjson`")
    try fields.field(
      "sequences", &sequences, unless: sequences.isEmpty, "the SEQUENCE of each decision; missing if all are 0")
  }
}

/// The first line of `marks.ndjson`.
package struct MarksHead: PlanRecord {
  package var version = ""
  package var plan = StableHash(high: 0, low: 0)

  package init() {}

  /// - Parameter header: The header of the plan.
  init(_ header: RunHeader) {
    version = header.version
    plan = PlanWriter.header(header).withSpan { StableHash($0) }
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.format("tickler-marks/2")
    try fields.field("version", &version, "the tool's version")
    try fields.field("plan", &plan, "a hash of the first line of `plan.ndjson`")
  }
}

/// The last line of `marks.ndjson`.
package struct MarksEnd: PlanRecord {
  package var hash = StableHash(high: 0, low: 0)

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("hash", &hash, "a hash of the lines before it")
  }
}

/// Writes the lines of `marks.ndjson` one after the other.
package struct MarksWriter: Sendable {
  private var hasher = StableHasher()

  package init() {}

  package mutating func head(_ header: RunHeader) -> WrittenBytes {
    let line = FieldWriter.line(MarksHead(header))
    add(line)
    return line
  }

  /// Adds written lines to the hash.
  package mutating func add(_ lines: WrittenBytes) { lines.withSpan { hasher.absorb($0) } }

  package var end: WrittenBytes {
    var end = MarksEnd()
    end.hash = hasher.finish()
    return FieldWriter.line(end)
  }

  package static func append(_ mark: PlanMark, to text: inout WrittenBytes) {
    var json = FieldWriter()
    json.begin(&text)
    mark.write(to: &json)
    json.out.append("\n")
    json.end(&text)
  }
}

extension PlanFolder {
  /// Calls `body` with each line of `marks.ndjson` and its offset.
  ///
  /// - Parameter version: The tool's version; marks of other versions are rejected.
  /// - Returns: The file, or why it cannot be used.
  package func readMarks(
    version: String, _ body: (PlanMark, _ offset: Int64) throws(FatalInput) -> Void
  ) throws(FatalInput) -> Result<InputFile, MarksFault> {
    let name = "\(path)/\(PlanMark.fileName)"
    guard try Folder.exists(path), let file = try InputFile.planFile(name) else {
      return .failure(MarksFault("there is no \(name)"))
    }
    let damaged = MarksFault("\(name) is damaged or belongs to another plan")
    guard let details = try details() else { return .failure(damaged) }
    do throws(FatalInput) {
      let end = try file.endOfMarks()
      var lines = LineReader(file)
      guard let head: MarksHead = try lines.next() else { return .failure(damaged) }
      if head.version != version { return .failure(MarksFault("\(name) was written by another version")) }
      if head.plan != MarksHead(header).plan { return .failure(damaged) }
      var (planEnd, detailsEnd) = (try planLines().offset, details.offset)
      while lines.offset < end {
        let offset = lines.offset
        guard let mark: PlanMark = try lines.next() else { return .failure(damaged) }
        planEnd += Int64(mark.planSize)
        detailsEnd += Int64(mark.detailsSize)
        try body(mark, offset)
      }
      guard planEnd == plan.size, detailsEnd == accounts?.size else { return .failure(damaged) }
    } catch {
      if error.status == .dataError { return .failure(damaged) }
      throw error
    }
    return .success(file)
  }
}

/// Why marks cannot be used, in words for users.
package struct MarksFault: Error {
  package let words: String

  init(_ words: String) { self.words = words }
}

extension InputFile {
  /// Returns the offset of the last line.
  ///
  /// - Throws: If the lines before it do not have its hash.
  fileprivate func endOfMarks() throws(FatalInput) -> Int64 {
    let end = size - Int64(MarksWriter().end.count)
    var (hasher, bytes, offset): (StableHasher, [UInt8], Int64) = (StableHasher(), [], 0)
    while offset < end {
      bytes.removeAll(keepingCapacity: true)
      let count = try append(upTo: Int(min(end - offset, 1 << 18)), from: offset, to: &bytes)
      if count == 0 { break }
      offset += Int64(count)
      hasher.absorb(bytes.span)
    }
    var lines = LineReader(self, offset: max(0, end))
    guard let last: MarksEnd = try lines.next(), last.hash == hasher.finish() else {
      throw FatalInput(.dataError, "\(name) is damaged")
    }
    return end
  }
}
