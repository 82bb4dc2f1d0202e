import Bytes

/// A piece of a page: well-formed HTML or SVG in which every value is escaped.
///
/// In `"<b>\(name)</b>"` the literal parts are markup. Interpolated values remain text, between tags and in quoted
/// attributes. Escaping works on bytes, since Swift merges a quotation mark and a combining mark into one character,
/// but browsers do not.
struct Markup: Sendable {
  private(set) var bytes = WrittenBytes()

  init() {}

  init(_ bytes: consuming ByteWriter) { self.bytes = WrittenBytes(bytes) }

  /// - Parameter bytes: Markup that is already escaped.
  init(_ bytes: WrittenBytes) { self.bytes = bytes }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ markup: Markup) { write { $0.append(markup.bytes) } }
}

extension Markup {
  /// Appends markup with two numbers in it. An interpolation would allocate for each mark of each account's pictures.
  mutating func append(_ first: StaticString, _ a: Int, _ second: StaticString, _ b: Int, _ end: StaticString) {
    write { out in
      out.append(first)
      out.append(decimal: a)
      out.append(second)
      out.append(decimal: b)
      out.append(end)
    }
  }

  mutating func append(_ first: StaticString, _ a: Int, _ end: StaticString) {
    write { out in
      out.append(first)
      out.append(decimal: a)
      out.append(end)
    }
  }

  /// Appends escaped text between markup.
  mutating func append(_ start: StaticString = "", escaping text: String, then end: StaticString) {
    write { out in
      out.append(start)
      out.append(html: text)
      out.append(end)
    }
  }

  private mutating func write(_ body: (inout ByteWriter) -> Void) {
    var out = bytes.takeWriter()
    body(&out)
    bytes = WrittenBytes(out)
  }
}

extension Markup: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = Markup()

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { markup.write { $0.append(text: literal) } }
    mutating func appendInterpolation(_ text: String) { markup.write { $0.append(html: text) } }
    mutating func appendInterpolation(_ number: Int) { markup.write { $0.append(decimal: number) } }
    mutating func appendInterpolation(_ markup: Markup) { self.markup.append(markup) }
  }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.markup }

  init(stringLiteral literal: String) {
    var out = ByteWriter()
    out.append(text: literal)
    self.init(out)
  }
}
