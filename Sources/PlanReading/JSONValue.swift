import ExportReading

/// A JSON value as a tree: for the small documents of a plan folder, which are read as a whole.
enum JSONValue: Sendable {
  case object([(key: String, value: JSONValue)])
  case array([JSONValue])
  case string(String)
  /// As it was written.
  case number(String)
  case bool(Bool)
  case null

  /// Reads one document.
  init(_ bytes: UnsafeBufferPointer<UInt8>, line: Int = 1) throws(JSONFault) {
    guard let base = bytes.baseAddress else {
      throw JSONFault(found: .unexpectedEnd, line: line, column: 1, expected: "a JSON value")
    }
    var reader = JSONReader(base, count: bytes.count, line: line, stringLimit: .max)
    self = try JSONValue(try reader.next(), &reader)
    _ = try reader.next()
  }

  /// - Parameter token: The value's first token, already taken from `reader`.
  private init(_ token: JSONReader.Token, _ reader: inout JSONReader) throws(JSONFault) {
    switch token {
    case .beginObject:
      var members: [(key: String, value: JSONValue)] = []
      var next = try reader.next()
      while case .key = next {
        let key = reader.text
        members.append((key, try JSONValue(try reader.next(), &reader)))
        next = try reader.next()
      }
      self = .object(members)
    case .beginArray:
      var elements: [JSONValue] = []
      var next = try reader.next()
      while next != .endArray {
        elements.append(try JSONValue(next, &reader))
        next = try reader.next()
      }
      self = .array(elements)
    case .string: self = .string(reader.text)
    case .number: self = .number(String(decoding: reader.tokenBytes, as: UTF8.self))
    case .true: self = .bool(true)
    case .false: self = .bool(false)
    case .null: self = .null
    case .key, .endObject, .endArray, .end, .starved:
      throw JSONFault(
        found: .unexpectedEnd, line: reader.line, column: reader.column(of: reader.position), expected: "a JSON value")
    }
  }

  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }

  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements; none where it is no array.
  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The members; none where it is no object.
  var members: [(key: String, value: JSONValue)] {
    if case .object(let members) = self { members } else { [] }
  }
}

extension JSONReader {
  /// The last string or key.
  var text: String {
    guard hasEscapes else { return String(decoding: tokenBytes, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.appendUnescapedJSON(tokenBytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
