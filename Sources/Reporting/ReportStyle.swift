import Crypto

/// The style of a page, and the hash by which the page's own policy lets it in.
struct ReportStyle: Sendable {
  let text: String
  /// SHA-256 in base 64, as a `Content-Security-Policy` has it.
  let hash: String

  init(_ text: String) {
    self.text = text
    hash = Array(SHA256.hash(data: Array(text.utf8))).base64
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
