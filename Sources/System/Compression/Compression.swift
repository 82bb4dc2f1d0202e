internal import CCompression

/// A compression format: gzip (RFC 1952) or zstd (RFC 8878).
public enum Compression: String, CaseIterable, Sendable {
  case gzip, zstd

  /// The number of bytes that identify a format.
  public static let signatureSize = 4

  /// Detects the format by the first bytes. Returns nil if they are not compressed.
  public init?(beginning bytes: Span<UInt8>) {
    guard bytes.count >= 2 else { return nil }
    if bytes[0] == 0x1f, bytes[1] == 0x8b {
      self = .gzip
      return
    }
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    // A frame, or a skippable frame: pzstd starts with one.
    case (0x28, 0xb5, 0x2f, 0xfd), (0x50...0x5f, 0x2a, 0x4d, 0x18): self = .zstd
    default: return nil
    }
  }

  /// The suffix of file names in this format.
  public var suffix: String { self == .gzip ? ".gz" : ".zst" }

  /// Returns the name without such a suffix.
  public static func bareName(_ name: String) -> Substring {
    allCases.first { name.hasSuffix($0.suffix) }.map { name.dropLast($0.suffix.count) } ?? name[...]
  }
}

/// The reason why bytes cannot be compressed or decompressed.
public enum CompressionFault: Error, Hashable, Sendable {
  /// The library is not installed, or lacks a function.
  case missing(library: String)
  case noMemory
  /// The bytes are damaged. The associated value is the library's message.
  case corrupt(String)
  /// The stream ends too early.
  case truncated
  /// Reading them takes more memory than ``Decompressor/maximumWindowBytes``.
  case windowTooLarge
}

/// The libraries, loaded on first use: a run without compressed data loads neither.
enum CompressionLibrary {
  static var zlib: ZlibFunctions {
    get throws(CompressionFault) {
      guard let loadedZlib else { throw .missing(library: String(cString: zlibFile)) }
      return loadedZlib
    }
  }

  static var zstd: ZstdFunctions {
    get throws(CompressionFault) {
      guard let loadedZstd else { throw .missing(library: String(cString: zstdFile)) }
      return loadedZstd
    }
  }

  private static let loadedZlib: ZlibFunctions? = {
    var functions = ZlibFunctions()
    return zlibLoad(&functions) == 1 ? functions : nil
  }()

  private static let loadedZstd: ZstdFunctions? = {
    var functions = ZstdFunctions()
    return zstdLoad(&functions) == 1 ? functions : nil
  }()
}

/// A `z_stream` of gzip data: a window of 15 bits, with a gzip header and trailer.
final class ZlibStreamState {
  static let windowBits: Int32 = 15 + 16
  /// On the heap, since the library keeps its address.
  let stream: UnsafeMutablePointer<ZlibStream>

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: ZlibStream())
  }

  deinit { stream.deallocate() }

  /// Lets the library read from `input` and write to `room`.
  ///
  /// - Returns: The result of `body`, and the numbers of bytes read and written.
  func step(
    _ input: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer,
    _ body: (UnsafeMutablePointer<ZlibStream>) -> Int32
  ) -> (code: Int32, read: Int, written: Int) {
    let (given, free) = (UInt32(clamping: input.count), UInt32(clamping: room.count))
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = given
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = free
    let code = body(stream)
    return (code, Int(given - stream.pointee.avail_in), Int(free - stream.pointee.avail_out))
  }
}

extension [UInt8] {
  /// Lets `fill` write after the bytes.
  ///
  /// - Parameter fill: Returns the number of bytes it wrote.
  mutating func extend(
    by count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(CompressionFault) -> Int
  ) throws(CompressionFault) {
    var fault: CompressionFault?
    append(addingCapacity: count) { (room: inout OutputSpan<UInt8>) in
      room.withUnsafeMutableBufferPointer { buffer, initialized in
        let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
        do throws(CompressionFault) { initialized += try fill(free) } catch { fault = error }
      }
    }
    if let fault { throw fault }
  }
}
