import Bytes
import Diagnostics
import Formats
import System

/// The encoding of a ``Record`` in a ``RecordSpool``. Values are encoded as differences from the previous value, with numbers in
/// LEB128. A value takes about 6 bytes, 40 in memory, which makes a run over W from XML 3 % faster.
///
/// A record consists of the number of its values, twice the size of its text plus 1 for an account, the text, and the values. A value
/// consists of:
/// - a byte for type and flag,
/// - the number of its name,
/// - its line and column, as differences from the previous value's,
/// - for an unknown name, start and length of the name's text,
/// - for an object or list, the number of values that it spans; for any other value, start and length of its text.
///
/// A start is the difference from the end of the previous text. A name has the place of its value.
enum SpooledRecord {
  private static let unknownNameFlag: UInt8 = 0x80
  /// The maximum size of a value: one byte, and seven 32-bit numbers.
  private static let maximumBytes = 1 + 7 * 5

  /// The bytes differ from what was written.
  struct Damaged: Error {}

  /// The numbers from which the next value's differences are taken.
  private struct Expected {
    var line: UInt32 = 0
    var column: UInt32 = 0
    var text: UInt32 = 0
  }

  static func write(_ record: borrowing Record, isAccount: Bool, to bytes: inout [UInt8]) {
    let (values, text) = (record.values, record.text)
    bytes.append(addingCapacity: 10) { (bytes: inout OutputSpan<UInt8>) in
      bytes.append(number: UInt32(values.count))
      bytes.append(number: UInt32(text.count) << 1 | (isAccount ? 1 : 0))
    }
    bytes.append(copying: text.span)
    bytes.append(addingCapacity: values.count * maximumBytes) { (bytes: inout OutputSpan<UInt8>) in
      var expected = Expected()
      for index in values.indices {
        let value = values[index]
        let hasNameText = value.nameCount > 0
        bytes.append(value.type.rawValue | (hasNameText ? unknownNameFlag : 0))
        bytes.append(number: UInt32(value.name.index))
        bytes.append(number: value.line, expected: expected.line)
        bytes.append(number: value.column, expected: expected.column)
        (expected.line, expected.column) = (value.line, value.column)
        if hasNameText {
          bytes.append(number: value.nameStart, expected: expected.text)
          bytes.append(number: value.nameCount)
          expected.text = value.nameStart &+ value.nameCount
        }
        if value.type.hasMembers {
          bytes.append(number: value.next &- UInt32(index))
        } else {
          bytes.append(number: value.textStart, expected: expected.text)
          bytes.append(number: value.textCount)
          expected.text = value.textStart &+ value.textCount
        }
      }
    }
  }

  /// Reads the record that starts at `start` in the text of `record`.
  ///
  /// - Returns: Whether the record is an account, and where the record ends.
  static func read(
    at start: Int, into record: inout Record, names: FieldNames
  ) throws(Damaged) -> (isAccount: Bool, end: Int) {
    var values: [Record.Value] = []
    swap(&values, &record.values)
    defer { swap(&values, &record.values) }
    values.removeAll(keepingCapacity: true)
    let bytes = record.text.span
    var reader = Reader(next: start)
    let count = try Int(reader.number(bytes))
    let size = try reader.number(bytes)
    guard let first = UInt32(exactly: reader.next), bytes.count - reader.next >= size >> 1 else { throw Damaged() }
    let text = first..<first + size >> 1
    reader.next += text.count
    // A value takes at least four bytes, so a damaged count cannot request arbitrary memory.
    guard count <= bytes.count / 4 else { throw Damaged() }
    values.reserveCapacity(count)
    var expected = Expected(text: first)
    for index in 0..<count {
      let head = try reader.byte(bytes)
      guard let type = Record.ValueType(rawValue: head & ~unknownNameFlag),
        let name = names.name(number: try reader.number(bytes))
      else { throw Damaged() }
      expected.line = try reader.number(bytes, expected: expected.line)
      expected.column = try reader.number(bytes, expected: expected.column)
      var value = Record.Value(type, name, line: expected.line, column: expected.column, next: UInt32(index + 1))
      if head & unknownNameFlag != 0 {
        (value.nameStart, value.nameCount) = try reader.range(bytes, expected: &expected.text, inside: text)
      }
      if type.hasMembers {
        let size = try reader.number(bytes)
        guard size > 0, size <= count - index else { throw Damaged() }
        value.next = UInt32(index) + size
      } else {
        (value.textStart, value.textCount) = try reader.range(bytes, expected: &expected.text, inside: text)
      }
      values.append(value)
    }
    return (size & 1 == 1, reader.next)
  }

