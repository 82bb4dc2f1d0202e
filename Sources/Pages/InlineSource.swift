import Bytes
import Diagnostics
import PlanModel
import System

/// The style or script of a page, with the hash that allows it in the page's own policy.
struct InlineSource: Sendable {
  let markup: Markup
  /// The SHA-256 in base 64 for `Content-Security-Policy`.
  let hash: String

  /// - Parameters:
  ///   - endTag: The end tag of the surrounding element, which the text must not contain.
  init(_ name: String, endTag: String, _ text: TemplateText) throws(RunFault) {
    let bytes = try InlineSource.read(name, endTag, text)
    var out = ByteWriter()
    out.append(bytes.span)
    markup = Markup(out)
    hash = try SHA256.digest(of: bytes).base64
  }

  private static func read(_ name: String, _ endTag: String, _ text: TemplateText) throws(RunFault) -> [UInt8] {
    let (source, file) = try text(name)
    // Browsers normalize line ends to line feeds before hashing.
    var bytes = Array(source.utf8)
    if bytes.span.firstIndex(of: UInt8(ascii: "\r"), from: 0) < bytes.count {
      bytes.removeAll { $0 == UInt8(ascii: "\r") }
    }
    if let end = bytes.firstIndex(ofASCII: endTag) {
      let line = bytes[..<end].count { $0 == UInt8(ascii: "\n") } + 1
      let start = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      throw RunFault(
        Diagnostic(
          .error, .template, at: SourceLocation(file: file, line: line, column: end - start + 1),
          found: "\(endTag) would end it in the middle of the page"))
    }
    return bytes
  }
}

extension [UInt8] {
  /// Returns the index of the first `needle`, in any case. `needle` is a punctuation mark and lowercase letters.
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
  /// Base 64 by RFC 4648, section 4, with padding.
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
