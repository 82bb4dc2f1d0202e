import CivilTime
import Crypto
import Diagnostics
import PlanModel

/// The first reading of a JSON or NDJSON input: checks that it is well-formed from end to end, hashes it, reads its
/// head, and cuts its records into chunks. Holds one window of bytes, whatever the input's size.
struct JSONSurvey {
  /// As much as a core's own cache holds: the bytes are read, hashed and surveyed.
  private static let windowSize = 1 << 18

  private let file: InputFile
  private let isLines: Bool
  private var result: SurveyedInput
  private let fieldNames: FieldNames
  private var reader: JSONReader
  /// The offset in the file of the window's first byte.
  private var windowOffset: Int64 = 0
  private var head = Head()
  private var sketch: RecordSketch?
  /// The key whose value comes next, by depth: 1 the document or line, 2 the record of a line, 3 of a list.
  private var key = FieldName.unknown
  private var topKey = FieldName.unknown
  /// The names of the objects of an item that are open, by depth.
  private var names = [FieldSet](repeating: FieldSet(), count: JSONReader.maxDepth + 1)
  private var seenTop = FieldSet()
  private var warnedTop: Set<String> = []
  private var lineOfRecord = -1
  /// How many of `account` and `item` the present line holds; only one makes it a record.
  private var recordsInLine = 0

  private struct Head {
    /// A field that may hold records and stands in the first line of NDJSON, and where.
    var records: (name: String, place: SourceLocation)?
    var format: String?
    var formatPlace: SourceLocation?
    var isRead = false
  }

