import ArgumentParser
import Diagnostics
import Running

/// Maps results and faults to exit statuses.
enum Exit {
  /// Prints the result of `body` and exits with its status.
  ///
  /// - Parameter isText: Whether the output is text for people, whose lines a terminal may break and color.
  static func printing(
    _ options: PlanOptions? = nil, isText: Bool = false,
    _ body: () async throws(RunFault) -> Answer
  ) async throws {
    try await status(options) { () async throws(RunFault) in
      let (output, status) = try await body()
      try print(output, isText: isText, mayBeCut: true)
      return status
    }
  }

  /// Prints a text. A command that changes a file prints before its last step, so that it can be repeated if it fails.
  ///
  /// - Parameters:
  ///   - isText: Whether it is for people.
  ///   - mayBeCut: Whether the reader may close the pipe before the end.
  static func print(_ text: String, isText: Bool = false, mayBeCut: Bool = false) throws(RunFault) {
    // A terminal interprets some of what JSON may leave as it is.
    let text = isText ? StandardOutput.terminal(text) : text.utf8.first == UInt8(ascii: "{") ? text.visibleJSON : text
    try StandardOutput.write(text, mayBeCut: mayBeCut)
  }

  /// Exits with the status of `body`.
  ///
  /// - Parameter options: The options of the run. If they redact outputs, faults are redacted too.
  static func status(_ options: PlanOptions? = nil, _ body: () async throws(RunFault) -> Int32) async throws {
    do {
      let status = try await body()
      if status != 0 { throw ExitCode(status) }
    } catch let fatal as RunFault {
      ThisProcess.endIfRequested()
      throw code(options?.redacted(fatal) ?? fatal)
    }
  }

  /// Reports a fault on standard error.
  ///
  /// - Returns: The exit status.
  static func code(_ fatal: RunFault) -> ExitCode {
    for message in fatal.messages { StandardError.writeLine(message) }
    return ExitCode(fatal.status.rawValue)
  }
}

extension Tickler {
  /// Prints the message of an error, or the help that was requested, and exits with its status.
  static func end(_ error: any Error) -> Never {
    let text = fullMessage(for: error)
    var code = exitCode(for: error)
    if !text.isEmpty {
      if code.isSuccess {
        do {
          try StandardOutput.write(text + "\n", mayBeCut: true)
        } catch {
          for message in error.messages { StandardError.write(message + "\n") }
          code = ExitCode(error.status.rawValue)
        }
      } else {
        StandardError.write(visible(redacted(text)) + "\n")
      }
    }
    ThisProcess.exit(code.rawValue)
  }

  /// Returns a usage error. If the command line asks for redaction, its values are left out: they may name inputs.
  private static func redacted(_ text: String) -> String {
    let arguments = ThisProcess.arguments.dropFirst()
    guard arguments.contains(where: { $0 == "--redact" || $0.hasPrefix("--redact=") }) else { return text }
    let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
    let values = arguments.compactMap { word in
      word.hasPrefix("-") ? word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) } : word
    }
    let end = text.ranges(of: "\nUsage: ").last?.lowerBound ?? text.endIndex
    var words = String(text[..<end])
    for value in values.sorted(by: { $0.count > $1.count }) where !value.isEmpty && !commands.contains(value) {
      for place in words.ranges(of: value).reversed() {
        let before = words[..<place.lowerBound]
        let isQuoted = before.last.map { "'\"".contains($0) && words[place.upperBound...].first == $0 } ?? false
        // Other words of a message may be values too, such as the folder `in`.
        if isQuoted || [" not ", "tickler plan "].contains(where: before.hasSuffix) {
          words.replaceSubrange(place, with: "…")
        }
      }
    }
    return words + text[end...]
  }

  /// Returns a usage error whose arguments cannot control the terminal or start a line.
  private static func visible(_ text: String) -> String {
    let words = ThisProcess.arguments.flatMap { [$0[...]] + $0.split(separator: "=", maxSplits: 1).dropFirst() }
    let broken = words.map(String.init).filter { $0.utf8.contains(UInt8(ascii: "\n")) }
    return String(
      broken.reduce(text.unicodeScalars) { $0.replacing($1.unicodeScalars, with: $1.visible.unicodeScalars) }
    ).lines.map { String($0).visible }.joined(separator: "\n")
  }
}

/// The command line, ready to be typed again, without options that cannot change a result. Runs with equal results show
/// equal commands.
enum CommandLineText {
  private static let silent = RunOption.all.filter(\.isSilent)
  private static let silentFlags = Set(
    silent.flatMap { option in
      switch option.value {
      case .flag: ["--" + option.name]
      case .toggle: ["--" + option.name, "--no-" + option.name]
      default: [String]()
      }
    })
  private static let silentOptions = Set(silent.map { "--" + $0.name }).subtracting(silentFlags)

  static var current: String {
    var words = ["tickler"]
    var rest = ThisProcess.arguments.dropFirst()
    while let word = rest.popFirst() {
      if silentFlags.contains(word) { continue }
      if silentOptions.contains(word) {
        _ = rest.popFirst()
        continue
      }
      if silentOptions.contains(where: { word.hasPrefix($0 + "=") }) { continue }
      words.append(word)
    }
    return words.map { shortened($0).shellQuoted }.joined(separator: " ")
  }

  /// Returns an absolute path as ``SourceNames`` has it, whether a word of its own or the value of an option.
  private static func shortened(_ word: String) -> String {
    guard let slash = word.utf8.firstIndex(of: UInt8(ascii: "/")), slash == word.startIndex || word.hasPrefix("--")
    else { return word }
    if slash != word.startIndex, word.utf8[word.utf8.index(before: slash)] != UInt8(ascii: "=") { return word }
    return word[..<slash] + SourceNames(below: [])(String(word[slash...]))
  }
}
