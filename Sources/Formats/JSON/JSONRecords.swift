import Bytes

/// Builds records of JSON. Their texts stay in the bytes they are read from.
extension RecordBuilder: JSONPlainSink {
  /// Reads the next value of a JSON text as a record. Names must be unique in an object.
  ///
  /// - Parameters:
  ///   - reader: Reads the record's text, which has the whole value.
  ///   - record: Receives the values. Strings with escapes are unescaped in place in its text.
  package mutating func read(_ reader: inout JSONReader, into record: inout Record) throws(JSONFault) {
    // Reuses the array of the last values.
    swap(&self.record.values, &record.values)
    self.record.values.removeAll(keepingCapacity: true)
    discardOpen()
    while true {
      reader.readPlain(in: record.text.span, to: 0, into: &self)
      if isComplete { break }
      try readAny(&reader, in: &record.text)
      if isComplete { break }
    }
    swap(&self.record.values, &record.values)
  }

  /// Reads one token of any kind.
  private mutating func readAny(_ reader: inout JSONReader, in text: inout [UInt8]) throws(JSONFault) {
    let token = try reader.next(in: text.span)
    let start = reader.token.lowerBound
    var count = reader.token.count
    if reader.hasEscapes, token == .key || token == .string {
      count = reader.unescaped.count
      text.replace(from: start, copying: reader.unescaped.span)
    }
    let place = reader.place(of: token)
    switch token {
    case .key: try takeAny(text.span.extracting(start..<start + count), start, at: place)
    case .beginObject: begin(.object, at: place)
    case .beginArray: begin(.list, at: place)
    case .endObject, .endArray: end()
    case .string: append(.string, start, count, at: place)
    case .number: append(.number, start, count, at: place)
    case .true: append(.true, start, count, at: place)
    case .false: append(.false, start, count, at: place)
    case .null: append(.null, start, count, at: place)
    case .end, .starved: preconditionFailure("the text ends inside the value")
    }
  }

  /// Takes any name, known or unknown.
  private mutating func takeAny(_ name: Span<UInt8>, _ start: Int, at place: Place) throws(JSONFault) {
    let field = names.name(name)
    if !insert(field, name) { throw JSONFault(.duplicateKey(String(name)), at: place, expected: "each key once") }
    setName(field, start, field == .unknown ? name.count : 0, at: place)
  }

  /// Takes only the format's names. Calling this and the next two instead of inlining them takes 0.7 % more
  /// instructions of a run over W.
  @inline(__always)
  mutating func key(_ name: PlainText, in bytes: Span<UInt8>, at place: Place) -> Bool {
    let field = names.name(name, in: bytes)
    guard field != .unknown, insert(field) else { return false }
    setName(field, 0, 0, at: place)
    return true
  }

  @inline(__always)
  mutating func string(_ start: Int, _ count: Int, at place: Place) { append(.string, start, count, at: place) }

  @inline(__always)
  mutating func begin(isObject: Bool, at place: Place) { begin(isObject ? .object : .list, at: place) }
}
