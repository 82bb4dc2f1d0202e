internal import CCrypto
public import Diagnostics

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces, computed by the system's libcrypto: 1.8 GB/s on a processor
/// with SHA extensions.
public struct SHA256: Sendable {
  /// The size of a digest in bytes.
  public static let digestSize = 32
  static let blockSize = 64

  private var context = SHA256Context()

  /// - Throws: Status 74 if libcrypto is not installed.
  public init() throws(RunFault) {
    if !SHA256.library.isLoaded {
      throw RunFault(.ioError, "cannot compute SHA-256: \(String(cString: cryptoFile)) is missing; install openssl")
    }
    _ = SHA256.library.functions.SHA256_Init(&context)
  }

  private static let library: (isLoaded: Bool, functions: SHA256Functions) = {
    var functions = SHA256Functions()
    let isLoaded = sha256Load(&functions) == 1
    return (isLoaded, functions)
  }()

  public mutating func update(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { _ = SHA256.library.functions.SHA256_Update(&context, $0.baseAddress, $0.count) }
  }

  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// The digest of the bytes so far: ``digestSize`` bytes.
  public var digest: [UInt8] {
    var copy = context
    return [UInt8](unsafeUninitializedCapacity: SHA256.digestSize) { room, count in
      _ = SHA256.library.functions.SHA256_Final(room.baseAddress!, &copy)
      count = SHA256.digestSize
    }
  }

  /// Returns the digest of `bytes`.
  public static func digest(of bytes: [UInt8]) throws(RunFault) -> [UInt8] {
    var hash = try SHA256()
    hash.update(bytes.span)
    return hash.digest
  }
}

/// HMAC with SHA-256 (RFC 2104, RFC 4231). The two blocks of the key are hashed once for all messages.
public struct HMACSHA256: Sendable {
  private var inner: SHA256
  private var outer: SHA256

  /// - Throws: Status 74 if libcrypto is not installed.
  public init(key: [UInt8]) throws(RunFault) {
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
