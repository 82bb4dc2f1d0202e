/// Reads one JSON value into a ``Record``. Keys that stand twice in one object are refused.
///
/// A class, since its builder points into memory of its own: a copy of it would be left pointing there.
package final class RecordReader {
  private var builder: RecordBuilder

  package init(names: FieldNames) {
    builder = RecordBuilder(names: names)
  }

  /// - Parameters:
  ///   - reader: Stands before a value; the whole value is in its window.
  ///   - text: The reader's window. Strings with escapes are unescaped in place.
  package func read(
    _ reader: inout JSONReader, in text: UnsafeMutablePointer<UInt8>, into record: inout Record
  ) throws(JSONFault) {
    builder.restart(text)
    while true {
      reader.readPlain(to: 0, into: &builder)
      if builder.isComplete { break }
      try readAny(&reader, in: text)
      if builder.isComplete { break }
    }
    // The values are numbered from 0, so the record has none yet.
    record.text = UnsafePointer(text)
    record.values.append(contentsOf: builder.values)
  }

  /// Reads one token of any kind.
  private func readAny(
    _ reader: inout JSONReader, in text: UnsafeMutablePointer<UInt8>
  ) throws(JSONFault) {
    let token = try reader.next()
    let start = reader.tokenStart
    var count = reader.tokenEnd - start
    let isText = token == .key || token == .string
    if isText, reader.hasEscapes {
      count = UnsafeMutableBufferPointer(start: text + start, count: count).unescapeJSON()
    }
    let place = JSONPlace(index: isText ? start - 1 : start, line: reader.line, lineStart: reader.lineStart)
    switch token {
    case .key: try builder.anyKey(start, count, at: place)
    case .beginObject: builder.begin(isObject: true, at: place)
    case .beginArray: builder.begin(isObject: false, at: place)
    case .endObject, .endArray: builder.end()
    case .string: builder.append(.string, start, count, at: place)
    case .number: builder.append(.number, start, count, at: place)
    case .true: builder.append(.true, start, count, at: place)
    case .false: builder.append(.false, start, count, at: place)
    case .null: builder.append(.null, start, count, at: place)
    case .end, .starved:
      preconditionFailure("the window does not hold the whole value")
    }
  }
}
