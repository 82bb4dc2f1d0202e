import System
import TestSupport
import Testing

/// Compares SHA-256 and HMAC by libcrypto with the values in their standards.
@Suite struct HashingTests {
  /// The messages of FIPS 180-2, appendix B, and an empty one.
  @Test(
    "matches the digests printed in FIPS 180",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func digests(_ text: String, _ count: Int, _ expected: String) throws {
    let bytes = Array(String(repeating: text, count: count).utf8)
    #expect(try SHA256.digest(of: bytes).hexadecimal == expected)
    // Hashes in pieces of every length up to two blocks, reading the digest in between.
    var hash = try SHA256()
    var (start, size) = (0, 0)
    while start < bytes.count {
      hash.update(bytes.span.extracting(start..<min(start + size, bytes.count)))
      start = min(start + size, bytes.count)
      size = (size + 1) % 130
      if size == 65 { _ = hash.digest }
    }
    #expect(hash.digest.hexadecimal == expected)
  }

  /// Test cases 1, 2, 3 and 6 of RFC 4231: short keys, and one longer than a block.
  @Test(
    "matches the codes printed in RFC 4231",
    arguments: [
      (
        [UInt8](repeating: 0x0b, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xaa, count: 20), String(repeating: "\u{dd}", count: 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
      (
        [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func codes(_ key: [UInt8], _ message: String, _ expected: String) throws {
    // Latin-1, so that a character is a byte.
    let bytes = message.unicodeScalars.map { UInt8($0.value) }
    let hmac = try HMACSHA256(key: key)
    #expect(hmac.code(of: bytes).hexadecimal == expected)
    #expect(hmac.code(of: bytes).hexadecimal == expected, "a key is used again")
  }
}

extension [UInt8] {
  fileprivate var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
