import Bytes
import Diagnostics
import PlanModel

/// A part of an input that a distributed engine assigns to one worker.
///
/// Faults that would end a run affect only their line here. A line that is not JSON, or repeats a name in an object, is
/// refused. A line that is not a record, a second head, and a byte order mark are skipped.
package struct Partition: Sendable {
  /// The requested bytes of the input. It has the lines that begin in them.
  package var range: Range<Int64>
  /// The size of the whole input in bytes.
  package var inputSize: Int64
  /// Diagnostics of refused and skipped lines.
  package var found: [Diagnostic] = []
  package var rejectedCount = 0
  /// The bytes to hash.
  package var hashed = Hashed.copy
  /// The hash of the original input, if its content is read from a copy.
  var sha256: String?
  /// Warnings about earlier lines are reported by the partition with the head.
  package var firstLine = 1

  package enum Hashed: Sendable {
    /// The partition itself, the whole content of its input.
    case copy
    case whole(InputFile)
    /// Nothing: another partition has the end of the input, and its hash.
    case nothing
  }

  /// Whether it is all of a file.
  var isWholeFile: Bool {
    guard case .whole = hashed else { return false }
    return range.lowerBound == 0 && isLast
  }

  /// Whether it reaches the end of the input.
  package var isLast: Bool { range.upperBound == inputSize }

  /// Returns NDJSON from standard input, which may lack a head.
  ///
  /// - Parameter app: The app of accounts that name none, if there is no head.
  package static func standardInput(app: String?, names: FieldNames) throws(RunFault) -> InputFile {
    var copy = try PartitionCopy(name: "-", app: app, names: names)
    var unpacker = try InputFile.unpacker(.standardInput, name: "-")
    var (size, piece): (Int64, [UInt8]) = (0, [])
    try copy.addAll { (bytes) throws(RunFault) in
      guard try unpacker.next(into: &piece) else { return false }
      bytes += piece
      size += Int64(piece.count)
      return true
    }
    let sha256 = unpacker.compression == nil ? nil : try unpacker.sha256()
    return copy.finish(Partition(range: 0..<size, inputSize: size, sha256: sha256))
  }

  /// Returns the lines of an NDJSON file that begin in `range`, which may extend beyond the file; nil for all lines.
  /// Ranges that tile the file have each line once. Consecutive records of an account's devices belong to the range in
  /// which the first begins.
  ///
  /// Lines before the range are counted, so that places are those of the file.
  ///
  /// - Parameter isHashed: Whether a partition without the end of the file also needs the file's hash.
  package static func of(
    _ file: InputFile, _ requested: Range<Int64>?, app: String?, names: FieldNames, isHashed: Bool
  ) throws(RunFault) -> InputFile {
    let file = try file.unpacked()
    if let fault = file.fault { throw fault }
    let requested = (requested ?? 0..<file.size).clamped(to: 0..<file.size)
    var part = Partition(range: requested, inputSize: file.size, sha256: file.sha256)
    let start = try file.startOfAccount(from: requested.lowerBound, names)
    let end = max(start, try file.startOfAccount(from: requested.upperBound, names))
    var copy = try PartitionCopy(name: file.name, path: file.path, app: app, names: names)
    if start > 0 {
      part.firstLine = try file.lineFeeds(before: start) + 1
      try copy.takeHead(of: file)
      copy.goTo(line: part.firstLine)
    }
    part.hashed = part.isLast || isHashed ? .whole(file) : .nothing
    var offset = start
    try copy.addAll { (bytes) throws(RunFault) in
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

  /// Returns the start of the first line at or after `offset`, or the end of the file.
  fileprivate func startOfLine(from offset: Int64) throws(RunFault) -> Int64 {
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

  /// Like ``startOfLine(from:)``, but skips the lines of devices whose account begins before `offset`.
  fileprivate func startOfAccount(from offset: Int64, _ names: FieldNames) throws(RunFault) -> Int64 {
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

  /// An account record's identity.
  private struct AccountLine {
    var owner: StableHash
    var app: StableHash?
    var device: UInt64

    /// Returns whether both are records of one account from several devices.
    func isDevice(of other: AccountLine) -> Bool {
      owner == other.owner && app == other.app && (device != 0 || other.device != 0)
    }
  }

  /// - Returns: nil if the line is not an account.
  private func account(
    in line: Range<Int64>, _ builder: inout RecordBuilder
  ) throws(RunFault) -> AccountLine? {
    guard line.count <= SurveyedInput.maximumRecordBytes else { return nil }
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

  /// Returns the start of the preceding line.
  private func startOfLine(before start: Int64) throws(RunFault) -> Int64 {
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

  fileprivate func lineFeeds(before end: Int64) throws(RunFault) -> Int {
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
