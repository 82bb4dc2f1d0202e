import Bytes
import Diagnostics
import PlanModel
import System

/// Copies lines of NDJSON to a temporary file, without those that would end a run. An empty line replaces a skipped
/// one, so that places remain those of the input.
struct PartitionCopy {
  private let name: String
  private let path: String?
  private let app: String?
  private let copy: OpenFile
  private var size: Int64 = 0
  /// The numbers of the next line and of the first.
  private var line = 1
  private var firstLine = 1
  private var hasHead = false
  private var found: [Diagnostic] = []
  private var rejectedCount = 0
  /// Lines known to be valid.
  private var waiting: [UInt8] = []
  private var builder: RecordBuilder
  private var record = Record()

  private enum Line {
    case blank, head, record
    /// Anything else, with its description.
    case other(String)
  }

  /// - Parameter app: The app of accounts that name none, if there is no head.
  init(name: String, path: String? = nil, app: String?, names: FieldNames) throws(RunFault) {
    (self.name, self.path) = (name, path)
    self.app = app
    copy = try .temporaryOrFault()
    builder = RecordBuilder(names: names)
  }

  /// Starts with the head of `file`, if it has one.
  mutating func takeHead(of file: InputFile) throws(RunFault) {
    var (bytes, offset): ([UInt8], Int64) = ([], 0)
    while !hasHead, offset < file.size {
      bytes.removeAll(keepingCapacity: true)
      _ = try file.append(upTo: 1 << 16, from: offset, to: &bytes)
      guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) else { break }
      bytes.removeSubrange((feed + 1)...)
      offset += Int64(feed) + 1
      switch kind(of: bytes.span, hasMark: PartitionCopy.hasMark(bytes.span)) {
      case .success(.head):
        waiting = bytes
        hasHead = true
      case .success(.record): return
      default: line += 1
      }
    }
  }

  /// Sets the number of the next line.
  mutating func goTo(line: Int) {
    self.line = line
    firstLine = hasHead ? line - 1 : line
  }

  /// - Parameter read: Appends the next bytes of the input, and returns whether there were any.
  mutating func addAll(_ read: (inout [UInt8]) throws(RunFault) -> Bool) throws(RunFault) {
    var bytes: [UInt8] = []
    var searched = 0
    // Of a line that is too long, the part read so far is discarded.
    var isSkipping = false
    while try read(&bytes) {
      var start = 0
      while let feed = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        if !isSkipping { try add(bytes.span.extracting(start..<feed + 1)) }
        isSkipping = false
        start = feed + 1
        searched = start
      }
      bytes.removeFirst(start)
      if Int64(bytes.count) > SurveyedInput.maximumRecordBytes {
        if !isSkipping { refuseLine() }
        isSkipping = true
        bytes.removeAll(keepingCapacity: true)
      }
      searched = bytes.count
    }
    if !isSkipping, !bytes.isEmpty {
      bytes.append(UInt8(ascii: "\n"))
      try add(bytes.span)
    }
    if !hasHead { beginWithHead() }
    try flush()
  }

  func finish(_ partition: Partition) -> InputFile {
    var partition = partition
    partition.found = found
    partition.rejectedCount = rejectedCount
    return InputFile(
      name: name, path: path, format: .ndjson, file: copy, size: size, firstLine: firstLine, partition: partition)
  }

  private mutating func add(_ bytes: Span<UInt8>) throws(RunFault) {
    let mark = PartitionCopy.hasMark(bytes)
    let start = waiting.count
    switch kind(of: bytes, hasMark: mark) {
    case .success(.record):
      if !hasHead { beginWithHead() }
      waiting.append(copying: bytes)
    case .success(.head) where !hasHead:
      hasHead = true
      waiting.append(copying: bytes)
    case .success(.head): leaveOut("found another head", expected: "one, in the first line")
    case .success(.other(let found)): leaveOut(found, expected: "{\"account\": …} or {\"item\": …}")
    case .success(.blank): waiting.append(UInt8(ascii: "\n"))
    case .failure(let fault): refuse(fault.diagnostic(file: name))
    }
    if mark {
      // Keeps the columns of the line.
      let line = waiting.count - bytes.count
      if line >= start { waiting.replaceSubrange(line..<line + 3, with: "   ".utf8) }
      if self.line > 1 { warn("found a byte order mark", expected: "none, except before the first line") }
    }
    line += 1
    if hasHead, waiting.count >= 1 << 18 { try flush() }
  }

  /// Returns whether the line begins with a byte order mark.
  private static func hasMark(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf
  }

  /// Returns the kind of a line, or its fault.
  private mutating func kind(of line: Span<UInt8>, hasMark: Bool) -> Result<Line, JSONFault> {
    // Without the line break, so that a truncated text ends in its own line.
    let bytes = line.extracting(droppingLast: 1)
    var reader = JSONReader(at: hasMark ? 3 : 0, line: self.line, column: hasMark ? 4 : 1)
    if reader.isAtEndOfInput(bytes) { return .success(.blank) }
    record.text.removeAll(keepingCapacity: true)
    record.text.append(copying: bytes)
    do throws(JSONFault) {
      try builder.read(&reader, into: &record)
      if !reader.isAtEndOfInput(bytes) {
        return .failure(
          JSONFault(
            .missingLineBreak, at: Place(line: self.line, column: reader.column(of: reader.position)),
            expected: "one record a line, as in NDJSON"))
      }
    } catch {
      return .failure(error)
    }
    guard record.values[0].type == .object else { return .success(.other("found no object")) }
    var (isRecord, isHead) = (false, false)
    record.forEachChild(of: 0) { child in
      let name = record.values[child].name
      if name == .account || name == .item { isRecord = true }
      if name == .format || name == .accounts || name == .items { isHead = true }
    }
    return .success(isHead ? .head : isRecord ? .record : .other("found neither an account nor an item"))
  }

  private mutating func leaveOut(_ found: String, expected: String) {
    warn(found, expected: expected + "; it is left out")
    waiting.append(UInt8(ascii: "\n"))
  }

  private mutating func warn(_ found: String, expected: String) {
    self.found.append(diagnostic(.warning, .format, found, expected: expected))
  }

  private mutating func refuse(_ diagnostic: Diagnostic) {
    found.append(diagnostic)
    rejectedCount += 1
    waiting.append(UInt8(ascii: "\n"))
  }

  /// Refuses a line that is too long to hold in memory.
  private mutating func refuseLine() {
    refuse(
      diagnostic(
        .error, .limit, "the record is too large", expected: "at most \(SurveyedInput.maximumRecordBytes >> 20) MB"))
    line += 1
  }

  private func diagnostic(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ found: String, expected: String
  ) -> Diagnostic {
    Diagnostic(severity, code, at: SourceLocation(file: name, line: line, column: 1), found: found, expected: expected)
  }

  /// Inserts a head before an input without one.
  private mutating func beginWithHead() {
    var head = ByteWriter()
    head.append(text: "{\"format\":\"\(SurveyedInput.format)\"")
    if let app {
      head.append(",\"app\":")
      head.append(json: app)
    }
    head.append("}\n")
    waiting.insert(contentsOf: WrittenBytes(head).array, at: 0)
    hasHead = true
    firstLine -= 1
  }

  private mutating func flush() throws(RunFault) {
    try copy.append(waiting.span, of: "a copy of \(name)")
    size += Int64(waiting.count)
    waiting.removeAll(keepingCapacity: true)
  }
}
