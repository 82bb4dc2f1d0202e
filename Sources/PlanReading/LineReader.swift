import Diagnostics
import ExportReading

/// Reads a file line by line, a block at a time.
struct LineReader {
  private static let blockSize = 1 << 18

  let file: InputFile
  /// The number of the last line read, from 1; 0 before the first.
  private(set) var line: Int
  /// Where in the file the next line begins.
  private(set) var offset: Int64
  private var buffer: [UInt8] = []
  private var position = 0
  /// Where in the file the block after the buffer begins.
  private var end: Int64

  /// - Parameters:
  ///   - offset: Where a line begins.
  ///   - line: How many lines stand before it.
  init(_ file: InputFile, offset: Int64 = 0, line: Int = 0) {
    self.file = file
    self.line = line
    self.offset = offset
    end = offset
  }

  /// The next line without its end; nil after the last one.
  mutating func next<Value>(
    _ body: (UnsafeBufferPointer<UInt8>, _ line: Int) throws -> Value
  ) throws(FatalInput) -> Value? {
    guard let range = try nextRange() else { return nil }
    do {
      return try buffer.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[range]), line) }
    } catch let fault as JSONFault {
      throw FatalInput(fault.diagnostic(file: file.name))
    } catch let fault as PlanLine.Incomplete {
      throw FatalInput(
        Diagnostic(
          .error, .format, at: SourceLocation(file: file.name, line: line, column: 1), field: fault.field,
          found: "the field is missing or unknown here", expected: "a line of a tickler plan"))
    } catch {
      preconditionFailure("untyped error")
    }
  }

  /// Passes over `count` lines.
  mutating func skip(_ count: Int) throws(FatalInput) {
    for _ in 0..<count { _ = try nextRange() }
  }

  private mutating func nextRange() throws(FatalInput) -> Range<Int>? {
    var searched = position
    while true {
      if let feed = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { take(feed + 1) }
        return position..<feed
      }
      searched = buffer.count - position
      guard try fill() else {
        guard position < buffer.count else { return nil }
        defer { take(buffer.count) }
        return position..<buffer.count
      }
    }
  }

  private mutating func take(_ next: Int) {
    offset += Int64(next - position)
    position = next
    line += 1
  }

  /// Puts the next block behind what is left of the buffer; whether there was one.
  private mutating func fill() throws(FatalInput) -> Bool {
    buffer.removeFirst(position)
    position = 0
    let (file, start, kept) = (file, end, buffer.count)
    buffer.append(contentsOf: repeatElement(0, count: LineReader.blockSize))
    var fault: FatalInput?
    let count = buffer.withUnsafeMutableBytes { bytes in
      do throws(FatalInput) {
        return try file.read(at: start, count: LineReader.blockSize, into: bytes.baseAddress! + kept)
      } catch {
        fault = error
        return 0
      }
    }
    if let fault { throw fault }
    buffer.removeLast(LineReader.blockSize - count)
    end += Int64(count)
    return count > 0
  }
}
