import Diagnostics

/// Bytes of an input in memory, at one place until others are loaded.
final class InputBytes {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init() {
    capacity = Int(Chunk.targetSize)
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  /// Reads the bytes from `start` up to `end`. Whatever was loaded before is gone.
  func load(_ file: InputFile, start: Int64, end: Int64) throws(FatalInput) {
    count = Int(end - start)
    if count > capacity {
      base.deallocate()
      capacity = max(count, 2 * capacity)
      base = .allocate(capacity: capacity)
    }
    guard try file.read(at: start, count: count, into: base) == count else {
      throw FatalInput(.ioError, "\(file.name) became shorter while it was being read")
    }
  }
}
