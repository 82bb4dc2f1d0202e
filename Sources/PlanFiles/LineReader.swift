import Diagnostics
import Formats

/// Reads a file line by line, a block at a time.
package struct LineReader {
  private static let blockSize = 1 << 18
  /// The longest line. An account of a million decisions has one of 50 MB in `accounts.ndjson`.
  private static let longestLine = 1 << 30

  package let file: InputFile
  /// The number of the last line read, from 1; 0 before the first.
  package private(set) var line: Int
  /// The offset in the file of the next line.
  private(set) var offset: Int64
  /// The current block, which contains the last line read.
  private var block: [UInt8] = []
  private var position = 0
  /// The offset in the file of the next block.
  private var end: Int64
  /// The offset in the file after the last line to read.
  private let limit: Int64
  /// The tokens of the block's lines from some line on; nil if no record was read from it.
  private var document: JSONDocument?
  /// The index of the last line read among those lines.
  private var number = 0
  /// The number of lines to tokenize next: few at first, since a reader of one account stops soon.
  private var ahead = 1

  /// - Parameters:
  ///   - offset: The start of a line.
  ///   - line: The number of lines before it.
  ///   - limit: The end of the last line to read; nil for the end of the file.
  package init(_ file: InputFile, offset: Int64 = 0, line: Int = 0, upTo limit: Int64? = nil) {
    (self.file, self.line, self.offset) = (file, line, offset)
    self.limit = limit ?? .max
    end = offset
  }

  /// Returns the record on the next line without the list `field`; nil after the last one.
  ///
  /// - Parameter field: The list. Only its syntax is checked.
  mutating func next<Record: PlanRecord>(omitting field: StaticString) throws(RunFault) -> Record? {
    guard let range = try nextRange() else { return nil }
    return try JSONDocument(block, range, line: line, omitting: field).record(0, file: file.name)
  }

  /// Returns the record on the next line; nil after the last one.
  package mutating func next<Record: PlanRecord>(_: Record.Type = Record.self) throws(RunFault) -> Record? {
    guard let range = try nextRange() else { return nil }
    return try record(range)
  }

  /// Returns the record of the line that was read last.
  private mutating func record<Record: PlanRecord>(_ range: Range<Int>) throws(RunFault) -> Record? {
    if let document, let record = try document.record(number, file: file.name) as Record? { return record }
    let document = JSONDocument(linesOf: block, from: range, line: line, maximum: ahead)
    (self.document, number, ahead) = (document, 0, min(2 * ahead, 1024))
    return try document.record(0, file: file.name)
  }

  /// Passes the bytes of the next line to `body`, without its line break. Returns false after the last one.
  package mutating func nextLine(_ body: (Span<UInt8>) -> Void = { _ in }) throws(RunFault) -> Bool {
    guard let range = try nextRange() else { return false }
    body(block.span.extracting(range))
    return true
  }

  /// Returns the next line without its line break; nil after the last one.
  package mutating func nextText() throws(RunFault) -> String? {
    guard let range = try nextRange() else { return nil }
    return String(block.span.extracting(range))
  }

  /// Returns a fault in the last line read.
  func fault(_ found: String, expected: String) -> RunFault {
    RunFault(.format, found, expected: expected, in: file.name, at: Place(line: max(line, 1), column: 1))
  }

  /// The fault if the file ends, or another account begins, before the lines counted in `accounts.ndjson`.
  var mismatch: RunFault {
    fault("the lines are not those that accounts.ndjson counts", expected: "files of one run; plan again")
  }

  /// Returns everything up to the limit, before anything was read.
  func rest() throws(RunFault) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try file.append(upTo: Int(min(limit, file.size) - offset), from: offset, to: &bytes)
    return bytes
  }

  /// Skips lines counted in `accounts.ndjson`.
  mutating func skip(_ count: Int) throws(RunFault) {
    for _ in 0..<count where try nextRange() == nil { throw mismatch }
  }

  private mutating func nextRange() throws(RunFault) -> Range<Int>? {
    var searched = position
    while true {
      let feed = block.span.firstIndex(of: UInt8(ascii: "\n"), from: searched)
      if feed < block.count {
        defer { take(feed + 1) }
        return position..<feed
      }
      searched = block.count - position
      guard searched <= LineReader.longestLine else {
        line += 1
        throw fault("the line is too long", expected: "at most \(LineReader.longestLine) bytes")
      }
      guard try fill() else {
        guard position < block.count else { return nil }
        defer { take(block.count) }
        return position..<block.count
      }
    }
  }

  private mutating func take(_ next: Int) {
    offset += Int64(next - position)
    position = next
    line += 1
    number += 1
  }

  /// Appends the next block to the rest of the current one. Returns false at the end.
  private mutating func fill() throws(RunFault) -> Bool {
    document = nil
    block.removeFirst(position)
    position = 0
    let count = try file.append(upTo: Int(min(Int64(LineReader.blockSize), limit - end)), from: end, to: &block)
    end += Int64(count)
    return count > 0
  }
}

extension JSONDocument {
  private static let largestFile: Int64 = 1 << 30

  /// Reads the record that makes up a file.
  package static func record<Record: PlanRecord>(
    _: Record.Type = Record.self, in file: InputFile
  ) throws(RunFault) -> Record {
    guard file.size <= largestFile else {
      throw RunFault(.dataError, "\(file.name) is too large; expected at most \(largestFile) bytes")
    }
    var bytes: [UInt8] = []
    _ = try file.append(upTo: Int(file.size), from: 0, to: &bytes)
    return try JSONDocument(bytes).record(0, file: file.name)!
  }

  /// Reads the record on a line of some bytes.
  package static func record<Record: PlanRecord>(
    _: Record.Type = Record.self, onLine number: Int, _ range: Range<Int>, of bytes: [UInt8], file: String
  ) throws(RunFault) -> Record {
    try JSONDocument(bytes, range, line: number).record(0, file: file)!
  }

  /// - Returns: nil if the text was not tokenized.
  func record<Record: PlanRecord>(_ number: Int, file: String) throws(RunFault) -> Record? {
    let node: JSONNode
    do throws(JSONFault) {
      guard let found = try text(number) else { return nil }
      node = found
    } catch {
      throw RunFault(error.diagnostic(file: file))
    }
    do throws(PlanFault) {
      return try Record(node)
    } catch {
      throw RunFault(diagnostic(error, file: file))
    }
  }
}
