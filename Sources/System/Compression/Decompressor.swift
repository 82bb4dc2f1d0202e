internal import CCompression

/// Decompresses a stream in pieces: any number of consecutive gzip members or zstd frames.
///
/// Zero bytes may follow the last gzip member, as on tapes; nothing else may.
public final class Decompressor {
  /// The largest window, which RFC 8878 (section 3.1.1.1.2) asks every reader to support. `zstd` exceeds it only under
  /// `--ultra` and `--long`.
  public static let maximumWindowBytes = 1 << maximumWindowBits
  private static let maximumWindowBits: Int32 = 23
  /// The maximum size of a zstd block.
  private static let blockSize = 1 << 17

  private enum Library {
    case zlib(ZlibFunctions, ZlibStreamState)
    case zstd(ZstdFunctions, UnsafeMutableRawPointer)
  }

  private let library: Library
  /// Whether a member or frame is incomplete.
  private var isInside = true
  /// Whether the next call begins a frame.
  private var isAtStart = true
  /// Whether zero bytes follow the last member.
  private var isPadded = false
  private var fault: CompressionFault?

  /// - Throws: If the library is missing.
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
      _ = functions.ZSTD_DCtx_setParameter(context, Int32(zstdWindowLogMax), Decompressor.maximumWindowBits)
      library = .zstd(functions, context)
    }
  }

  deinit {
    switch library {
    case .zlib(let functions, let state): _ = functions.inflateEnd(state.stream)
    case .zstd(let functions, let context): _ = functions.ZSTD_freeDCtx(context)
    }
  }

  /// Decompresses as much of the next piece as there is room for, and appends the result to `output`.
  ///
  /// Call it again with the rest of the piece, then with no input as long as a call fills the room.
  ///
  /// - Parameter room: The most bytes to append.
  /// - Returns: The number of bytes of `input` that were read.
  /// - Throws: If nothing was decompressed before the fault; otherwise, the next call throws.
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

  /// - Throws: If the stream is incomplete.
  public func finish() throws(CompressionFault) {
    if isInside { throw .truncated }
  }

  private func inflate(
    _ input: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer, _ zlib: ZlibFunctions,
    _ state: ZlibStreamState
  ) -> (read: Int, written: Int) {
    if !isInside {
      isPadded = isPadded || input[0] == 0
      let isValid = isPadded ? input.allSatisfy { $0 == 0 } : input[0] == 0x1f
      if !isValid { fault = .corrupt("other bytes follow") }
      if !isValid { return (0, 0) }
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
    // Limits the room: a failing call does not report what it wrote, and given room for a whole frame, a call decodes
    // all of it.
    let maximum = isAtStart ? 1024 : Decompressor.blockSize
    var to = ZstdOutput(dst: room.baseAddress, size: min(room.count, maximum), pos: 0)
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
