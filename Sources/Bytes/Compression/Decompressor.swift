internal import CCompression

/// Decompresses a stream in pieces: any number of gzip members or zstd frames, one after the other.
///
/// Behind the last gzip member zero bytes may follow, as tapes have them; nothing else may.
public final class Decompressor {
  /// The most memory that the past of a stream may take: what RFC 8878 (section 3.1.1.1.2) asks every reader for. `zstd` goes
  /// beyond it under `--ultra` and `--long` alone.
  public static let mostWindowBytes = 1 << mostWindowBits
  private static let mostWindowBits: Int32 = 23
  /// The most that a block of zstd holds.
  private static let blockSize = 1 << 17

  private enum Library {
    case zlib(ZlibFunctions, ZlibStreamState)
    case zstd(ZstdFunctions, UnsafeMutableRawPointer)
  }

  private let library: Library
  /// A member or frame is not complete.
  private var isInside = true
  /// The next call begins a frame.
  private var isAtStart = true
  /// Zero bytes follow the last member.
  private var isPadded = false
  private var fault: CompressionFault?

  /// - Throws: where the library is missing.
  public init(_ compression: Compression) throws(CompressionFault) {
    switch compression {
    case .gzip:
      let functions = try CompressionLibrary.zlib
      let state = ZlibStreamState()
      guard
        functions.inflateInit2_(
          state.stream, ZlibStreamState.windowBits, "1.2.3", Int32(MemoryLayout<ZlibStream>.size)) == 0
      else { throw .noMemory }
      library = .zlib(functions, state)
    case .zstd:
      let functions = try CompressionLibrary.zstd
      guard let context = functions.ZSTD_createDCtx() else { throw .noMemory }
      _ = functions.ZSTD_DCtx_setParameter(context, Int32(zstdWindowLogMax), Decompressor.mostWindowBits)
      library = .zstd(functions, context)
    }
  }

  deinit {
    switch library {
    case .zlib(let functions, let state): _ = functions.inflateEnd(state.stream)
    case .zstd(let functions, let context): _ = functions.ZSTD_freeDCtx(context)
    }
  }

  /// Decompresses the next piece as far as there is room, and appends what comes out to `output`.
  ///
  /// To be called again with the rest of the piece, and, for as long as all the room was taken, with nothing.
  ///
  /// - Parameter room: The most bytes to append.
  /// - Returns: How many bytes of `input` were read.
  /// - Throws: where nothing came out before the fault; else the next call throws.
  public func decompress(
    _ input: Span<UInt8>, into output: inout [UInt8], upTo room: Int
  ) throws(CompressionFault) -> Int {
    var read = 0
    try input.withUnsafeBytes { (input) throws(CompressionFault) in
      try output.extend(by: room) { (room) throws(CompressionFault) in
        var written = 0
        while fault == nil, written < room.count, isInside || read < input.count {
          let rest = UnsafeRawBufferPointer(rebasing: input[read...])
          let free = UnsafeMutableRawBufferPointer(rebasing: room[written...])
          let step =
            switch library {
            case .zlib(let functions, let state): inflate(rest, free, functions, state)
            case .zstd(let functions, let context): decompress(rest, free, functions, context)
            }
          read += step.read
          written += step.written
          if step.read + step.written == 0 { break }
        }
        if written == 0, let fault { throw fault }
        return written
      }
    }
    return read
  }

  /// - Throws: where the stream has not come to its end.
  public func finish() throws(CompressionFault) {
    if isInside { throw .cutShort }
  }

  private func inflate(
    _ input: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer, _ zlib: ZlibFunctions,
    _ state: ZlibStreamState
  ) -> (read: Int, written: Int) {
    if !isInside {
      isPadded = isPadded || input[0] == 0
      let isWell = isPadded ? input.allSatisfy { $0 == 0 } : input[0] == 0x1f
      if !isWell { fault = .corrupt("other bytes follow") }
      if !isWell { return (0, 0) }
      if isPadded { return (input.count, 0) }
      _ = zlib.inflateReset(state.stream)
      isInside = true
    }
    let (code, read, written) = state.step(input, room) { zlib.inflate($0, 0) }
    switch code {
    case 0, Int32(zlibBufferError): break
    case Int32(zlibStreamEnd): isInside = false
    case Int32(zlibNoMemory): fault = .noMemory
    default: fault = .corrupt(state.stream.pointee.msg.map { String(cString: $0) } ?? "not gzip data")
    }
    return (read, written)
  }

  private func decompress(
    _ input: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer, _ zstd: ZstdFunctions,
    _ context: UnsafeMutableRawPointer
  ) -> (read: Int, written: Int) {
    var from = ZstdInput(src: input.baseAddress, size: input.count, pos: 0)
    // What a call wrote before a fault is not told, and where there is room for all of a frame, a call reads all of it.
    let most = isAtStart ? 1024 : Decompressor.blockSize
    var to = ZstdOutput(dst: room.baseAddress, size: min(room.count, most), pos: 0)
    let code = zstd.ZSTD_decompressStream(context, &to, &from)
    if zstd.ZSTD_isError(code) != 0 {
      switch zstd.ZSTD_getErrorCode(code) {
      case Int32(zstdWindowTooLarge): fault = .windowTooLarge
      case Int32(zstdNoMemory): fault = .noMemory
      default: fault = .corrupt(zstd.ZSTD_getErrorName(code).map { String(cString: $0) } ?? "not zstd data")
      }
      return (0, 0)
    }
    isInside = code != 0
    isAtStart = code == 0
    return (from.pos, to.pos)
  }
}
