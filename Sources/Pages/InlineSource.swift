import Bytes
import Diagnostics
import PlanModel

/// The style or the script of a page, and the hash by which the page's own policy lets it in.
struct InlineSource: Sendable {
  let markup: Markup
  /// SHA-256 in base 64, as a `Content-Security-Policy` has it.
  let hash: String

  /// - Parameters:
  ///   - endTag: What would end the element that it stands in, and so must not be in it.
  init(_ name: String, endTag: String, _ text: TemplateText) throws(FatalInput) {
    let bytes = try InlineSource.read(name, endTag, text)
    var out = ByteWriter()
    out.append(bytes.span)
    markup = Markup(out)
    hash = try SHA256.digest(of: bytes).base64
  }

  private static func read(_ name: String, _ endTag: String, _ text: TemplateText) throws(FatalInput) -> [UInt8] {
    let (source, file) = try text(name)
    // A browser hashes the text with line feeds alone.
    var bytes = Array(source.utf8)
    if bytes.span.firstIndex(of: UInt8(ascii: "\r"), from: 0) < bytes.count {
      bytes.removeAll { $0 == UInt8(ascii: "\r") }
    }
    if let end = bytes.firstIndex(ofASCII: endTag) {
      let line = bytes[..<end].count { $0 == UInt8(ascii: "\n") } + 1
      let start = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      throw FatalInput(
        Diagnostic(
          .error, .template, at: SourceLocation(file: file, line: line, column: end - start + 1),
          found: "\(endTag) would end it in the middle of the page"))
    }
    return bytes
  }
}

extension [UInt8] {
  /// The index of the first `needle`, a mark and lower-case letters, in any case.
  fileprivate func firstIndex(ofASCII needle: String) -> Int? {
    let needle = Array(needle.utf8)
    var start = span.firstIndex(of: needle[0], from: 0)
    while start < count {
      let isFound = needle.indices.allSatisfy { index in
        guard start + index < count else { return false }
        let byte = self[start + index]
        return byte == needle[index] || (65...90).contains(byte) && byte | 0x20 == needle[index]
      }
      if isFound { return start }
      start = span.firstIndex(of: needle[0], from: start + 1)
    }
    return nil
  }
}

extension [UInt8] {
  /// RFC 4648 section 4, with padding.
  fileprivate var base64: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      var word: UInt32 = 0
      for offset in 0..<3 { word = word << 8 | UInt32(offset < group.count ? self[start + offset] : 0) }
      for digit in 0..<4 {
        let isPadding = digit > group.count
        text.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(word >> UInt32(18 - 6 * digit)) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
