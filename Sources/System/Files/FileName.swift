#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// File names as texts.
///
/// A file name in the system is any sequence of bytes. Valid UTF-8 is kept as text. Otherwise, each invalid byte
/// becomes one of 256 private-use characters, U+10FF00 to U+10FFFF. Such a character in the name itself becomes four of
/// them. So every name has its own text and can be converted back to its bytes.
public enum FileName {
  private static let escapes: ClosedRange<UInt32> = 0x10ff00...0x10ffff
  /// The first UTF-8 byte of every escape, rare in names.
  private static let escapeHead: UInt8 = 0xf4

  /// Returns the name for people: an invalid byte is shown as `\xE9`.
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

  /// Calls `body` with the system's form of the name: its bytes and a terminating zero.
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
