/// A rule about combinations of options, worded for the command line and for run files.
struct OptionRule: Sendable {
  /// The option that the message points to.
  let option: String
  /// The fault, with options in braces: `{strict} and {keep-going}`.
  let found: String
  let expected: String
  /// - Parameter given: The names of the options given on the command line or in the run file.
  let isBroken: @Sendable (PlanOptions, _ given: Set<String>) -> Bool

  static let all = [
    OptionRule(
      option: "keep-going", found: "{strict} and {keep-going}",
      expected: "one of them"
    ) { options, _ in options.isStrict && options.keepsGoing },
    OptionRule(option: "quiet", found: "{quiet} and {verbose}", expected: "one of them") { options, _ in
      options.isQuiet && options.isVerbose
    },
    OptionRule(
      option: "archive", found: "{archive} and {out}",
      expected: "one of them: a folder of runs, or the folder of one plan"
    ) { $1.isSuperset(of: ["archive", "out"]) },
    OptionRule(option: "keep", found: "{keep} without {archive}", expected: "{archive} as well") { options, _ in
      options.keep != nil && options.archive == nil
    },
    OptionRule(
      option: "max-removed", found: "{max-removed} without an earlier plan to compare with",
      expected: "{archive} or {previous} as well"
    ) { options, _ in options.gates.maxRemoved != nil && options.previous == nil && options.archive == nil },
    OptionRule(
      option: "due-before", found: "{due-before} without an earlier plan",
      expected: "{archive} or {previous} as well"
    ) { options, _ in options.dueBefore != nil && options.previous == nil && options.archive == nil },
    OptionRule(
      option: "only-changed", found: "{only-changed}, and {emit} without plan or summary",
      expected: "both, since the next run compares with them"
    ) { options, _ in options.onlyChanged && !options.emit.isSuperset(of: [.plan, .summary]) },
    OptionRule(
      option: "redact", found: "{redact}, and actions in {emit}",
      expected: "no actions, since no device knows redacted ids"
    ) { $1.isSuperset(of: ["redact", "emit"]) && $0.emit.contains(.actions) },
    OptionRule(
      option: "watch", found: "{watch}, and - among the inputs", expected: "files and folders"
    ) { options, _ in options.watches && options.paths.contains("-") },
  ]

  /// - Parameter name: Returns the name under which an option is shown.
  func words(_ text: String, _ name: (String) -> String) -> String {
    text.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
      return name(String(part[..<end])) + part[part.index(after: end)...]
    }.joined()
  }
}

extension PlanOptions {
  /// - Parameter given: The names of the options given on the command line.
  /// - Returns: The first contradiction among them; `nil` if there is none.
  package func contradiction(_ given: Set<String>) -> String? {
    OptionRule.all.first { $0.isBroken(self, given) }.map { rule in
      func name(_ option: String) -> String { "--" + option }
      return "found \(rule.words(rule.found, name)); expected \(rule.words(rule.expected, name))"
    }
  }
}
