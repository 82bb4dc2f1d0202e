public import Diagnostics

/// HMAC with SHA-256 (RFC 2104, RFC 4231). The two blocks of the key are hashed once for all messages.
public struct HMACSHA256: Sendable {
  private var inner: SHA256
  private var outer: SHA256

  /// - Throws: Status 74 if libcrypto is not installed.
  public init(key: [UInt8]) throws(FatalInput) {
    var block = key
    if block.count > SHA256.blockSize { block = try SHA256.digest(of: key) }
    block += [UInt8](repeating: 0, count: SHA256.blockSize - block.count)
    inner = try SHA256()
    inner.update(block.map { $0 ^ 0x36 })
    outer = try SHA256()
    outer.update(block.map { $0 ^ 0x5c })
  }

  /// Returns the authentication code of a message: ``SHA256/digestSize`` bytes.
  public func code(of message: [UInt8]) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    inner.update(message)
    outer.update(inner.digest)
    return outer.digest
  }
}
