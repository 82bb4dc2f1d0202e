import Bytes
import Diagnostics
import Dispatch
import PlanModel
import Synchronization

/// The SHA-256 of a file, computed on another thread while the file is surveyed.
package final class BackgroundDigest: Sendable {
  /// Smaller files are hashed before a thread has started.
  package static let minimumSize: Int64 = 1 << 20
  private static let windowSize = 1 << 18

  private let group = DispatchGroup()
  private let isCancelled = Atomic(false)
  private let result = Mutex<Result<String, FatalInput>?>(nil)

  package init(_ file: InputFile) {
    DispatchQueue.global().async(group: group) { [self] in
      let digest = Result { () throws(FatalInput) in try sha256(file) }
      result.withLock { $0 = digest }
    }
  }

  /// Stops hashing; the value is no longer needed.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Waits for the hash.
  ///
  /// - Returns: Lower-case hexadecimal.
  package func value() throws(FatalInput) -> String {
    group.wait()
    return try result.withLock { $0 }!.get()
  }

  private func sha256(_ file: InputFile) throws(FatalInput) -> String {
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
