/// Reads one JSON value into a ``Record``. Keys that stand twice in one object are refused.
package struct RecordReader {
  /// Values that are open, innermost last.
  private var open: [Open] = []

  private struct Open {
    var index: Int
    var names = FieldSet()
    var hasUnknown = false
  }

  package init() {}

  /// - Parameters:
  ///   - reader: Stands before a value; the whole value is in its window.
  package mutating func read(_ reader: inout JSONReader, into record: inout Record) throws(JSONFault) {
    open.removeAll(keepingCapacity: true)
    var name = Name()
    repeat {
      switch try reader.next() {
      case .key: name = try key(reader, in: &record)
      case .beginObject:
        begin(.object, name, reader, in: &record)
        name = Name()
      case .beginArray:
        begin(.list, name, reader, in: &record)
        name = Name()
      case .endObject, .endArray:
        record.values[open.removeLast().index].next = UInt32(record.values.count)
        name = Name()
      case .string: scalar(.string, &name, reader, in: &record)
      case .number: scalar(.number, &name, reader, in: &record)
      case .true: scalar(.true, &name, reader, in: &record)
      case .false: scalar(.false, &name, reader, in: &record)
      case .null: scalar(.null, &name, reader, in: &record)
      case .end, .starved:
        preconditionFailure("the window does not hold the whole value")
      }
    } while !open.isEmpty
  }

  private struct Name {
    var field = FieldName.unknown
    var start: UInt32 = 0
    var count: UInt32 = 0
    var line: UInt32 = 0
    var column: UInt32 = 0
  }

  private mutating func key(_ reader: JSONReader, in record: inout Record) throws(JSONFault) -> Name {
    var name = Name()
    name.line = UInt32(truncatingIfNeeded: reader.line)
    name.column = UInt32(truncatingIfNeeded: reader.column(of: reader.tokenStart - 1))
    let last = open.count - 1
    if !reader.hasEscapes { name.field = FieldName(reader.tokenBytes) }
    if name.field == .unknown {
      name.start = UInt32(record.text.count)
      if reader.hasEscapes {
        record.text.appendUnescapedJSON(reader.tokenBytes)
        let start = Int(name.start)
        name.field = record.text.withUnsafeBufferPointer { FieldName(UnsafeBufferPointer(rebasing: $0[start...])) }
      } else {
        record.text.append(contentsOf: reader.tokenBytes)
      }
      name.count = UInt32(record.text.count) - name.start
    }
    let isNew: Bool
    if name.field != .unknown {
      isNew = open[last].names.insert(name.field)
    } else {
      isNew = !open[last].hasUnknown || !hasSibling(named: name, in: record)
      open[last].hasUnknown = true
    }
    guard isNew else {
      let bytes = reader.hasEscapes ? Array(record.text[Int(name.start)...]) : Array(reader.tokenBytes)
      throw JSONFault(
        found: .duplicateKey(String(decoding: bytes, as: UTF8.self)), line: Int(name.line), column: Int(name.column),
        expected: "each key once")
    }
    return name
  }

  private func hasSibling(named name: Name, in record: Record) -> Bool {
    let text = record.text[Int(name.start)..<Int(name.start + name.count)]
    let parent = open[open.count - 1].index
    var index = parent + 1
    while index < record.values.count {
      let value = record.values[index]
      if value.name == .unknown,
        record.text[Int(value.nameStart)..<Int(value.nameStart + value.nameCount)].elementsEqual(text)
      {
        return true
      }
      index = Int(value.next)
    }
    return false
  }

  private mutating func begin(
    _ type: Record.ValueType, _ name: Name, _ reader: JSONReader, in record: inout Record
  ) {
    append(type, name, reader, column: reader.column(of: reader.tokenStart), in: &record)
    open.append(Open(index: record.values.count - 1))
  }

  private func scalar(
    _ type: Record.ValueType, _ name: inout Name, _ reader: JSONReader, in record: inout Record
  ) {
    let start = record.text.count
    if type == .string, reader.hasEscapes {
      record.text.appendUnescapedJSON(reader.tokenBytes)
    } else {
      record.text.append(contentsOf: reader.tokenBytes)
    }
    let column = reader.column(of: type == .string ? reader.tokenStart - 1 : reader.tokenStart)
    append(type, name, reader, column: column, in: &record)
    let last = record.values.count - 1
    record.values[last].textStart = UInt32(start)
    record.values[last].textCount = UInt32(record.text.count - start)
    name = Name()
  }

  private func append(
    _ type: Record.ValueType, _ name: Name, _ reader: JSONReader, column: Int, in record: inout Record
  ) {
    record.values.append(
      Record.Value(
        type: type, name: name.field, textStart: 0, textCount: 0, nameStart: name.start, nameCount: name.count,
        line: UInt32(truncatingIfNeeded: reader.line), column: UInt32(truncatingIfNeeded: column), nameLine: name.line,
        nameColumn: name.column, next: UInt32(record.values.count + 1)))
  }
}
