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
  /// Where in the file the next line begins.
  private(set) var offset: Int64
  /// The block at hand, and the line that was read last.
  private let block = JSONDocument()
  private var position = 0
  /// Where in the file the block after this one begins.
  private var end: Int64

  /// - Parameters:
  ///   - offset: Where a line begins.
  ///   - line: How many lines stand before it.
  package init(_ file: InputFile, offset: Int64 = 0, line: Int = 0) {
    self.file = file
    self.line = line
    self.offset = offset
    end = offset
  }

  /// The record on the next line; nil after the last one.
  package mutating func next<Record: PlanRecord>(_: Record.Type = Record.self) throws(FatalInput) -> Record? {
    guard let range = try nextRange() else { return nil }
    return try block.record(range, file: file.name, line: line)
  }

  /// Passes the bytes of the next line to `body`, without its line break; nil after the last one.
  package mutating func nextLine<Value>(_ body: (Span<UInt8>) -> Value) throws(FatalInput) -> Value? {
    guard let range = try nextRange() else { return nil }
    let bytes = block.bytes
    return body(bytes.span.extracting(range))
  }

  /// What is wrong with the line that was read last.
  func fault(_ found: String, expected: String) -> FatalInput {
    FatalInput(
      Diagnostic(
        .error, .format, at: SourceLocation(file: file.name, line: max(line, 1), column: 1), found: found,
        expected: expected))
  }

  /// It ends, or goes on with another account, before the lines are through that `accounts.ndjson` counts.
  var mismatch: FatalInput {
    fault("the lines are not those that accounts.ndjson counts", expected: "files of one run; plan again")
  }

  /// Passes over lines that `accounts.ndjson` counts.
  mutating func skip(_ count: Int) throws(FatalInput) {
    for _ in 0..<count where try nextRange() == nil { throw mismatch }
  }

  private mutating func nextRange() throws(FatalInput) -> Range<Int>? {
    var searched = position
    while true {
      if let feed = block.bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { take(feed + 1) }
        return position..<feed
      }
      searched = block.bytes.count - position
      guard searched <= LineReader.longestLine else {
        line += 1
        throw fault("the line is too long", expected: "at most \(LineReader.longestLine) bytes")
      }
      guard try fill() else {
        guard position < block.bytes.count else { return nil }
        defer { take(block.bytes.count) }
        return position..<block.bytes.count
      }
    }
  }

  private mutating func take(_ next: Int) {
    offset += Int64(next - position)
    position = next
    line += 1
  }

  /// Puts the next block behind what is left of the one at hand; whether there was one.
  private mutating func fill() throws(FatalInput) -> Bool {
    block.bytes.removeFirst(position)
    position = 0
    let count = try file.append(upTo: LineReader.blockSize, from: end, to: &block.bytes)
    end += Int64(count)
    return count > 0
  }
}

extension JSONDocument {
  private static let largestFile: Int64 = 1 << 30

  /// The record that is all of a file.
  package static func record<Record: PlanRecord>(
    _: Record.Type = Record.self, in file: InputFile
  ) throws(FatalInput) -> Record {
    guard file.size <= largestFile else {
      throw FatalInput(.dataError, "\(file.name) is too large; expected at most \(largestFile) bytes")
    }
    let document = JSONDocument()
    let count = try file.append(upTo: Int(file.size), from: 0, to: &document.bytes)
    return try document.record(0..<count, file: file.name, line: 1)
  }

  fileprivate func record<Record: PlanRecord>(
    _ range: Range<Int>, file: String, line: Int
  ) throws(FatalInput) -> Record {
    let node: JSONNode
    do throws(JSONFault) {
      node = try parse(range, line: line)
    } catch {
      throw FatalInput(error.diagnostic(file: file))
    }
    do throws(PlanFault) {
      return try Record(node)
    } catch {
      throw FatalInput(diagnostic(error, file: file, line: line))
    }
  }
}
