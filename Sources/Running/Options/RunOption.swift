/// An option that several commands share or that is a key of run files. The command line, `tickler.toml`, the user's
/// own file and docs/options.md are all made from it.
package struct RunOption: Sendable {
  /// The name on the command line, without `--`.
  package let name: String
  /// The key in a run file, with its table (`gates.maxRejected`); `nil` if it exists only on the command line.
  package let key: String?
  package let section: Section
  package let commands: [CommandName]
  /// The name of the value in help, such as `n|n%`; empty for a flag.
  package let valueName: String
  package let help: String
  package let value: Value
  /// Whether the option cannot change a result, so that the command in a plan's header omits it.
  package let isSilent: Bool

  /// The type of an option's value, and the function that applies it.
  package enum Value: Sendable {
    /// `--name`, or `key = true`.
    case flag(@Sendable (inout PlanOptions, Bool) -> Void)
    /// `--name` and `--no-name`.
    case toggle(@Sendable (inout PlanOptions, Bool) -> Void)
    case whole(ClosedRange<Int>, @Sendable (inout PlanOptions, Int) -> Void)
    case text(@Sendable (inout PlanOptions, String) -> Void)
    /// A text with a meaning. The function returns the expected form if the text is invalid.
    case parsed(@Sendable (inout PlanOptions, String) -> String?)
    case word([String], @Sendable (inout PlanOptions, String) -> Void)
    /// `a,b`, or `["a", "b"]`; at least one word.
    case words([String], @Sendable (inout PlanOptions, [String]) -> Void)
    /// A path. In a run file, it is relative to the file's folder.
    case path(PathKind, @Sendable (inout PlanOptions, String) -> Void)
    /// A repeatable path. The function determines whether it extends or replaces the values of a run file.
    case paths(PathKind, @Sendable (inout PlanOptions, [String]) -> Void)
    /// The PATH arguments of the command line.
    case arguments(@Sendable (inout PlanOptions, [String]) -> Void)

    /// A text that `read` understands. `Read` is bounded so that it cannot be optional: a nil would then be a value.
    static func read<Read: CustomStringConvertible & SendableMetatype>(
      _ read: @escaping @Sendable (String) -> Read?, expected: String,
      _ set: @escaping @Sendable (inout PlanOptions, Read) -> Void
    ) -> Value {
      .parsed { options, text in
        guard let value = read(text) else { return expected }
        set(&options, value)
        return nil
      }
    }

    /// One of the words of `Word`.
    static func choice<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
      _ set: @escaping @Sendable (inout PlanOptions, Word) -> Void
    ) -> Value {
      .word(Word.allCases.map(\.rawValue)) { options, text in
        if let word = Word(rawValue: text) { set(&options, word) }
      }
    }
  }

  /// The type of file that a path names, for completion.
  package enum PathKind: Sendable {
    case folder
    /// A file with this extension; `nil` for any.
    case file(String?)
    /// `NAME=FILE` or `FILE`.
    case namedFile
  }

  /// The heading of an option in help.
  package enum Section: String, CaseIterable, Sendable {
    case general = ""
    case calendars = "Calendars"
    case imports = "Files of other tools"
  }

  init(
    _ name: String, key: String? = nil, _ commands: [CommandName], in section: Section = .general,
    takes valueName: String = "",
    isSilent: Bool = false, _ help: String, _ value: Value
  ) {
    (self.name, self.key, self.commands, self.section, self.valueName) = (name, key, commands, section, valueName)
    (self.isSilent, self.help, self.value) = (isSilent, help, value)
  }

  /// All options, in the order in which they are applied.
  package static let all = inputs + outputs + calendars + imports + watching

  package static func of(_ command: CommandName, in section: Section) -> [RunOption] {
    all.filter { $0.section == section && $0.commands.contains(command) }
  }

  /// Applies values from the command line to `options`.
  ///
  /// - Parameter texts: The values. A flag has one, `true` or `false`.
  /// - Returns: The fault in the values; `nil` if there is none.
  package func set(_ texts: [String], in options: inout PlanOptions) -> String? {
    let text = texts.last ?? ""
    func refused(_ expected: String) -> String { "--\(name) takes \(expected), not \(text)" }
    switch value {
    case .flag(let set), .toggle(let set): set(&options, text == "true")
    case .whole(let range, let set):
      guard let number = Int(text), range.contains(number) else { return refused(range.words) }
      set(&options, number)
    case .text(let set), .path(_, let set): set(&options, text)
    case .parsed(let set): return set(&options, text).map(refused)
    case .word(let words, let set):
      guard words.contains(text) else { return refused(words.oneOf).orNearest(to: text, in: words) }
      set(&options, text)
    case .words(let words, let set):
      let list = text.split(separator: ",").map(String.init)
      if let unknown = list.first(where: { !words.contains($0) }) {
        return refused("a list of \(words.joined(separator: ","))").orNearest(to: unknown, in: words)
      }
      if list.isEmpty { return refused("a list of \(words.joined(separator: ","))") }
      set(&options, list)
    case .paths(_, let set), .arguments(let set): set(&options, texts)
    }
    return nil
  }
}

extension ClosedRange<Int> {
  var words: String {
    upperBound == .max ? "a whole number from \(lowerBound)" : "a whole number from \(lowerBound) to \(upperBound)"
  }
}

/// A subcommand on the command line.
package enum CommandName: String, CaseIterable, Sendable {
  case plan, list, next, done, paid, snooze, undo, run, report, diff, check, explain, apply, verify, zones, drift,
    simulate,
    rehearse, history, erase, `init`, schema, worker, merge
  case `import`
}

extension [CommandName] {
  /// The commands that read exports.
  static let reading: Self = [
    .plan, .run, .list, .next, .done, .paid, .snooze, .undo, .check, .explain, .apply, .zones, .drift, .simulate,
    .rehearse,
    .worker, .import,
  ]
  /// The commands that plan all exports and write the outputs.
  static let planning: Self = [.plan, .run]

  func and(_ others: CommandName...) -> Self { self + others }
  func but(_ others: CommandName...) -> Self { filter { !others.contains($0) } }
}
