import Bytes
import CivilTime
import Diagnostics
import PlanModel

/// The first reading of a JSON or NDJSON input: checks that it is well-formed, reads its head, and finds its records,
/// which are read again in place.
package struct JSONFrontEnd: FrontEnd {
  private let file: InputFile
  private let isLines: Bool
  private let fieldNames: FieldNames
  private var reader: JSONReader
  /// The offset in the file of the window's first byte.
  private var windowOffset: Int64 = 0
  private var head = Head()
  private var sketch: RecordSketch?
  /// The key of the next value, by depth: 1 for the document or line, 2 for the record of a line, 3 for one of a list.
  private var key = FieldName.unknown
  private var topKey = FieldName.unknown
  /// The names seen in an item's open objects, by depth.
  private var names = [FieldSet](repeating: FieldSet(), count: JSONReader.maximumDepth + 1)
  private var seenTop = FieldSet()
  /// The keys of open objects that nothing reads, by depth: unknown keys of the document or head, and those inside.
  private var unreadKeys = [Set<StableHash>](repeating: [], count: JSONReader.maximumDepth + 1)
  /// The most keys of an object to remember. More are data, which may fill the file.
  private static let maximumUnreadKeys = 10_000
  private var lineOfRecord = -1
  /// The number of `account` and `item` members in this line; a record has exactly one.
  private var recordsInLine = 0

  private struct Head {
    /// A field of records in the first line of NDJSON, where none is allowed.
    var records: (name: String, place: Place)?
    var format: String?
    var formatPlace = Place(line: 1, column: 1)
    var isRead = false
  }

  package init(_ file: InputFile, names: FieldNames) {
    self.file = file
    fieldNames = names
    isLines = file.format == .ndjson
    reader = JSONReader(isLast: false, line: file.firstLine)
  }

  package mutating func read(
    _ window: Span<UInt8>, isLast: Bool, into sink: inout some RecordSink
  ) throws(RunFault) -> Int {
    reader.slide(isLast: isLast)
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    if windowOffset == 0, reader.isAtStart, window.count >= 3, window.extracting(0..<3).equals(mark.span) {
      reader.restart(at: 3)
    }
    do {
      if try scan(window, into: &sink) { try checkHead() }
    } catch let fault as JSONFault {
      throw RunFault(fault.diagnostic(file: file.name))
    } catch let fatal as RunFault {
      throw fatal
    } catch {
      preconditionFailure("untyped error")
    }
    windowOffset += Int64(reader.position)
    return reader.position
  }

  /// - Returns: true at the end of the input, false at the end of the window.
  private mutating func scan(_ bytes: Span<UInt8>, into sink: inout some RecordSink) throws -> Bool {
    while true {
      if isLines, reader.isComplete { try endLine() }
      let wasAtStart = reader.isAtStart
      if isLines, wasAtStart, reader.isAtEndOfInput(bytes) { return true }
      let token = try reader.next(in: bytes)
      switch token {
      case .starved: return false
      case .end: return true
      case .key:
        if reader.depth == 1 { try readTopKey(bytes, &sink.input) }
        key = reader.depth == recordDepth ? name(bytes) : .unknown
        if sketch?.isAccount == false, reader.depth >= recordDepth { noteName(bytes) }
        if reader.depth > 1, topKey == .unknown, sketch == nil { try noteUnreadKey(bytes) }
      case .beginObject, .beginArray:
        if isLines, wasAtStart {
          if reader.line == lineOfRecord {
            throw JSONFault(
              .missingLineBreak, at: reader.place(of: token), expected: "one record a line, as in NDJSON")
          }
          lineOfRecord = reader.line
        }
        if token == .beginObject {
          names[reader.depth] = FieldSet()
          if topKey == .unknown, sketch == nil { unreadKeys[reader.depth] = [] }
        }
        try begin(token)
        // Inside an account's fields, only well-formedness matters here.
        if sketch?.isAccount == true, reader.depth > recordDepth, try !reader.skipContainer(in: bytes) { return false }
      case .endObject, .endArray:
        if sketch != nil, reader.depth == (isLines ? 0 : 2) { try end(into: &sink) }
      case .string, .number, .true, .false, .null: try scalar(token, bytes, into: &sink)
      }
    }
  }

  /// The depth of a record's keys.
  private var recordDepth: Int { isLines ? 2 : 3 }

  /// Notes a name of an item, at any depth. Two unknown names may be equal.
  private mutating func noteName(_ bytes: Span<UInt8>) {
    if !names[reader.depth].insert(reader.depth == recordDepth ? key : name(bytes)) { sketch?.isOdd = true }
  }

  // Inlined, since a call copies the front end: 2 % of the instructions of a run over W with separate items.

  @inline(__always)
  private func name(_ bytes: Span<UInt8>) -> FieldName {
    fieldNames.name(reader.hasEscapes ? reader.unescaped.span : bytes.extracting(reader.token))
  }

  private func fault(
    _ found: String, expected: String, at place: Place, field: String? = nil, code: Diagnostic.Code = .format
  ) -> RunFault {
    RunFault(code, found, expected: expected, in: file.name, at: place, field: field)
  }

  private mutating func readTopKey(_ bytes: Span<UInt8>, _ input: inout SurveyedInput) throws {
    topKey = name(bytes)
    if isLines, head.isRead {
      // The second reading reports anything else in the line.
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
        throw JSONFault(.duplicateKey(fieldNames[topKey]), at: reader.place(of: .key), expected: "each key once")
      }
      return
    }
    try noteUnreadKey(bytes)
    let text = reader.text(in: bytes)
    if isLines, topKey == .account || topKey == .item || topKey == .accounts || topKey == .items {
      head.records = (text, reader.place(of: .key))
      topKey = .unknown
      return
    }
    topKey = .unknown
    input.refuseName(
      text, at: reader.place(of: .key),
      among: ["format", "app", "exportedAt"] + (isLines ? [] : ["accounts", "items"]))
  }

  private mutating func noteUnreadKey(_ bytes: Span<UInt8>) throws {
    if unreadKeys[reader.depth].count == JSONFrontEnd.maximumUnreadKeys { return }
    guard unreadKeys[reader.depth].insert(tokenHash(bytes)).inserted else {
      throw JSONFault(
        .duplicateKey(reader.text(in: bytes)), at: reader.place(of: .key), expected: "each key once")
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
      if topKey != .unknown, token == .beginObject || !containsRecords { throw wrongHead(token) }
    case 3 where !isLines && containsRecords: beginRecord(token, isAccount: topKey == .accounts)
    default: break
    }
  }

  /// Whether the current top-level value is `accounts` or `items`.
  private var containsRecords: Bool { topKey == .accounts || topKey == .items }

  private mutating func beginRecord(_ token: JSONReader.Token, isAccount: Bool) {
    var sketch = RecordSketch(isAccount: isAccount)
    sketch.start = windowOffset + Int64(reader.token.lowerBound - (token == .string ? 1 : 0))
    sketch.place = reader.place(of: token)
    self.sketch = sketch
    recordsInLine = 0
  }

  private mutating func scalar(
    _ token: JSONReader.Token, _ bytes: Span<UInt8>, into sink: inout some RecordSink
  ) throws {
    if reader.depth == 0 { throw notAnExport(token) }
    if reader.depth == 1 {
      if token != .null, topKey != .unknown, !isLines || !head.isRead { try readHead(token, bytes, &sink.input) }
      return
    }
    if !isLines, reader.depth == 2, containsRecords {
      // Not a record. It only has to be in a chunk, so that the second reading reports it.
      beginRecord(token, isAccount: topKey == .accounts)
      try end(into: &sink)
      return
    }
    guard sketch != nil, reader.depth == recordDepth, token == .string else { return }
    if isLines, topKey != .account, topKey != .item { return }
    switch key {
    case .id where sketch!.isAccount, .account where !sketch!.isAccount:
      let owner = tokenHash(bytes)
      sketch?.owner = owner
    case .app:
      let app = tokenHash(bytes)
      sketch?.app = app
    case .updatedAt:
      sketch?.updatedAt = Instant(rfc3339: bytes.extracting(reader.token), cutsFraction: true)
    case .device where sketch!.isAccount:
      let device = tokenHash(bytes)
      sketch?.name(device: device)
    default: break
    }
    key = .unknown
  }

  @inline(__always)
  private func tokenHash(_ bytes: Span<UInt8>) -> StableHash {
    StableHash(reader.hasEscapes ? reader.unescaped.span : bytes.extracting(reader.token))
  }

  private mutating func readHead(
    _ token: JSONReader.Token, _ bytes: Span<UInt8>, _ input: inout SurveyedInput
  ) throws {
    guard token == .string, !containsRecords else { throw wrongHead(token) }
    let text = reader.text(in: bytes)
    switch topKey {
    case .format: (head.format, head.formatPlace) = (text, reader.place(of: token))
    case .app: (input.app, input.appPlace) = (text, reader.place(of: token))
    default:
      guard input.readExportedAt(text, at: reader.place(of: token)) else {
        throw fault(
          "found \(text.quotedForDiagnostic)", expected: JSONFrontEnd.anInstant, at: reader.place(of: token),
          field: "exportedAt", code: .badValue)
      }
    }
  }

  private mutating func end(into sink: inout some RecordSink) throws {
    guard var sketch else { return }
    self.sketch = nil
    key = .unknown
    sketch.end = windowOffset + Int64(reader.position)
    if sketch.end - sketch.start > SurveyedInput.maximumRecordBytes {
      sink.input.refuseRecord(at: sketch.place, isAccount: isLines ? nil : sketch.isAccount)
      return
    }
    if isLines, recordsInLine != 1 {
      sketch.owner = nil
    } else if sketch.isAccount {
      sink.input.accountCount += 1
    }
    try sink.take(sketch, layout: isLines ? .lines : sketch.isAccount ? .accounts : .items)
  }

  /// Ends a line whose value is complete: nothing else may follow in it.
  private mutating func endLine() throws {
    if reader.line != lineOfRecord {
      throw JSONFault(
        .lineBreakInRecord, at: Place(line: lineOfRecord, column: 1), expected: "one record a line, as in NDJSON")
    }
    if !head.isRead {
      try checkHead()
      if let records = head.records {
        throw fault(
          "found in the first line", expected: "accounts and items on separate lines, as in NDJSON",
          at: records.place, field: records.name.onOneLine)
      }
    }
    head.isRead = true
    reader.restart()
    topKey = .unknown
  }

  /// Returns the fault of a document or line that is not an object.
  private func notAnExport(_ token: JSONReader.Token) -> RunFault {
    fault(
      "found \(token.words)",
      expected: isLines ? "an object on each line" : "a \(SurveyedInput.format) document, which is an object",
      at: reader.place(of: token))
  }

  /// Returns the fault of a head field with the wrong type.
  private func wrongHead(_ token: JSONReader.Token) -> RunFault {
    let expected =
      switch topKey {
      case .accounts, .items: "a list of \(fieldNames[topKey])"
      case .exportedAt: JSONFrontEnd.anInstant
      default: "a text"
      }
    return fault("found \(token.words)", expected: expected, at: reader.place(of: token), field: fieldNames[topKey])
  }

  private static let anInstant = "an RFC 3339 instant with an offset, to the second, such as 2026-11-20T12:00:00Z"

  private mutating func checkHead() throws(RunFault) {
    if isLines, head.isRead { return }
    let expected = SurveyedInput.format.quotedForDiagnostic
    guard let format = head.format else {
      throw fault(
        "the field is missing", expected: expected + (isLines ? " in the first line" : ""),
        at: Place(line: max(1, lineOfRecord), column: 1), field: "format")
    }
    if format != SurveyedInput.format {
      throw fault("found \(format.quotedForDiagnostic)", expected: expected, at: head.formatPlace, field: "format")
    }
  }
}

extension JSONReader.Token {
  /// The name of the token in diagnostics.
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