  /// - Parameters:
  ///   - hashes: Whether the input is hashed too.
  ///   - progress: Called after each window, with the number of bytes read so far.
  ///   - record: Called for every record in order; may throw to give the run up.
  static func survey(
    _ input: SurveyedInput, _ names: FieldNames, hashes: Bool, progress: (Int64) -> Void,
    record: (RecordSketch) throws(FatalInput) -> Void
  ) throws(FatalInput) -> SurveyedInput {
    var buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: windowSize)
    defer { buffer.deallocate() }
    var survey = JSONSurvey(
      input, names, reader: JSONReader(buffer, count: 0, isLast: false, line: input.file.firstLine))
    try survey.run(&buffer, hashes ? SHA256() : nil, progress, record)
    return survey.result
  }

  private init(_ input: SurveyedInput, _ names: FieldNames, reader: JSONReader) {
    file = input.file
    fieldNames = names
    self.reader = reader
    isLines = file.format == .ndjson
    result = input
  }

  private mutating func run(
    _ buffer: inout UnsafeMutablePointer<UInt8>, _ hash: consuming SHA256?, _ progress: (Int64) -> Void,
    _ record: (RecordSketch) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    var capacity = JSONSurvey.windowSize
    var held = 0
    var offset: Int64 = 0
    var isLast = false
    while true {
      // Keep what the reader has not consumed, and fill up behind it.
      let consumed = reader.position
      let kept = held - consumed
      if consumed > 0, kept > 0 { buffer.update(from: buffer + consumed, count: kept) }
      if kept == capacity {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
        larger.update(from: buffer, count: kept)
        buffer.deallocate()
        buffer = larger
        capacity *= 2
      }
      let count = try file.read(at: offset, count: capacity - kept, into: buffer + kept)
      hash?.update(bufferPointer: UnsafeRawBufferPointer(start: buffer + kept, count: count))
      isLast = count < capacity - kept
      offset += Int64(count)
      progress(offset)
      held = kept + count
      windowOffset = offset - Int64(held)
      reader.continue(with: buffer, count: held, isLast: isLast)
      if windowOffset == 0, held >= 3, buffer[0] == 0xef, buffer[1] == 0xbb, buffer[2] == 0xbf, offset == Int64(held) {
        reader.restart(at: 3)
      }
      do {
        if try scan(record) { break }
      } catch let fault as JSONFault {
        throw FatalInput(fault.diagnostic(file: file.name))
      } catch let fatal as FatalInput {
        throw fatal
      } catch {
        preconditionFailure("untyped error")
      }
    }
    if let hash { result.sha256 = String(hexadecimal: hash.finalize()) }
    try checkHead()
  }

  /// Reads on to the end of the window (false) or of the input (true).
  private mutating func scan(_ record: (RecordSketch) throws(FatalInput) -> Void) throws -> Bool {
    while true {
      if isLines, reader.isComplete { try endLine() }
      let wasAtStart = reader.isAtStart
      if isLines, wasAtStart, reader.isAtEndOfInput() { return true }
      let token = try reader.next()
      switch token {
      case .starved: return false
      case .end: return true
      case .key:
        if reader.depth == 1 { try readTopKey() }
        key = reader.depth == recordDepth ? name() : .unknown
        if sketch?.isAccount == false, reader.depth >= recordDepth { noteName() }
      case .beginObject, .beginArray:
        if isLines, wasAtStart {
          if reader.line == lineOfRecord {
            throw JSONFault(
              found: .missingLineBreak, line: reader.line, column: reader.column(of: reader.tokenStart),
              expected: "one record a line, as NDJSON has it")
          }
          lineOfRecord = reader.line
        }
        if token == .beginObject { names[reader.depth] = FieldSet() }
        try begin(token)
        // What lies inside an account's fields has to be well-formed, and nothing else is asked of it here.
        if sketch?.isAccount == true, reader.depth > recordDepth, try !reader.skipContainer() { return false }
      case .endObject, .endArray:
        if sketch != nil, reader.depth == (isLines ? 0 : 2) { try end(record) }
      case .string, .number, .true, .false, .null:
        try scalar(token, record)
      }
    }
  }

  /// The depth of the keys of a record.
  private var recordDepth: Int { isLines ? 2 : 3 }

  /// Notes the names of an item, at any depth. Two that are unknown may be the same name.
  private mutating func noteName() {
    if !names[reader.depth].insert(reader.depth == recordDepth ? key : name()) { sketch?.isOdd = true }
  }

  private func name() -> FieldName {
    reader.hasEscapes
      ? fieldNames.name(unescaped.span) : fieldNames.name(reader.tokenBytes.span)
  }

  private var unescaped: [UInt8] {
    var text: [UInt8] = []
    text.appendUnescapedJSON(reader.tokenBytes)
    return text
  }

  /// Where the token stands that was read last, a string or key with its opening quote.
  private func place(of token: JSONReader.Token) -> SourceLocation {
    SourceLocation(file: file.name, line: reader.line, column: reader.column(of: start(of: token)))
  }

  private func start(of token: JSONReader.Token) -> Int {
    switch token {
    case .string, .key: reader.tokenStart - 1
    default: reader.tokenStart
    }
  }

  private mutating func readTopKey() throws {
    topKey = name()
    if isLines, head.isRead {
      // Whatever else stands in a line is told of when it is read again.
      if topKey == .account || topKey == .item {
        recordsInLine += 1
        sketch?.isAccount = topKey == .account
      } else {
        sketch?.isOdd = true
      }
      return
    }
    let isHead = topKey == .format || topKey == .app || topKey == .exportedAt
    if isHead || !isLines && (topKey == .accounts || topKey == .items) {
      guard seenTop.insert(topKey) else {
        throw JSONFault(
          found: .duplicateKey(fieldNames[topKey]), line: reader.line, column: reader.column(of: reader.tokenStart - 1),
          expected: "each key once")
      }
      return
    }
    let text = String(decoding: unescaped, as: UTF8.self)
    if isLines, topKey == .account || topKey == .item || topKey == .accounts || topKey == .items {
      head.records = (text, place(of: .key))
      topKey = .unknown
      return
    }
    topKey = .unknown
    if warnedTop.insert(text).inserted {
      result.warnings.append(
        Diagnostic(
          .warning, .unknownField, at: place(of: .key), field: text.onOneLine,
          found: "the format has no such field here",
          expected: text.suggestion(among: ["format", "app", "exportedAt"] + (isLines ? [] : ["accounts", "items"]))))
    }
  }

  private mutating func begin(_ token: JSONReader.Token) throws {
    switch reader.depth {
    case 1:
      guard token == .beginObject else { throw notAnExport(token) }
      if isLines, head.isRead { beginRecord(token, isAccount: true) }
    case 2 where isLines:
      if !head.isRead, topKey != .unknown { throw wrongHead(token) }
    case 2:
      if topKey != .unknown, token == .beginObject || !holdsRecords { throw wrongHead(token) }
    case 3 where !isLines && holdsRecords:
      beginRecord(token, isAccount: topKey == .accounts)
    default: break
    }
  }

  /// The present value is one of the lists of a JSON document that hold records.
  private var holdsRecords: Bool { topKey == .accounts || topKey == .items }

  private mutating func beginRecord(_ token: JSONReader.Token, isAccount: Bool) {
    var sketch = RecordSketch(isAccount: isAccount)
    sketch.start = windowOffset + Int64(start(of: token))
    sketch.line = reader.line
    sketch.column = reader.column(of: start(of: token))
    self.sketch = sketch
    recordsInLine = 0
  }

  private mutating func scalar(
    _ token: JSONReader.Token, _ record: (RecordSketch) throws(FatalInput) -> Void
  ) throws {
    if reader.depth == 0 { throw notAnExport(token) }
    if reader.depth == 1 {
      if token != .null, topKey != .unknown, !isLines || !head.isRead { try readHead(token) }
      return
    }
    if !isLines, reader.depth == 2, holdsRecords {
      // Not a record at all: the second reading says so; here it only has to be in a chunk.
      beginRecord(token, isAccount: topKey == .accounts)
      try end(record)
      return
    }
    guard sketch != nil, reader.depth == recordDepth, token == .string else { return }
    if isLines, topKey != .account, topKey != .item { return }
    switch key {
    case .id where sketch!.isAccount, .account where !sketch!.isAccount:
      let owner = tokenHash
      sketch?.owner = owner
    case .app where sketch!.isAccount:
      let app = tokenHash
      sketch?.app = app
    case .updatedAt:
      sketch?.updatedAt = Instant(rfc3339: reader.tokenBytes.span)
    default: break
    }
    key = .unknown
  }

  private var tokenHash: StableHash {
    reader.hasEscapes ? unescaped.withUnsafeBufferPointer { StableHash($0) } : StableHash(reader.tokenBytes)
  }

  private mutating func readHead(_ token: JSONReader.Token) throws {
    guard token == .string, !holdsRecords else { throw wrongHead(token) }
    let text = String(decoding: unescaped, as: UTF8.self)
    switch topKey {
    case .format: (head.format, head.formatPlace) = (text, place(of: token))
    case .app: result.app = text
    default:
      guard let instant = Instant(rfc3339: text.utf8) else {
        throw FatalInput(
          Diagnostic(
            .error, .badValue, at: place(of: token), field: "exportedAt", found: "found \(text.quotedForDiagnostic)",
            expected: JSONSurvey.anInstant))
      }
      result.exportedAt = instant
    }
  }

  private mutating func end(_ record: (RecordSketch) throws(FatalInput) -> Void) throws {
    guard var sketch else { return }
    self.sketch = nil
    key = .unknown
    sketch.end = windowOffset + Int64(reader.position)
    if isLines, recordsInLine != 1 {
      sketch.owner = nil
    } else if sketch.isAccount {
      result.accountCount += 1
    } else {
      result.itemCount += 1
    }
    let layout: Chunk.Layout = isLines ? .lines : sketch.isAccount ? .accounts : .items
    result.add(sketch, layout: layout)
    try record(sketch)
  }

  /// A line's value is complete: the line must hold nothing else.
  private mutating func endLine() throws {
    if reader.line != lineOfRecord {
      throw JSONFault(
        found: .lineBreakInRecord, line: lineOfRecord, column: 1, expected: "one record a line, as NDJSON has it")
    }
    if !head.isRead {
      try checkHead()
      if let records = head.records {
        throw FatalInput(
          Diagnostic(
            .error, .format, at: records.place, field: records.name.onOneLine, found: "found in the first line",
            expected: "accounts and items in lines of their own, as NDJSON has them"))
      }
    }
    head.isRead = true
    reader.restart()
    topKey = .unknown
  }

  /// The document or line is something else than an object.
  private func notAnExport(_ token: JSONReader.Token) -> FatalInput {
    FatalInput(
      Diagnostic(
        .error, .format, at: place(of: token), found: "found \(token.words)",
        expected: isLines ? "an object on each line" : "a \(SurveyedInput.format) document, which is an object"))
  }

  /// A field of the head has the wrong type.
  private func wrongHead(_ token: JSONReader.Token) -> FatalInput {
    let expected =
      switch topKey {
      case .accounts, .items: "a list of \(fieldNames[topKey])"
      case .exportedAt: JSONSurvey.anInstant
      default: "a text"
      }
    return FatalInput(
      Diagnostic(
        .error, .format, at: place(of: token), field: fieldNames[topKey], found: "found \(token.words)",
        expected: expected))
  }

  private static let anInstant = "an RFC 3339 instant with an offset, to the second, such as 2026-11-20T12:00:00Z"

  private mutating func checkHead() throws(FatalInput) {
    if isLines, head.isRead { return }
    if let format = head.format, let place = head.formatPlace {
      guard format != SurveyedInput.format else { return }
      throw FatalInput(
        Diagnostic(
          .error, .format, at: place, field: "format", found: "found \(format.quotedForDiagnostic)",
          expected: SurveyedInput.format.quotedForDiagnostic))
    }
    throw FatalInput(
      Diagnostic(
        .error, .format, at: SourceLocation(file: file.name, line: max(1, lineOfRecord), column: 1), field: "format",
        found: "the field is missing",
        expected: SurveyedInput.format.quotedForDiagnostic + (isLines ? " in the first line" : "")))
  }
}

extension JSONReader.Token {
  /// What a diagnostic calls it.
  var words: String {
    switch self {
    case .beginObject, .endObject: "an object"
    case .beginArray, .endArray: "a list"
    case .key, .string: "a text"
    case .number: "a number"
    case .true: "true"
    case .false: "false"
    case .null: "null"
    case .end, .starved: "nothing"
    }
  }
}
