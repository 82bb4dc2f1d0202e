import Crypto
import Diagnostics
import Dispatch
import PlanModel
import Synchronization

/// The SHA-256 of a file, worked out on another thread while the file is surveyed.
final class BackgroundDigest: Sendable {
  /// A shorter file is hashed sooner than a thread is woken for it.
  static let leastSize: Int64 = 1 << 20
  private static let windowSize = 1 << 18

  private let group = DispatchGroup()
  private let isCancelled = Atomic(false)
  private let result = Mutex<Result<String, FatalInput>?>(nil)

  init(_ file: InputFile) {
    DispatchQueue.global().async(group: group) { [self] in
      let digest = Result { () throws(FatalInput) in try sha256(file) }
      result.withLock { $0 = digest }
    }
  }

  /// Nobody waits for it any more.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  /// Waits for it.
  ///
  /// - Returns: Lower-case hexadecimal.
  func value() throws(FatalInput) -> String {
    group.wait()
    return try result.withLock { $0 }!.get()
  }

  private func sha256(_ file: InputFile) throws(FatalInput) -> String {
    let window = UnsafeMutableRawBufferPointer.allocate(byteCount: BackgroundDigest.windowSize, alignment: 16)
    defer { window.deallocate() }
    var hash = SHA256()
    var offset: Int64 = 0
    while !isCancelled.load(ordering: .relaxed) {
      let count = try file.read(at: offset, count: window.count, into: window.baseAddress!)
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: window[..<count]))
      offset += Int64(count)
      if count < window.count { break }
    }
    return String(hexadecimal: hash.finalize())
  }
}
