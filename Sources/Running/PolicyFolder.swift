import Crypto
import Diagnostics
import PlanModel
import PolicyReading
import SystemFiles

/// The policies of a run: those that ship, and those that the command line adds or puts in their place.
package enum PolicyFolder {
  /// - Parameter options: `--policy` values, files or folders; later ones win.
  package static func read(_ templates: TemplateFolder, options: [String]) throws(FatalInput) -> [String: Policy] {
    var policies: [String: Policy] = [:]
    var faults: [FatalInput] = []
    for (index, path) in (["\(templates.path)/policies"] + options).enumerated() {
      var inThisPath: [String: String] = [:]
      for file in files(path) {
        do {
          let policy = try read(file)
          if let other = inThisPath[policy.app] {
            faults.append(
              FatalInput(
                Diagnostic(
                  .error, .policy, at: SourceLocation(file: file, line: 1, column: 1), field: "app",
                  found: "the app \(policy.app.quotedForDiagnostic) has a policy in \(other) already",
                  expected: "one policy an app")))
          }
          inThisPath[policy.app] = file
          policies[policy.app] = policy
        } catch {
          // A shipped policy that is replaced later still has to be sound.
          if index == 0, error.status != .dataError { throw error }
          faults.append(error)
        }
      }
    }
    if let first = faults.first {
      var all = first
      all.messages = faults.flatMap(\.messages)
      throw all
    }
    return policies
  }

  private static func read(_ file: String) throws(FatalInput) -> Policy {
    let (text, bytes) = try TextFile.read(file)
    return try PolicyReader.read(text, file: file, sha256: String(hexadecimal: SHA256.hash(data: bytes)))
  }

  private static func files(_ path: String) -> [String] {
    guard let names = Folder.names(in: path) else { return [path] }
    return names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.map { "\(path)/\($0)" }
  }
}
