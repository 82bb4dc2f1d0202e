import CivilTime

/// The escaping rules of a format.
protocol TextEscaping {
  /// Marks bytes that may need an escape, as the tests of ``ByteWord`` do. A space never does.
  static func needsEscape(_ word: ByteWord) -> UInt64

  /// Returns the number of bytes from `index` on that need an escape together, or 0 if the one there needs none.
  static func special(_ bytes: Span<UInt8>, at index: Int) -> Int

  /// Writes the escape for special bytes, or nothing if they are omitted.
  ///
  /// - Parameter index: The first of them.
  static func writeEscape(_ bytes: Span<UInt8>, at index: Int, to writer: inout ByteWriter)
}

extension ByteWriter {
  /// Appends a quoted JSON string. Only what RFC 8259 requires is escaped.
  public mutating func append(json text: String) {
    text.withUTF8Bytes {
      $0.withUnsafeBufferPointer { bytes in
        let target = room(bytes.count + 2)
        target.initialize(to: UInt8(ascii: "\""))
        if copy(bytes, to: target + 1, JSONEscaping.self) {
          (target + 1 + bytes.count).initialize(to: UInt8(ascii: "\""))
          next = target + 2 + bytes.count
        } else {
          next += 1
          append(escaping: bytes, JSONEscaping.self)
          append(UInt8(ascii: "\""))
        }
      }
    }
  }

  /// Appends a TEXT value of a calendar file (RFC 5545 section 3.3.11).
  public mutating func append(ics text: String) { text.withUTF8Bytes { append($0, ICSEscaping.self) } }

  /// Appends text of an HTML document, between tags and in quoted attributes.
  public mutating func append(html text: String) { text.withUTF8Bytes { append($0, HTMLEscaping.self) } }

  public mutating func append(html bytes: Span<UInt8>) { append(bytes, HTMLEscaping.self) }

  private mutating func append<Escaping: TextEscaping>(_ bytes: Span<UInt8>, _: Escaping.Type) {
    bytes.withUnsafeBufferPointer { bytes in
      if copy(bytes, to: room(bytes.count), Escaping.self) {
        next += bytes.count
      } else {
        append(escaping: bytes, Escaping.self)
      }
    }
  }

  /// Copies a text eight bytes at a time and checks it on the way, since most texts need no escape.
  ///
  /// - Parameter target: Has room for it.
  /// - Returns: false if something may need an escape.
  @inline(__always)
  private func copy<Escaping: TextEscaping>(
    _ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _: Escaping.Type
  ) -> Bool {
    guard let source = UnsafeRawPointer(bytes.baseAddress) else { return true }
    let target = UnsafeMutableRawPointer(target)
    var answer: UInt64 = 0
    if bytes.count >= 8 {
      // The last eight may overlap their predecessors.
      let last = bytes.count &- 8
      var index = 0
      while index < last {
        let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
        answer |= Escaping.needsEscape(ByteWord(word))
        index &+= 8
      }
      let word = source.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: last, as: UInt64.self)
      answer |= Escaping.needsEscape(ByteWord(word))
    } else {
      var word: UInt64 = 0x2020_2020_2020_2020
      for index in 0..<bytes.count {
        let byte = source.load(fromByteOffset: index, as: UInt8.self)
        target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
        word = word << 8 | UInt64(byte)
      }
      answer = Escaping.needsEscape(ByteWord(word))
    }
    return !ByteWord.isAny(answer)
  }

  /// Appends a text in which some bytes may need an escape.
  @inline(never)
  private mutating func append<Escaping: TextEscaping>(escaping bytes: UnsafeBufferPointer<UInt8>, _: Escaping.Type) {
    var plain = 0
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count, !ByteWord.isAny(Escaping.needsEscape(ByteWord(bytes.word(at: index)))) {
        index += 8
        continue
      }
      let length = Escaping.special(bytes.span, at: index)
      if length > 0 {
        append(UnsafeBufferPointer(rebasing: bytes[plain..<index]))
        Escaping.writeEscape(bytes.span, at: index, to: &self)
        plain = index + length
      }
      index += max(length, 1)
    }
    append(UnsafeBufferPointer(rebasing: bytes[plain...]))
  }
}

/// Eight bytes that are tested together.
///
/// Each test returns a word with the top bit set in every byte that matches, and perhaps in bytes after the first
/// match: enough to tell whether there is any. Tests for bytes below 0x80 may also mark bytes above; ``ascii(_:)``
/// clears these.
struct ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  private let word: UInt64

  /// - Parameter word: The first byte lowest.
  @inline(__always)
  init(_ word: UInt64) { self.word = word }

  @inline(__always)
  static func isAny(_ answer: UInt64) -> Bool { answer & 0x8080_8080_8080_8080 != 0 }

  /// - Parameter byte: Below 0x80.
  @inline(__always)
  func equal(to byte: UInt8) -> UInt64 { (word ^ (ByteWord.ones &* UInt64(byte))) &- ByteWord.ones }

  /// - Parameter byte: At most 0x80.
  @inline(__always)
  func below(_ byte: UInt8) -> UInt64 { word &- ByteWord.ones &* UInt64(byte) }

  /// Clears the marks of bytes from 0x80 on.
  @inline(__always)
  func ascii(_ answer: UInt64) -> UInt64 { answer & ~word }

  /// - Parameters:
  ///   - byte: 0x80 or above.
  ///   - bits: Bits that may differ.
  @inline(__always)
  func equal(toHigh byte: UInt8, orWith bits: UInt8 = 0) -> UInt64 {
    let difference = (word ^ (ByteWord.ones &* UInt64(byte))) & (ByteWord.ones &* UInt64(~bits))
    return (difference &- ByteWord.ones) & ~difference
  }

  @inline(__always)
  var isFrom0xe0To0xe3: UInt64 { ByteWord(word & (ByteWord.ones &* 0xfc)).equal(toHigh: 0xe0) }

  @inline(__always)
  var atLeast0xf0: UInt64 { word & word << 1 & word << 2 & word << 3 }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the eight bytes from `index` on, the first one lowest. All of them must exist.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UnsafeRawPointer(baseAddress! + index).loadUnaligned(as: UInt64.self).littleEndian
  }
}
