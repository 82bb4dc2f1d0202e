import Bytes
import Crypto
import Diagnostics
import PlanModel
import RunModel

/// The files that the head names, where they are now: each has the hash that the head has of it.
enum SourceCheck {
  private static let window = 1 << 18

  /// - Parameter folders: Where names that are not whole paths may start, the first that has the file.
  static func run(_ run: VerifiedRun, from folders: [String]) throws(FatalInput) {
    guard let header = run.header, let head = run.files.plan?.name ?? run.files.summaryFile?.name else { return }
    let sources =
      header.inputs.map { ($0.file, $0.sha256) }
      + header.policies.flatMap { policy in
        [(policy.file, policy.sha256)] + (policy.messages.map { [($0.file, $0.sha256)] } ?? [])
      }
    // Standard input is nowhere any more.
    for (file, wanted) in sources where file != "-" {
      var found: String?
      for folder in folders {
        found = try sha256(file.hasPrefix("/") ? file : "\(folder)/\(file)")
        if found != nil { break }
      }
      if found == wanted { continue }
      run.log.add(
        .sources, head, 1,
        found == nil ? "\(file) is not there, or no file" : "\(file) has changed since: its SHA-256 is \(found!)",
        expected: "SHA-256 \(wanted)")
    }
  }

  /// nil: there is no such file.
  private static func sha256(_ path: String) throws(FatalInput) -> String? {
    do {
      guard try Path.kind(path) == .regular else { return nil }
      let file = try OpenFile(path, for: .inspecting)
      var hash = SHA256()
      var bytes: [UInt8] = []
      repeat {
        bytes.removeAll(keepingCapacity: true)
        _ = try file.appendNext(upTo: window, to: &bytes)
        hash.update(data: bytes)
      } while !bytes.isEmpty
      return String(hexadecimal: hash.finalize())
    } catch {
      throw FatalInput(.ioError, "cannot read \(path): \(error.words)")
    }
  }
}
