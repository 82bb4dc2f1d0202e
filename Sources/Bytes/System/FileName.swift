#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Names of files as texts.
///
/// The system's names are any bytes. One that is UTF-8 is that text. In any other, each byte that is no part of a character is
/// one of 256 characters for private use, U+10FF00 to U+10FFFF, and a character of these itself is four of them; so every name
/// has a text of its own, and leads back to its bytes.
public enum FileName {
  private static let escapes: ClosedRange<UInt32> = 0x10ff00...0x10ffff
  /// The byte that the UTF-8 of every escape begins with, and hardly any name has.
  private static let escapeHead: UInt8 = 0xf4

  /// For people: a byte that is no part of a character is `\xE9`.
  public static func shown(_ name: String) -> String {
    if !name.utf8.contains(escapeHead) { return name }
    return name.unicodeScalars.reduce(into: "") { text, scalar in
      if escapes.contains(scalar.value) {
        let digits = String(scalar.value - escapes.lowerBound, radix: 16, uppercase: true)
        text += "\\x" + (digits.count == 1 ? "0" : "") + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  static func text(_ name: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
    return text(UnsafeBufferPointer(start: bytes, count: length(ofText: bytes)))
  }

  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if !bytes.contains(escapeHead), let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var start = 0
    func escape(_ count: Int) {
      for byte in bytes[start..<start + count] {
        text.unicodeScalars.append(Unicode.Scalar(escapes.lowerBound + UInt32(byte))!)
      }
    }
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if escapes.contains(scalar.value) { escape(encoded.count) } else { text.unicodeScalars.append(scalar) }
        start += encoded.count
      case .error(let count):
        escape(count)
        start += count
      case .emptyInput: return text
      }
    }
  }

  /// Calls `body` with the name as the system wants it: its bytes, and a zero.
  static func withBytes<Result>(of name: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    if !name.utf8.contains(escapeHead) { return name.withCString(body) }
    var bytes: [CChar] = []
    for scalar in name.unicodeScalars {
      if escapes.contains(scalar.value) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value - escapes.lowerBound))
      } else {
        bytes += UTF8.encode(scalar)!.map { CChar(bitPattern: $0) }
      }
    }
    return (bytes + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}
