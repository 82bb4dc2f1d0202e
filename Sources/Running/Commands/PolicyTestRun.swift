import Answers
import Diagnostics
import Formats
import PlanModel
import Planning
import PolicyReading
import Resolving
import System

/// Plans the cases of policies' `[tests]`, and compares the decisions with the expected ones.
struct PolicyTestRun {
  let options: PlanOptions
  let folder: PolicyFolder
  private(set) var count = 0
  private(set) var failed = 0

  init(_ options: PlanOptions, _ folder: PolicyFolder) { (self.options, self.folder) = (options, folder) }

  /// - Returns: The faults of the tests and the unexpected decisions, by app.
  mutating func diagnostics() throws(RunFault) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for (app, file) in folder.files.sorted(by: { $0.key.compareBytes($1.key) < 0 }) {
      let kinds = folder.policies[app]?.kinds.map(\.kind.name) ?? []
      for test in try PolicyCase.all(of: file, kinds: kinds) {
        let failures = try run(test, file.file)
        count += 1
        if !failures.isEmpty { failed += 1 }
        found += failures
      }
    }
    return found
  }

  private func run(_ test: PolicyCase, _ name: String) throws(RunFault) -> [Diagnostic] {
    let copy = try OpenFile.temporaryOrFault()
    let bytes = Array(test.export.utf8)
    try copy.append(bytes.span, of: "a test of \(name)")
    var options = options
    (options.now, options.days, options.keepsGoing) = (test.now, test.days, false)
    let input = InputFile(name: name, format: .json, file: copy, size: Int64(bytes.count))
    let sources = try Sources.read(options, folder, files: [input])
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var planner = AccountPlanner(now: test.now, days: test.days, texts: WordingCache())
    var plans: [AccountPlan] = []
    for chunk in sources.chunks {
      try reader.forEachAccount(in: chunk) { (account: Shared<Account>, policy: Shared<Policy>) throws(RunFault) in
        do throws(AccountLimitError) {
          plans.append(try planner.plan(account, policy, with: test.actions == nil ? [] : .actions))
        } catch {
          throw RunFault(.dataError, "the test \(test.name) of \(name) exceeds the planning limits")
        }
      }
    }
    let field = "tests.\(test.name)"
    // Their places refer to the JSON made from the table.
    let refused = (sources.warnings + reader.takeReport().diagnostics).filter { $0.severity == .error }.map { fault in
      var fault = fault
      fault.location = test.place
      fault.field = fault.field.map { "\(field).\($0)" } ?? field
      return fault
    }
    if !refused.isEmpty { return refused }
    let lines = plans.flatMap { TestLines.lines(of: $0, kinds: test.kinds) }
    var found = differences(test, test.expected, lines, field: "\(field).expected", "decision", TestLines.key)
    if let actions = test.actions {
      found += differences(
        test, actions, plans.flatMap { TestLines.actions(of: $0) }, field: "\(field).actions", "action",
        TestLines.request)
    }
    return found
  }

  /// - Parameters:
  ///   - word: What a line is about.
  ///   - key: Returns what identifies a line.
  private func differences(
    _ test: PolicyCase, _ expected: [(line: String, place: SourceLocation)], _ lines: [String], field: String,
    _ word: String, _ key: (String) -> String
  ) -> [Diagnostic] {
    var rest = lines
    var missing: [(line: String, place: SourceLocation)] = []
    for wanted in expected {
      if let index = rest.firstIndex(of: wanted.line) { rest.remove(at: index) } else { missing.append(wanted) }
    }
    var found: [Diagnostic] = []
    for wanted in missing {
      let instead = rest.firstIndex { key($0) == key(wanted.line) }
      let words = instead.map { "found \(rest[$0])" } ?? "found no such \(word)"
      if let instead { rest.remove(at: instead) }
      found.append(Diagnostic(.error, .policy, at: wanted.place, field: field, found: words, expected: wanted.line))
    }
    return found
      + rest.map { line in
        Diagnostic(
          .error, .policy, at: test.place, field: field, found: "found \(line) as well",
          expected: "exactly the listed \(word)s")
      }
  }
}
