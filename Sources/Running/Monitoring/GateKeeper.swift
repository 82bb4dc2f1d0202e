import Bytes
import CivilTime
import Comparing
import Diagnostics
import Formats
import PlanModel
import RunModel

/// Checks a run against the gates of its operator and of its apps' policies.
struct GateKeeper {
  let sources: Sources
  let options: PlanOptions
  /// Inputs of the previous plan that are now missing.
  let missingInputs: [String]

  /// - Throws: Status 76, with a line for each gate that refuses the run.
  func check(_ summary: RunSummary) throws(RunFault) {
    var messages = passed(options.gates, "--", summary)
    for policy in sources.policies.values.sorted(by: { $0.app.compareBytes($1.app) < 0 })
    where !policy.gates.isEmpty && summary.apps[policy.app] != nil {
      messages += passed(policy.gates, "the policy of \(policy.app): ", summary)
    }
    messages += try missing()
    if messages.isEmpty { return }
    messages[0] = "\(Verdict.Word.hold.words): \(messages[0])"
    var fault = RunFault(.gateExceeded, messages[0])
    messages.append("nothing is written; the plan in \(options.archive ?? options.out) stays")
    fault.lines = messages.map { .text($0) }
    throw fault
  }

  private func passed(_ gates: Gates, _ owner: String, _ summary: RunSummary) -> [String] {
    var messages: [String] = []
    func name(_ option: String, _ key: String) -> String { owner == "--" ? "--\(option)" : owner + key }
    if let limit = gates.maxRejected {
      // An account that keeps its earlier plan could not be read.
      let accounts = max(sources.inputs.reduce(0) { $0 + $1.accountCount }, summary.accounts)
      if !limit.allows(summary.rejected + summary.stale, of: accounts) {
        messages.append(
          "\(summary.rejected.of("record")) rejected\(summary.stale > 0 ? " and \(summary.stale.of("account")) stale" : ""), where the inputs have \(accounts.of("account")); "
            + "\(name("max-rejected", "maxRejected")) allows \(limit)")
      }
    }
    if let limit = gates.maxRemoved, let changes = summary.changes {
      let passing = [ChangeCause.time, .window].reduce(0) { $0 + (changes.causes[$1]?[.removed] ?? 0) }
      let removed = max(0, changes.total[.removed] - passing)
      let before = summary.decisions.scheduled + summary.decisions.armed - changes.total[.added] + removed
      if !limit.allows(removed, of: before) {
        messages.append(
          "\(removed) of \(before.of("notification")) planned earlier for later removed; "
            + "\(name("max-removed", "maxRemoved")) allows \(limit)")
      }
    }
    if let limit = gates.maxGone {
      let name = name("max-gone", "maxGone")
      if let before = summary.changes?.before, !limit.allows(before.goneAccounts, of: before.accounts) {
        let inputs = missingInputs.isEmpty ? "" : ", and \(missingInputs.joined(separator: ", ")) with them"
        messages.append(
          "\(before.goneAccounts) of \(before.accounts.of("account")) of the earlier plan gone\(inputs); \(name) allows \(limit)"
        )
      }
      for input in sources.inputs where input.fault == nil && input.isEmpty {
        messages.append("\(input.file.name) has no account, which \(name) requires")
      }
    }
    if let age = gates.maxAge {
      for input in sources.inputs where input.fault == nil {
        guard let exportedAt = input.exportedAt else {
          messages.append(
            "\(input.file.name) does not say when it was exported, and \(name("max-age", "maxAge")) asks for it")
          continue
        }
        if options.now.epochSeconds - exportedAt.epochSeconds > age {
          messages.append(
            "\(input.file.name) was exported at \(exportedAt); \(name("max-age", "maxAge")) allows \(age / 60) minutes before now"
          )
        }
      }
    }
    return messages
  }

  /// Returns the inputs and apps of `--expect` that are missing or have no accounts.
  private func missing() throws(RunFault) -> [String] {
    guard let path = options.expected else { return [] }
    let expected = try ExpectedInputs(path)
    let inputs = sources.inputs
    // File names may identify people.
    func shown(_ name: (line: Int, text: String)) -> String {
      options.redactor == nil ? name.text.quotedForDiagnostic : "in line \(name.line)"
    }
    /// Returns a fault if all inputs found are empty: an input without accounts counts as missing.
    func fault(_ found: [SurveyedInput], missing: String, empty: String) -> String? {
      guard found.allSatisfy(\.isEmpty) else { return nil }
      return "\(found.isEmpty ? missing : empty), which \(path) expects"
    }
    return expected.inputs.compactMap { wanted in
      fault(
        inputs.filter { $0.file.path == wanted.text || $0.file.path.hasSuffix("/\(wanted.text)") },
        missing: "the input \(shown(wanted)) is missing", empty: "the input \(shown(wanted)) has no account")
    }
      + expected.apps.filter { !sources.roster.appsNamed.contains(StableHash($0.text)) }.compactMap { wanted in
        fault(
          inputs.filter { $0.app == wanted.text }, missing: "no input names the app \(shown(wanted))",
          empty: "no account has the app \(shown(wanted))")
      }
  }
}

/// The file of `--expect`: lines of `app NAME` or `input FILE`. Empty lines and lines that start with `#` are ignored.
private struct ExpectedInputs {
  var apps: [(line: Int, text: String)] = []
  var inputs: [(line: Int, text: String)] = []

  init(_ path: String) throws(RunFault) {
    let text = String(decoding: try TextFile.bytes(path, for: .named), as: UTF8.self)
    for (number, line) in text.lines.enumerated() {
      let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
      switch words.first {
      case nil: continue
      case let word? where word.utf8.first == UInt8(ascii: "#"): continue
      case "app" where words.count == 2: apps.append((number + 1, words[1]))
      case "input" where words.count == 2: inputs.append((number + 1, words[1]))
      default:
        throw RunFault(
          .format, "found \(String(line).quotedForDiagnostic)", expected: "app NAME or input FILE", in: path,
          at: Place(line: number + 1, column: 1))
      }
    }
  }
}
