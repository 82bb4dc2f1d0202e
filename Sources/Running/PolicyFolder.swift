import Crypto
import Diagnostics
import PlanModel
import PolicyReading
import SystemFiles

/// The policies of a run, with their texts: those that ship, and those that the command line adds or puts in their place.
package struct PolicyFolder: Sendable {
  package private(set) var policies: [String: Policy] = [:]
  /// The texts by app, those of apps without a policy among them.
  package private(set) var messages: [String: Messages] = [:]
  /// About the texts.
  package private(set) var warnings: [Diagnostic] = []

  /// - Parameter options: `--policy` values, files or folders; later ones win.
  package static func read(_ templates: TemplateFolder, options: [String]) throws(FatalInput) -> PolicyFolder {
    var policies: [String: Policy] = [:]
    var faults: [FatalInput] = []
    var texts: (messages: [String: Messages], warnings: [Diagnostic]) = ([:], [])
    do {
      texts = try MessagesFolder.read(templates)
    } catch {
      if error.status != .dataError { throw error }
      faults.append(error)
    }
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
    for (app, messages) in texts.messages { policies[app]?.messages = messages }
    return PolicyFolder(policies: policies, messages: texts.messages, warnings: texts.warnings)
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
