import Bytes
import Diagnostics
import Synchronization

/// Reads an input from front to back, and where its first bytes say that it is compressed, what comes out of it.
struct Unpacker {
  /// Appends up to so many bytes from an offset on, at least one but at the end, and returns how many.
  typealias Read = (_ count: Int, _ offset: Int64, _ bytes: inout [UInt8]) throws(FatalInput) -> Int

  private static let blockSize = 1 << 18

  private let name: String
  private let limits: UnpackingLimits
  private let read: Read
  /// The block of the file that is at hand, and how much of it was read.
  private var block: [UInt8] = []
  private var used = 0
  /// Where in the file the block ends.
  private var offset: Int64 = 0
  private var isAtEnd = false
  private(set) var compression: Compression?
  private var decompressor: Decompressor?
  private var hash: SHA256
  /// What came out, and where the next byte of it stands.
  private var written: Int64 = 0
  /// The bytes of the file that the total has counted.
  private var counted: Int64 = 0
  private var place = Place(line: 1, column: 1)

  /// - Throws: where the file cannot be read.
  init(name: String, limits: UnpackingLimits = UnpackingLimits(), read: @escaping Read) throws(FatalInput) {
    (self.name, self.limits, self.read) = (name, limits, read)
    hash = try SHA256()
    // A pipe may give a byte at a time.
    while block.count < Compression.signatureSize, !isAtEnd { try fill() }
    compression = Compression(beginning: block.span)
    guard let compression else { return }
    hash.update(block)
    do {
      decompressor = try Decompressor(compression)
    } catch {
      throw fault(error, compression)
    }
  }

  /// Replaces `bytes` with what comes next.
  ///
  /// - Returns: false at the end.
  /// - Throws: a `dataError` where what is compressed is broken or past a limit.
  mutating func next(into bytes: inout [UInt8]) throws(FatalInput) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    guard let compression, let decompressor else {
      if block.isEmpty { try fill() }
      swap(&bytes, &block)
      return !bytes.isEmpty
    }
    repeat {
      if used == block.count { try refill() }
      do throws(CompressionFault) {
        used += try decompressor.decompress(block.span.extracting(used...), into: &bytes, upTo: Unpacker.blockSize)
        if bytes.isEmpty, isAtEnd, used == block.count {
          try decompressor.finish()
          return false
        }
      } catch {
        throw fault(error, compression)
      }
    } while bytes.isEmpty
    written += Int64(bytes.count)
    try checkLimits(compression, bytes.count)
    count(bytes.span)
    return true
  }

  /// Of the whole file, whatever became of what is in it. Reads the rest of it.
  ///
  /// - Returns: Lower-case hexadecimal.
  mutating func sha256() throws(FatalInput) -> String {
    while !isAtEnd { try refill() }
    return String(hexadecimal: hash.digest)
  }

  private mutating func refill() throws(FatalInput) {
    block.removeAll(keepingCapacity: true)
    used = 0
    try fill()
    hash.update(block)
  }

  private mutating func fill() throws(FatalInput) {
    let count = try read(Unpacker.blockSize, offset, &block)
    offset += Int64(count)
    isAtEnd = count == 0
  }

  private mutating func count(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\n") {
        place = Place(line: place.line + 1, column: 1)
      } else {
        place.column += 1
      }
    }
  }

  /// - Parameter count: The bytes that came out since the last call.
  private mutating func checkLimits(_ compression: Compression, _ count: Int) throws(FatalInput) {
    let taken = offset - Int64(block.count - used)
    let total = limits.total.add(written: count, taken: taken - counted)
    counted = taken
    for (written, taken, together) in [(written, taken, ""), (total.written, total.taken, " with the inputs before")] {
      if written > limits.size {
        throw fault(.limit, "the \(compression) data unpack to too much\(together)", "at most \(limits.size) bytes")
      }
      if written > limits.free, written / limits.ratio > taken {
        throw fault(
          .limit, "the \(compression) data unpack to too much for their size\(together)",
          "at most \(limits.ratio) times as much, past \(limits.free) bytes")
      }
    }
  }

  private func fault(_ fault: CompressionFault, _ compression: Compression) -> FatalInput {
    let end = "in the \(compression) data after byte \(offset - Int64(block.count - used)) of the file"
    switch fault {
    case .missing(let library):
      let (what, package) = compression == .gzip ? ("zlib", "zlib1g") : ("zstd", "libzstd1")
      return FatalInput(
        .ioError,
        "cannot read \(name): \(library) is missing; install \(what) (on Debian and Ubuntu, apt-get install \(package))"
      )
    case .noMemory: return FatalInput(.ioError, "cannot read \(name): there is no memory to decompress it")
    case .corrupt(let words):
      return self.fault(.encoding, "found a fault \(end): \(words)", "a whole \(compression) file")
    case .cutShort:
      return self.fault(.encoding, "the \(compression) data end after \(offset) bytes, in the middle", "a whole file")
    case .windowTooLarge:
      return self.fault(
        .limit, "the \(compression) data take too much memory to read",
        "a window of at most \(Decompressor.mostWindowBytes >> 20) MB, as without --ultra and --long")
    }
  }

  private func fault(_ code: Diagnostic.Code, _ found: String, _ expected: String) -> FatalInput {
    FatalInput(code, found, expected: expected, in: name, at: place)
  }
}

/// How much may come out of a compressed input, and out of all those that share these limits.
package struct UnpackingLimits: Sendable {
  /// What came out of all of them, for the bytes that went in.
  final class Total: Sendable {
    private let counts = Mutex((written: Int64(0), taken: Int64(0)))

    /// - Returns: The counts up to now.
    func add(written: Int, taken: Int64) -> (written: Int64, taken: Int64) {
      counts.withLock { counts in
        counts.written += Int64(written)
        counts.taken += taken
        return counts
      }
    }
  }

  /// In bytes.
  package var size: Int64 = 64 << 30
  /// For each byte that went in.
  package var ratio: Int64 = 250
  /// Until so many bytes came out, they are not held against those that went in.
  package var free: Int64 = 64 << 20
  let total = Total()

  package init() {}
}
