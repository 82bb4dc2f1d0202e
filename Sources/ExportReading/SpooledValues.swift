/// The values of a ``Record`` as a ``RecordSpool`` keeps them: what follows from the value before is left out and numbers take
/// the bytes that they need (LEB128), which makes some 6 bytes of the 40 that a ``Record/Value`` has in memory.
///
/// A value is a byte of type and flag, the name's number, and these numbers, the signed ones as the difference from what is
/// expected: line and column, where those of the value before are expected; of an unknown name, where its text begins and
/// how long it is; of an object or list, how many values it spans; of any other, where its text begins and how long it is.
/// Texts are expected one behind the other. A name stands where its value does, as XML has it.
enum SpooledValues {
  /// So many bytes a value can take: one, and seven numbers of 32 bits.
  static let mostBytes = 1 + 7 * 5
  private static let unknownNameFlag: UInt8 = 0x80

  /// What the next value's numbers are differences from.
  private struct Expected {
    var line: UInt32 = 0
    var column: UInt32 = 0
    var text: UInt32 = 0
  }

  /// - Parameter target: Has room for ``mostBytes`` a value.
  /// - Returns: How many bytes were written.
  static func write(_ values: [Record.Value], to target: UnsafeMutablePointer<UInt8>) -> Int {
    var writer = Writer(next: target)
    var expected = Expected()
    for index in values.indices {
      let value = values[index]
      assert(value.nameLine == value.line && value.nameColumn == value.column)
      assert(value.type.hasMembers || value.next == index + 1)
      let hasNameText = value.nameCount > 0
      writer.byte(value.type.rawValue | (hasNameText ? unknownNameFlag : 0))
      writer.number(UInt32(value.name.index))
      writer.difference(value.line, expected.line)
      writer.difference(value.column, expected.column)
      (expected.line, expected.column) = (value.line, value.column)
      if hasNameText {
        writer.difference(value.nameStart, expected.text)
        writer.number(value.nameCount)
        expected.text = value.nameStart &+ value.nameCount
      }
      if value.type.hasMembers {
        writer.number(value.next &- UInt32(index))
      } else {
        writer.difference(value.textStart, expected.text)
        writer.number(value.textCount)
        expected.text = value.textStart &+ value.textCount
      }
    }
    return writer.next - target
  }

  /// Reads `count` values.
  ///
  /// - Parameter target: Has room for them.
  /// - Returns: How many bytes they took.
  static func read(
    _ count: Int, from source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<Record.Value>
  ) -> Int {
    var reader = Reader(next: source)
    var expected = Expected()
    for index in 0..<count {
      let head = reader.byte()
      let name = FieldName(index: UInt16(truncatingIfNeeded: reader.number()))
      let line = reader.sum(expected.line)
      let column = reader.sum(expected.column)
      (expected.line, expected.column) = (line, column)
      let type = Record.ValueType(rawValue: head & ~unknownNameFlag)!
      var value = Record.Value(
        type: type, name: name, textStart: 0, textCount: 0, nameStart: 0, nameCount: 0, line: line, column: column,
        nameLine: line, nameColumn: column, next: UInt32(index + 1))
      if head & unknownNameFlag != 0 {
        value.nameStart = reader.sum(expected.text)
        value.nameCount = reader.number()
        expected.text = value.nameStart &+ value.nameCount
      }
      if type.hasMembers {
        value.next = UInt32(index) &+ reader.number()
      } else {
        value.textStart = reader.sum(expected.text)
        value.textCount = reader.number()
        expected.text = value.textStart &+ value.textCount
      }
      (target + index).initialize(to: value)
    }
    return reader.next - source
  }

  private struct Writer {
    var next: UnsafeMutablePointer<UInt8>

    @inline(__always)
    mutating func byte(_ byte: UInt8) {
      next.pointee = byte
      next += 1
    }

    @inline(__always)
    mutating func number(_ number: UInt32) {
      var rest = number
      while rest >= 0x80 {
        byte(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      byte(UInt8(truncatingIfNeeded: rest))
    }

    /// Small whether it is above or below.
    @inline(__always)
    mutating func difference(_ number: UInt32, _ expected: UInt32) {
      let difference = Int32(bitPattern: number &- expected)
      self.number(UInt32(bitPattern: (difference << 1) ^ (difference >> 31)))
    }
  }

  private struct Reader {
    var next: UnsafePointer<UInt8>

    @inline(__always)
    mutating func byte() -> UInt8 {
      defer { next += 1 }
      return next.pointee
    }

    @inline(__always)
    mutating func number() -> UInt32 {
      var byte = self.byte()
      if byte < 0x80 { return UInt32(byte) }
      var number = UInt32(byte & 0x7f)
      var shift: UInt32 = 7
      repeat {
        byte = self.byte()
        number |= UInt32(byte & 0x7f) << shift
        shift += 7
      } while byte >= 0x80
      return number
    }

    @inline(__always)
    mutating func sum(_ expected: UInt32) -> UInt32 {
      let number = self.number()
      return expected &+ ((number >> 1) ^ (0 &- (number & 1)))
    }
  }
}

extension Record.ValueType {
  fileprivate var hasMembers: Bool { self == .object || self == .list }
}
