internal import CCompression

/// Compresses a stream in pieces. The same pieces give the same bytes, since the output has no time and no name.
public final class Compressor {
  private static let roomSize = 1 << 16

  private enum Library {
    case zlib(ZlibFunctions, ZlibStreamState)
    case zstd(ZstdFunctions, UnsafeMutableRawPointer)
  }

  private let library: Library

  /// - Throws: If the library is missing.
  public init(_ compression: Compression) throws(CompressionFault) {
    switch compression {
    case .gzip:
      let functions = try CompressionLibrary.zlib
      let state = ZlibStreamState()
      // The library's default level, memory and strategy, and "deflate". Its default header has neither time nor name.
      guard
        functions.deflateInit2_(
          state.stream, 6, 8, ZlibStreamState.windowBits, 8, 0, "1.2.3", Int32(MemoryLayout<ZlibStream>.size)) == 0
      else { throw .noMemory }
      library = .zlib(functions, state)
    case .zstd:
      let functions = try CompressionLibrary.zstd
      guard let context = functions.ZSTD_createCCtx() else { throw .noMemory }
      _ = functions.ZSTD_CCtx_setParameter(context, Int32(zstdCompressionLevel), 3)
      _ = functions.ZSTD_CCtx_setParameter(context, Int32(zstdChecksumFlag), 1)
      library = .zstd(functions, context)
    }
  }

  deinit {
    switch library {
    case .zlib(let functions, let state): _ = functions.deflateEnd(state.stream)
    case .zstd(let functions, let context): _ = functions.ZSTD_freeCCtx(context)
    }
  }

  /// Compresses the next piece and appends the output that is ready.
  public func compress(_ input: Span<UInt8>, into output: inout [UInt8]) throws(CompressionFault) {
    try input.withUnsafeBytes { (input) throws(CompressionFault) in try run(input, into: &output, isLast: false) }
  }

  /// Appends the rest. Nothing can be compressed afterwards.
  public func finish(into output: inout [UInt8]) throws(CompressionFault) {
    try run(UnsafeRawBufferPointer(start: nil, count: 0), into: &output, isLast: true)
  }

  private func run(
    _ input: UnsafeRawBufferPointer, into output: inout [UInt8], isLast: Bool
  ) throws(CompressionFault) {
    var read = 0
    var isDone = false
    while !isDone {
      try output.extend(by: Compressor.roomSize) { (room) throws(CompressionFault) in
        let rest = UnsafeRawBufferPointer(rebasing: input[read...])
        switch library {
        case .zlib(let functions, let state):
          let step = state.step(rest, room) { functions.deflate($0, isLast ? Int32(zlibFinish) : 0) }
          read += step.read
          isDone = isLast ? step.code == zlibStreamEnd : read == input.count && step.written < room.count
          return step.written
        case .zstd(let functions, let context):
          var from = ZstdInput(src: rest.baseAddress, size: rest.count, pos: 0)
          var to = ZstdOutput(dst: room.baseAddress, size: room.count, pos: 0)
          let code = functions.ZSTD_compressStream2(context, &to, &from, Int32(isLast ? zstdEnd : zstdContinue))
          if functions.ZSTD_isError(code) != 0 { throw .noMemory }
          read += from.pos
          isDone = isLast ? code == 0 : read == input.count
          return to.pos
        }
      }
    }
  }
}
