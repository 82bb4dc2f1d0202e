import Bytes
import Diagnostics
import PlanModel

/// A part of an input that a distributed engine hands to one of its workers.
///
/// What would end a run costs itself alone here: a line that is no JSON, or has a name twice in an object, is refused; a line that is
/// no record, a second head, and a byte order mark are left out.
package struct Partition: Sendable {
  /// The bytes of the input that it was asked for; the lines that begin in them are its own.
  package var range: Range<Int64>
  /// Of the whole input, in bytes.
  package var inputSize: Int64
  /// What was refused or left out.
  package var found: [Diagnostic] = []
  package var rejectedCount = 0
  /// What is hashed.
  package var hashed = Hashed.copy
  /// The hash of the input as it lies there, where that is not what is read of it.
  var sha256: String?
  /// Warnings about lines before this one are told by the partition that has the head.
  package var firstLine = 1

  package enum Hashed: Sendable {
    /// The partition itself, which is all there is of its input.
    case copy
    case whole(InputFile)
    /// Another partition has the end of the input, and its hash.
    case nothing
  }

  /// Whether it is all of a file.
  var isWholeFile: Bool {
    guard case .whole = hashed else { return false }
    return range.lowerBound == 0 && isLast
  }

  /// Whether the input ends with it.
  package var isLast: Bool { range.upperBound == inputSize }

  /// NDJSON on standard input that may lack its head.
  ///
  /// - Parameter app: The app of accounts that name none, where there is no head.
  package static func standardInput(app: String?, names: FieldNames) throws(FatalInput) -> InputFile {
    var copy = try PartitionCopy(name: "-", app: app, names: names)
    var unpacker = try InputFile.unpacker(.standardInput, name: "-")
    var (size, piece): (Int64, [UInt8]) = (0, [])
    try copy.addAll { (bytes) throws(FatalInput) in
      guard try unpacker.next(into: &piece) else { return false }
      bytes += piece
      size += Int64(piece.count)
      return true
    }
    let sha256 = unpacker.compression == nil ? nil : try unpacker.sha256()
    return copy.finish(Partition(range: 0..<size, inputSize: size, sha256: sha256))
  }

  /// The lines of an NDJSON file that begin in `range`, which may end beyond the file; nil: all of them. Ranges that tile the file have each
  /// line once. The records of an account's devices, one after the other, belong to the range in which the first begins.
  ///
  /// Lines before the range are counted, so that places are those of the file.
  ///
  /// - Parameter isHashed: Whether the file's hash is needed of a partition that does not have its end.
  package static func of(
    _ file: InputFile, _ asked: Range<Int64>?, app: String?, names: FieldNames, isHashed: Bool
  ) throws(FatalInput) -> InputFile {
    let file = try file.unpacked()
    if let fault = file.fault { throw fault }
    let asked = (asked ?? 0..<file.size).clamped(to: 0..<file.size)
    var part = Partition(range: asked, inputSize: file.size, sha256: file.sha256)
    let start = try file.startOfAccount(from: asked.lowerBound, names)
    let end = max(start, try file.startOfAccount(from: asked.upperBound, names))
    var copy = try PartitionCopy(name: file.name, path: file.path, app: app, names: names)
    if start > 0 {
      part.firstLine = try file.lineFeeds(before: start) + 1
      try copy.takeHead(of: file)
      copy.goTo(line: part.firstLine)
    }
    part.hashed = part.isLast || isHashed ? .whole(file) : .nothing
    var offset = start
    try copy.addAll { (bytes) throws(FatalInput) in
      let count = try file.append(upTo: Int(min(1 << 18, end - offset)), from: offset, to: &bytes)
      offset += Int64(count)
      return count > 0
    }
    try file.refuseChange()
    return copy.finish(part)
  }
}

extension InputFile {
  private static let windowSize = 1 << 20

  /// Where the first line begins that begins at `offset` or after it; the end of the file where none does.
  fileprivate func startOfLine(from offset: Int64) throws(FatalInput) -> Int64 {
    if offset == 0 { return 0 }
    var (bytes, read): ([UInt8], Int64) = ([], offset - 1)
    while read < size {
      bytes.removeAll(keepingCapacity: true)
      let count = try append(upTo: 1 << 16, from: read, to: &bytes)
      if count == 0 { break }
      if let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) { return read + Int64(feed) + 1 }
      read += Int64(count)
    }
    return size
  }

  /// The same, past the lines of devices whose account begins before `offset`.
  fileprivate func startOfAccount(from offset: Int64, _ names: FieldNames) throws(FatalInput) -> Int64 {
    var start = try startOfLine(from: offset)
    if start == 0 || start == size { return start }
    var builder = RecordBuilder(names: names)
    guard let before = try account(in: startOfLine(before: start)..<start, &builder) else { return start }
    while start < size {
      let next = try startOfLine(from: start + 1)
      guard let account = try account(in: start..<next, &builder), account.isDevice(of: before) else { break }
      start = next
    }
    return start
  }

  /// An account's record as its line names it.
  private struct AccountLine {
    var owner: StableHash
    var app: StableHash?
    var device: UInt64

    /// Whether the two are of several devices of one account.
    func isDevice(of other: AccountLine) -> Bool {
      owner == other.owner && app == other.app && (device != 0 || other.device != 0)
    }
  }

  /// - Returns: nil if the line is no account.
  private func account(
    in line: Range<Int64>, _ builder: inout RecordBuilder
  ) throws(FatalInput) -> AccountLine? {
    guard line.count <= SurveyedInput.mostRecordBytes else { return nil }
    var record = Record()
    _ = try append(upTo: line.count, from: line.lowerBound, to: &record.text)
    var reader = JSONReader(at: 0, line: 1, column: 1)
    guard (try? builder.read(&reader, into: &record)) != nil, record.values[0].type == .object else { return nil }
    var found: Int?
    record.forEachChild(of: 0) {
      if record.values[$0].name == .account, record.values[$0].type == .object { found = $0 }
    }
    guard let found else { return nil }
    let sketch = RecordSketch(record, isAccount: true, at: found)
    return sketch.owner.map { AccountLine(owner: $0, app: sketch.app, device: sketch.device) }
  }

  /// Where the line before a line begins.
  private func startOfLine(before start: Int64) throws(FatalInput) -> Int64 {
    var (end, bytes): (Int64, [UInt8]) = (start - 1, [])
    while end > 0 {
      let begin = max(0, end - (1 << 16))
      bytes.removeAll(keepingCapacity: true)
      _ = try append(upTo: Int(end - begin), from: begin, to: &bytes)
      if let feed = bytes.lastIndex(of: UInt8(ascii: "\n")) { return begin + Int64(feed) + 1 }
      end = begin
    }
    return 0
  }

  fileprivate func lineFeeds(before end: Int64) throws(FatalInput) -> Int {
    var (bytes, offset, found): ([UInt8], Int64, Int) = ([], 0, 0)
    while offset < end {
      bytes.removeAll(keepingCapacity: true)
      let count = try append(upTo: Int(min(Int64(InputFile.windowSize), end - offset)), from: offset, to: &bytes)
      if count == 0 { break }
      offset += Int64(count)
      found += bytes.span.lineFeedCount
    }
    return found
  }
}
