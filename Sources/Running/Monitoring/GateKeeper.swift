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

  /// Adds the gates' results to the summary.
  ///
  /// - Throws: Status 76, with a line for each gate that refuses the run.
  func check(_ summary: inout RunSummary) throws(RunFault) {
    var messages = results(options.gates, nil, &summary)
    for policy in sources.policies.values.sorted(by: { $0.app.compareBytes($1.app) < 0 })
    where !policy.gates.isEmpty && summary.apps[policy.app] != nil {
      messages += results(policy.gates, policy.app, &summary)
    }
    let expected = try missing()
    if options.expected != nil {
      summary.gates.append(GateResult("expect", app: nil, expected.count, of: expected.count, .count(0)))
    }
    messages += expected
    if messages.isEmpty { return }
    messages[0] = "\(Verdict.Word.hold.words): \(messages[0])"
    var fault = RunFault(.gateExceeded, messages[0])
    messages.append(
      options.archive.map { "the plan in \($0) stays" } ?? "nothing is written; the plan in \(options.out) stays")
    fault.lines = messages.map { .text($0) }
    throw fault
  }

  /// - Parameter app: The app whose policy has the gates; nil for the operator's.
  /// - Returns: A message for each gate that refuses the run.
  private func results(_ gates: Gates, _ app: String?, _ summary: inout RunSummary) -> [String] {
    var messages: [String] = []
    func name(_ option: String, _ key: String) -> String { app.map { "the policy of \($0): \(key)" } ?? "--\(option)" }
    func judge(_ key: String, _ limit: Gates.Limit, _ found: Int, of total: Int, _ message: @autoclosure () -> String) {
      let result = GateResult(key, app: app, found, of: total, limit)
      summary.gates.append(result)
      if result.holds { messages.append(message()) }
    }
    if let limit = gates.maxRejected {
      // An account that keeps its earlier plan could not be read.
      let accounts = max(sources.inputs.reduce(0) { $0 + $1.accountCount }, summary.accounts)
      let counts = [
        (summary.rejected, "record", "rejected"), (sources.brokenCount, "input", "broken"),
        (summary.stale, "account", "stale"),
      ]
      let rejected = counts.filter { $0.0 > 0 }.map { "\($0.of($1)) \($2)" }.joined(separator: " and ")
      judge(
        "maxRejected", limit, counts.reduce(0) { $0 + $1.0 }, of: accounts,
        "\(rejected), where the inputs have \(accounts.of("account")); "
          + "\(name("max-rejected", "maxRejected")) allows \(limit)")
    }
    if let limit = gates.maxStale {
      let (stale, name) = (summary.stale, name("max-stale", "maxStale"))
      judge(
        "maxStale", limit, stale, of: summary.accounts,
        "\(stale.of("account")) would keep an earlier plan, of \(summary.accounts); \(name) allows \(limit)")
    }
    if let changes = summary.changes {
      if app == nil || gates.lost != nil { summary.judgeLoss(gates.lost, app: app) }
      if let limit = gates.maxRemoved {
        let passing = [ChangeCause.time, .window].reduce(0) { $0 + (changes.causes[$1]?[.removed] ?? 0) }
        let removed = max(0, changes.total[.removed] - passing - changes.onOtherDevices)
        let planned = summary.decisions.scheduled + summary.decisions.armed + summary.decisions.ahead
        let before = max(removed, planned - changes.total[.added] + removed)
        judge(
          "maxRemoved", limit, removed, of: before,
          "\(removed) of \(before.of("notification")) planned earlier for later removed; "
            + "\(name("max-removed", "maxRemoved")) allows \(limit)")
      }
    }
    if let limit = gates.maxGone {
      let name = name("max-gone", "maxGone")
      if let before = summary.changes?.before {
        let inputs = missingInputs.isEmpty ? "" : ", and \(missingInputs.joined(separator: ", ")) with them"
        judge(
          "maxGone", limit, before.goneAccounts, of: before.accounts,
          "\(before.goneAccounts) of \(before.accounts.of("account")) of the earlier plan gone\(inputs); \(name) allows \(limit)"
        )
      }
      let empty = sources.inputs.filter { $0.fault == nil && $0.isEmpty }
      if !empty.isEmpty {
        summary.gates.append(
          GateResult("maxGone", app: app, empty.count, of: sources.inputs.count, GateResult.noEmptyInput, .failed))
      }
      for input in empty { messages.append("\(input.file.name) has no account, which \(name) requires") }
    }
    if let age = gates.maxAge {
      let (name, limit) = (name("max-age", "maxAge"), Gates.words(ofAge: age))
      let known = sources.inputs.filter { $0.fault == nil }
      let old = known.compactMap { input -> String? in
        guard let exportedAt = input.exportedAt else {
          return "\(input.file.name) does not say when it was exported, and \(name) asks for it"
        }
        if options.now.epochSeconds - exportedAt.epochSeconds <= age { return nil }
        return "\(input.file.name) was exported at \(exportedAt); \(name) allows \(limit) before now"
      }
      summary.gates.append(
        GateResult("maxAge", app: app, old.count, of: known.count, limit, old.isEmpty ? .passed : .failed))
      messages += old
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
