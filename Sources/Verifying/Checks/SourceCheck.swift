import Diagnostics
import PlanModel
import RunModel
import System

/// Each file that the head names still has the hash in the head.
enum SourceCheck {
  private static let window = 1 << 18

  /// - Parameter folders: The folders in which relative names are looked up, in order.
  static func run(_ run: VerifiedRun, from folders: [String]) throws(RunFault) {
    guard let header = run.header, let head = run.files.plan?.name ?? run.files.summaryFile?.name else { return }
    let sources =
      header.inputs.map { ([$0.file], $0.sha256) } + (header.changes.map { [([$0.file], $0.sha256)] } ?? [])
      + header.policies.flatMap { policy in
        [([policy.file] + policy.extended, policy.sha256)]
          + (policy.messages.map { [([$0.file] + $0.extended, $0.sha256)] } ?? [])
          + policy.holidays.map { ([$0.file], $0.sha256) }
      }
    // Standard input cannot be read again.
    for (files, wanted) in sources where files != ["-"] {
      let found = try sha256(files, from: folders)
      if found == wanted { continue }
      let file = files.joined(separator: ", ")
      run.log.add(
        .sources, head, 1,
        found == nil ? "\(file) is missing or not a file" : "\(file) has changed since: its SHA-256 is \(found!)",
        expected: "SHA-256 \(wanted)")
    }
  }

  /// Returns the hash of the concatenated files; nil if one is missing.
  private static func sha256(_ files: [String], from folders: [String]) throws(RunFault) -> String? {
    var hash = try SHA256()
    for file in files {
      var isFound = false
      for folder in folders where !isFound {
        isFound = try add(file.hasPrefix("/") ? file : "\(folder)/\(file)", to: &hash)
      }
      if !isFound { return nil }
    }
    return String(hexadecimal: hash.digest)
  }

  /// Hashes the bytes of a file.
  ///
  /// - Returns: false if it is missing or not a regular file.
  static func add(_ path: String, to hash: inout SHA256) throws(RunFault) -> Bool {
    try RunFault.wording(.ioError, "cannot read \(path)") {
      guard try Path.kind(path) == .regular else { return false }
      let file = try OpenFile(path, for: .inspecting)
      var bytes: [UInt8] = []
      repeat {
        bytes.removeAll(keepingCapacity: true)
        _ = try file.appendNext(upTo: window, to: &bytes)
        hash.update(bytes)
      } while !bytes.isEmpty
      return true
    }
  }
}
