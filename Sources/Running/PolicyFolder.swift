import Bytes
import Crypto
import Diagnostics
import PlanModel
import Planning
import PolicyReading

/// The policies of a run, with their texts: those that ship, and those that the command line adds or puts in their place.
package struct PolicyFolder: Sendable {
  package private(set) var policies: [String: Policy] = [:]
  /// The texts by app, those of apps without a policy among them; none before they are read.
  package private(set) var messages: [String: Messages] = [:]
  /// About the texts.
  package private(set) var warnings: [Diagnostic] = []

  /// Policies and all texts, with the faults of both.
  package static func readAll(_ templates: TemplateFolder, options: [String]) throws(FatalInput) -> PolicyFolder {
    var folder = PolicyFolder()
    var faults: [FatalInput] = []
    do throws(FatalInput) {
      (folder.messages, folder.warnings) = try MessagesFolder.read(templates) { _ in true }
    } catch {
      faults.append(error)
    }
    do throws(FatalInput) {
      folder.policies = try readPolicies(templates, options: options).policies
    } catch {
      faults.append(error)
    }
    if let fatal = FatalInput(faults) { throw fatal }
    folder.joinTexts()
    folder.warnings += folder.policies.values.sorted { $0.app.compareBytes($1.app) < 0 }.compactMap(\.wordlessness)
    return folder
  }

  /// Policies alone: which texts are wanted is known when the inputs are.
  ///
  /// - Parameter options: `--policy` values, files or folders; later ones win.
  static func readPolicies(_ templates: TemplateFolder, options: [String]) throws(FatalInput) -> PolicyFolder {
    var policies: [String: Policy] = [:]
    var faults: [FatalInput] = []
    var sources = [try templates.tomlFiles("policies", of: "policies")]
    for path in options { sources.append(try TextFile.tomlFiles(path) ?? [path]) }
    for (index, files) in sources.enumerated() {
      var inThisPath: [String: String] = [:]
      for file in files {
        do {
          let policy = try policy(in: file)
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
          if index == 0 || error.status == .ioError, error.status != .dataError { throw error }
          faults.append(error)
        }
      }
    }
    if let fatal = FatalInput(faults) { throw fatal }
    return PolicyFolder(policies: policies)
  }

  /// Reads the texts of the apps that are used.
  mutating func readTexts(_ templates: TemplateFolder, where isUsed: (String) -> Bool) throws(FatalInput) {
    (messages, warnings) = try MessagesFolder.read(templates, where: isUsed)
    joinTexts()
    warnings += policies.values.filter { isUsed($0.app) }.sorted { $0.app.compareBytes($1.app) < 0 }
      .compactMap(\.wordlessness)
  }

  private mutating func joinTexts() {
    for (app, messages) in messages { policies[app]?.messages = messages }
  }

  private static func policy(in file: String) throws(FatalInput) -> Policy {
    let bytes = try TextFile.bytes(file)
    return try PolicyReader.read(
      bytes, file: file, sha256: String(hexadecimal: SHA256.hash(data: bytes)), Kinds.catalog)
  }
}

extension Policy {
  /// Of an app without a file of texts: the kinds that have none in the policy either, and so say no more than what they are called.
  fileprivate var wordlessness: Diagnostic? {
    let wordless = kinds.filter(\.texts.isEmpty).map(\.kind.name)
    guard messages == nil, let first = wordless.first else { return nil }
    return Diagnostic(
      .warning, .message, at: SourceLocation(file: file, line: 1, column: 1), field: "kinds",
      found:
        "there is no text of \(wordless.joined(separator: ", ")), so that a notification says no more than \(first.quotedForDiagnostic)",
      expected: "title and body in [kinds.\(first)], or a file of messages for the app \(app.quotedForDiagnostic)")
  }
}
