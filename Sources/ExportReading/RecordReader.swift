/// Reads one JSON value into a ``Record``. Keys that stand twice in one object are refused.
package struct RecordReader {
  /// The innermost value that is open, and those around it.
  private var innermost = Open(index: -1)
  private var outer: [Open] = []

  private struct Open {
    var index: Int
    var names = FieldSet()
    var hasUnknown = false
  }

  package init() {}

  /// - Parameters:
  ///   - reader: Stands before a value; the whole value is in its window.
  ///   - text: The reader's window. Strings with escapes are unescaped in place.
  package mutating func read(
    _ reader: inout JSONReader, in text: UnsafeMutablePointer<UInt8>, into record: inout Record
  ) throws(JSONFault) {
    outer.removeAll(keepingCapacity: true)
    record.text = UnsafePointer(text)
    var name = Name()
    repeat {
      switch try reader.step() {
      case .key: name = try key(reader, text, in: record)
      case .beginObject: begin(.object, &name, reader, in: &record)
      case .beginArray: begin(.list, &name, reader, in: &record)
      case .endObject, .endArray:
        record.values[innermost.index].next = UInt32(truncatingIfNeeded: record.values.count)
        innermost = outer.removeLast()
      case .string: scalar(.string, &name, reader, text, in: &record)
      case .number: scalar(.number, &name, reader, text, in: &record)
      case .true: scalar(.true, &name, reader, text, in: &record)
      case .false: scalar(.false, &name, reader, text, in: &record)
      case .null: scalar(.null, &name, reader, text, in: &record)
      case .end, .starved:
        preconditionFailure("the window does not hold the whole value")
      }
    } while !outer.isEmpty
  }

  private struct Name {
    var field = FieldName.unknown
    var start: UInt32 = 0
    var count: UInt32 = 0
    var line: UInt32 = 0
    var column: UInt32 = 0
  }

  private mutating func key(
    _ reader: JSONReader, _ text: UnsafeMutablePointer<UInt8>, in record: Record
  ) throws(JSONFault) -> Name {
    var name = Name()
    let count = textCount(reader, text)
    name.line = UInt32(truncatingIfNeeded: reader.line)
    name.column = UInt32(truncatingIfNeeded: reader.column(of: reader.tokenStart - 1))
    let bytes = UnsafeBufferPointer(start: UnsafePointer(text + reader.tokenStart), count: count)
    name.field = FieldName(bytes)
    let isNew: Bool
    if name.field != .unknown {
      isNew = innermost.names.insert(name.field)
    } else {
      name.start = UInt32(truncatingIfNeeded: reader.tokenStart)
      name.count = UInt32(truncatingIfNeeded: count)
      isNew = !innermost.hasUnknown || !hasSibling(named: bytes, in: record)
      innermost.hasUnknown = true
    }
    guard isNew else {
      throw JSONFault(
        found: .duplicateKey(String(decoding: bytes, as: UTF8.self)), line: Int(name.line), column: Int(name.column),
        expected: "each key once")
    }
    return name
  }

  private func hasSibling(named name: UnsafeBufferPointer<UInt8>, in record: Record) -> Bool {
    var index = innermost.index + 1
    while index < record.values.count {
      if record.values[index].name == .unknown, record.unknownNameBytes(index).elementsEqual(name) { return true }
      index = Int(record.values[index].next)
    }
    return false
  }

  /// Unescapes the last token where it has to be.
  ///
  /// - Returns: How many bytes it has then.
  @inline(__always)
  private func textCount(_ reader: JSONReader, _ text: UnsafeMutablePointer<UInt8>) -> Int {
    let count = reader.tokenEnd - reader.tokenStart
    guard reader.hasEscapes else { return count }
    return UnsafeMutableBufferPointer(start: text + reader.tokenStart, count: count).unescapeJSON()
  }

  @inline(__always)
  private mutating func begin(
    _ type: Record.ValueType, _ name: inout Name, _ reader: JSONReader, in record: inout Record
  ) {
    append(type, name, 0..<0, reader, at: reader.tokenStart, in: &record)
    outer.append(innermost)
    innermost = Open(index: record.values.count - 1)
    name = Name()
  }

  @inline(__always)
  private mutating func scalar(
    _ type: Record.ValueType, _ name: inout Name, _ reader: JSONReader, _ text: UnsafeMutablePointer<UInt8>,
    in record: inout Record
  ) {
    let start = reader.tokenStart
    let count = type == .string ? textCount(reader, text) : reader.tokenEnd - start
    append(type, name, start..<start + count, reader, at: type == .string ? start - 1 : start, in: &record)
    name = Name()
  }

  @inline(__always)
  private func append(
    _ type: Record.ValueType, _ name: Name, _ text: Range<Int>, _ reader: JSONReader, at position: Int,
    in record: inout Record
  ) {
    record.values.append(
      Record.Value(
        type: type, name: name.field, textStart: UInt32(truncatingIfNeeded: text.lowerBound),
        textCount: UInt32(truncatingIfNeeded: text.count), nameStart: name.start, nameCount: name.count,
        line: UInt32(truncatingIfNeeded: reader.line),
        column: UInt32(truncatingIfNeeded: reader.column(of: position)), nameLine: name.line,
        nameColumn: name.column, next: UInt32(truncatingIfNeeded: record.values.count + 1)))
  }
}
