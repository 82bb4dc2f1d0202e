internal import CCompression

/// How bytes are compressed: RFC 1952 or RFC 8878.
public enum Compression: String, CaseIterable, Sendable {
  case gzip, zstd

  /// The fewest bytes that tell.
  public static let signatureSize = 4

  /// What bytes that begin like this are; nil: they are not compressed.
  public init?(beginning bytes: Span<UInt8>) {
    guard bytes.count >= 2 else { return nil }
    if bytes[0] == 0x1f, bytes[1] == 0x8b {
      self = .gzip
      return
    }
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    // A frame, or one that is to be skipped: pzstd begins with such.
    case (0x28, 0xb5, 0x2f, 0xfd), (0x50...0x5f, 0x2a, 0x4d, 0x18): self = .zstd
    default: return nil
    }
  }

  /// What names of such files end in.
  public var suffix: String { self == .gzip ? ".gz" : ".zst" }

  /// The name without such an ending.
  public static func bareName(_ name: String) -> Substring {
    allCases.first { name.hasSuffix($0.suffix) }.map { name.dropLast($0.suffix.count) } ?? name[...]
  }
}

/// Why bytes cannot be decompressed, or compressed.
public enum CompressionFault: Error, Hashable, Sendable {
  /// The library is not installed, or lacks a function.
  case missing(library: String)
  case noMemory
  /// The bytes are not what they begin as, in the library's words.
  case corrupt(String)
  /// They end in the middle.
  case cutShort
  /// To read them takes more memory than ``Decompressor/mostWindowBytes``.
  case windowTooLarge
}

/// The libraries, loaded on first use: a run that meets nothing compressed has none of them.
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

/// A `z_stream` of gzip data: 15 bits of window, and a gzip header and trailer around them.
final class ZlibStreamState {
  static let windowBits: Int32 = 15 + 16
  /// Behind a pointer, since the library keeps its address.
  let stream: UnsafeMutablePointer<ZlibStream>

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: ZlibStream())
  }

  deinit { stream.deallocate() }

  /// Has the library read from `input` and write to `room`.
  ///
  /// - Returns: What `body` returns, and how many bytes were read and written.
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
  /// - Parameter fill: Returns how many bytes it wrote.
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