  private struct Reader {
    var next: Int

    mutating func byte(_ bytes: Span<UInt8>) throws(Damaged) -> UInt8 {
      guard next < bytes.count else { throw Damaged() }
      defer { next += 1 }
      return bytes[next]
    }

    mutating func number(_ bytes: Span<UInt8>) throws(Damaged) -> UInt32 {
      let byte = try self.byte(bytes)
      return byte < 0x80 ? UInt32(byte) : try longNumber(byte, bytes)
    }

    private mutating func longNumber(_ first: UInt8, _ bytes: Span<UInt8>) throws(Damaged) -> UInt32 {
      var (byte, number, shift) = (first, UInt32(first & 0x7f), 7 as UInt32)
      while byte >= 0x80 {
        byte = try self.byte(bytes)
        number |= UInt32(byte & 0x7f) << shift
        shift += 7
      }
      return number
    }

    mutating func number(_ bytes: Span<UInt8>, expected: UInt32) throws(Damaged) -> UInt32 {
      let number = try self.number(bytes)
      return expected &+ ((number >> 1) ^ (0 &- (number & 1)))
    }

    mutating func range(
      _ bytes: Span<UInt8>, expected: inout UInt32, inside text: Range<UInt32>
    ) throws(Damaged) -> (start: UInt32, count: UInt32) {
      let start = try number(bytes, expected: expected)
      let count = try number(bytes)
      guard start >= text.lowerBound, start <= text.upperBound, count <= text.upperBound - start else {
        throw Damaged()
      }
      expected = start + count
      return (start, count)
    }
  }
}

extension Record.ValueType {
  fileprivate var hasMembers: Bool { self == .object || self == .list }
}

extension OutputSpan<UInt8> {
  fileprivate mutating func append(number: UInt32) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends the difference in zigzag encoding, which keeps small negative differences small.
  fileprivate mutating func append(number: UInt32, expected: UInt32) {
    let difference = Int32(bitPattern: number &- expected)
    append(number: UInt32(bitPattern: (difference << 1) ^ (difference >> 31)))
  }
}

/// A file with the records of an input that can only be read from the front. Records in the file can be read again at any offset.
///
/// The file has no name and does not outlive the run.
struct RecordSpool {
  private static let bufferSize = 1 << 18

  private let name: String
  private let file: OpenFile
  private var buffer: [UInt8] = []
  /// The size in bytes, including the buffer.
  private var size: Int64 = 0

  /// - Parameters:
  ///   - name: The input's name.
  ///   - other: The previous input's spool. Its file is continued, so that any number of inputs share one file.
  init(name: String, after other: InputFile? = nil) throws(RunFault) {
    self.name = name
    if let other, let copy = other.copy {
      (file, size) = (copy, other.size)
    } else {
      file = try .temporaryOrFault()
    }
    buffer.reserveCapacity(RecordSpool.bufferSize)
  }

  /// - Returns: The record's range in the file.
  mutating func append(_ record: borrowing Record, isAccount: Bool) throws(RunFault) -> Range<Int64> {
    let start = size - Int64(buffer.count)
    SpooledRecord.write(record, isAccount: isAccount, to: &buffer)
    let range = size..<start + Int64(buffer.count)
    size = range.upperBound
    if buffer.count >= RecordSpool.bufferSize { try flush() }
    return range
  }

  /// - Returns: The complete file, for reading.
  consuming func finish() throws(RunFault) -> InputFile {
    try flush()
    return InputFile(name: name, format: .xml, file: file, size: size)
  }

  private mutating func flush() throws(RunFault) {
    try file.append(buffer.span, of: "the records of \(name)")
    buffer.removeAll(keepingCapacity: true)
  }
}
