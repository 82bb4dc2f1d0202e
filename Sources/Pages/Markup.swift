import Bytes

/// A piece of a page: HTML or SVG that is well-formed by itself, in which every value is escaped.
///
/// In `"<b>\(name)</b>"` the literal parts are markup, and what is put in between stays text, between tags and in quoted attributes.
/// Escaping works on bytes: a combining mark after a quotation mark makes one character of both for Swift, but not for a browser.
struct Markup: Sendable {
  private(set) var bytes = WrittenBytes()

  init() {}

  init(_ bytes: consuming ByteWriter) {
    self.bytes = WrittenBytes(bytes)
  }

  /// - Parameter bytes: Escaped already.
  init(_ bytes: WrittenBytes) {
    self.bytes = bytes
  }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ markup: Markup) {
    var out = bytes.takeWriter()
    out.append(markup.bytes)
    bytes = WrittenBytes(out)
  }
}

extension Markup: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = Markup()

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { write { $0.append(text: literal) } }
    mutating func appendInterpolation(_ text: String) { write { $0.append(html: text) } }
    mutating func appendInterpolation(_ number: Int) { write { $0.append(decimal: number) } }
    mutating func appendInterpolation(_ markup: Markup) { self.markup.append(markup) }

    private mutating func write(_ body: (inout ByteWriter) -> Void) {
      var out = markup.bytes.takeWriter()
      body(&out)
      markup.bytes = WrittenBytes(out)
    }
  }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.markup }

  init(stringLiteral literal: String) {
    var out = ByteWriter()
    out.append(text: literal)
    self.init(out)
  }
}
