import Diagnostics
import Dispatch
import PlanModel
import Synchronization
import System

/// Reads an input from front to back, and decompresses it if its first bytes are a compression's signature.
struct Unpacker {
  /// Appends up to `count` bytes from an offset on, at least one before the end, and returns their number.
  typealias Read = (_ count: Int, _ offset: Int64, _ bytes: inout [UInt8]) throws(RunFault) -> Int

  private static let blockSize = 1 << 18

  private let name: String
  private let limits: UnpackingLimits
  private let read: Read
  /// The current block of the file, and the number of its bytes that have been used.
  private var block: [UInt8] = []
  private var used = 0
  /// The offset in the file of the block's end.
  private var offset: Int64 = 0
  private var isAtEnd = false
  private(set) var compression: Compression?
  private var decompressor: Decompressor?
  private var hash: SHA256
  /// The number of bytes unpacked, and the place of the next one.
  private var written: Int64 = 0
  /// The bytes of the file that the total includes.
  private var counted: Int64 = 0
  private var place = Place(line: 1, column: 1)

  /// - Throws: If the file cannot be read.
  init(name: String, limits: UnpackingLimits = UnpackingLimits(), read: @escaping Read) throws(RunFault) {
    (self.name, self.limits, self.read) = (name, limits, read)
    hash = try SHA256()
    // A pipe may deliver single bytes.
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

  /// Replaces `bytes` with the next bytes.
  ///
  /// - Returns: false at the end.
  /// - Throws: A `dataError` if the compressed data is damaged or exceeds a limit.
  mutating func next(into bytes: inout [UInt8]) throws(RunFault) -> Bool {
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

  /// Returns the hash of the whole file, valid content or not. Reads the rest of it.
  ///
  /// - Returns: Lower-case hexadecimal.
  mutating func sha256() throws(RunFault) -> String {
    while !isAtEnd { try refill() }
    return String(hexadecimal: hash.digest)
  }

  private mutating func refill() throws(RunFault) {
    block.removeAll(keepingCapacity: true)
    used = 0
    try fill()
    hash.update(block)
  }

  private mutating func fill() throws(RunFault) {
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

  /// - Parameter count: The bytes unpacked since the last call.
  private mutating func checkLimits(_ compression: Compression, _ count: Int) throws(RunFault) {
    let taken = offset - Int64(block.count - used)
    let total = limits.total.add(written: count, taken: taken - counted)
    counted = taken
    for (written, taken, together) in [(written, taken, ""), (total.written, total.taken, " with the inputs before")] {
      if written > limits.size {
        throw fault(.limit, "the \(compression) data expand too much\(together)", "at most \(limits.size) bytes")
      }
      if written > limits.free, written / limits.ratio > taken {
        throw fault(
          .limit, "the \(compression) data expand suspiciously\(together)",
          "at most \(limits.ratio) times their size above \(limits.free) bytes")
      }
    }
  }

  private func fault(_ fault: CompressionFault, _ compression: Compression) -> RunFault {
    let end = "in the \(compression) data after byte \(offset - Int64(block.count - used)) of the file"
    switch fault {
    case .missing(let library):
      let (what, package) = compression == .gzip ? ("zlib", "zlib1g") : ("zstd", "libzstd1")
      return RunFault(
        .ioError,
        "cannot read \(name): \(library) is missing; install \(what) (on Debian and Ubuntu, apt-get install \(package))"
      )
    case .noMemory: return RunFault(.ioError, "cannot read \(name): not enough memory to decompress it")
    case .corrupt(let words):
      return self.fault(.encoding, "found a fault \(end): \(words)", "a whole \(compression) file")
    case .truncated:
      return self.fault(.encoding, "the \(compression) data are cut short after \(offset) bytes", "a whole file")
    case .windowTooLarge:
      return self.fault(
        .limit, "the \(compression) data need too much memory",
        "a window of at most \(Decompressor.maximumWindowBytes >> 20) MB, as without --ultra and --long")
    }
  }

  private func fault(_ code: Diagnostic.Code, _ found: String, _ expected: String) -> RunFault {
    RunFault(code, found, expected: expected, in: name, at: place)
  }
}

/// The maximum unpacked size of one compressed input, and of all that share these limits.
package struct UnpackingLimits: Sendable {
  /// The unpacked and the compressed bytes of all inputs.
  final class Total: Sendable {
    private let counts = Mutex((written: Int64(0), taken: Int64(0)))

    /// - Returns: The new totals.
    func add(written: Int, taken: Int64) -> (written: Int64, taken: Int64) {
      counts.withLock { counts in
        counts.written += Int64(written)
        counts.taken += taken
        return counts
      }
    }
  }

  /// The maximum unpacked size in bytes.
  package var size: Int64 = 64 << 30
  /// The maximum number of unpacked bytes per compressed byte.
  package var ratio: Int64 = 250
  /// The unpacked size in bytes up to which the ratio is not checked.
  package var free: Int64 = 64 << 20
  let total = Total()

  package init() {}
}

/// The SHA-256 of a file, computed on another thread while the file is surveyed.
package final class BackgroundDigest: Sendable {
  /// Smaller files are hashed before a thread has started.
  package static let minimumSize: Int64 = 1 << 20
  private static let windowSize = 1 << 18

  private let group = DispatchGroup()
  private let isCancelled = Atomic(false)
  private let result = Mutex<Result<String, RunFault>?>(nil)

  package init(_ file: InputFile) {
    DispatchQueue.global().async(group: group) { [self] in
      let digest = Result { () throws(RunFault) in try sha256(file) }
      result.withLock { $0 = digest }
    }
  }

  /// Stops hashing; the value is no longer needed.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Waits for the hash.
  ///
  /// - Returns: Lower-case hexadecimal.
  package func value() throws(RunFault) -> String {
    group.wait()
    return try result.withLock { $0 }!.get()
  }

  private func sha256(_ file: InputFile) throws(RunFault) -> String {
    var window: [UInt8] = []
    var hash = try SHA256()
    var offset: Int64 = 0
    while !isCancelled.load(ordering: .relaxed) {
      window.removeAll(keepingCapacity: true)
      offset += Int64(try file.append(upTo: BackgroundDigest.windowSize, from: offset, to: &window))
      hash.update(window)
      if window.count < BackgroundDigest.windowSize { break }
    }
    return String(hexadecimal: hash.digest)
  }
}
