import Bytes
import Diagnostics
import PlanFiles

/// The output format of `tickler check`.
package enum DiagnosticFormat: String, CaseIterable, Sendable {
  case text
  /// One document, `tickler-check/1`.
  case json
  /// One SARIF 2.1.0 document for code scanning.
  case sarif
  /// Workflow commands, which GitHub shows beside the lines of a change.
  case github
}

/// Writes diagnostics as they come, so that none has to be kept, and the text before and after them.
package struct DiagnosticWriter {
  private let format: DiagnosticFormat
  /// The version of the program.
  private let version: String
  private var isFirst = true

  package init(_ format: DiagnosticFormat, version: String) {
    (self.format, self.version) = (format, version)
  }

  /// The text before the first diagnostic.
  package var beginning: String {
    switch format {
    case .text, .github: ""
    case .json: #"{"format":"tickler-check/1","diagnostics":["#
    case .sarif: SARIF.beginning(version: version)
    }
  }

  package mutating func text(of diagnostic: Diagnostic) -> String {
    switch format {
    case .text: "\(diagnostic)\n"
    case .json: element(FieldWriter.line(diagnostic))
    case .sarif: element(SARIF.result(diagnostic))
    case .github: GitHubCommand.text(of: diagnostic)
    }
  }

  /// The counts of a completed check.
  package typealias Counts = (accounts: Int, rejected: Int, warnings: Int)

  /// Returns the text after the last diagnostic. The words are of faults that have no place in an input.
  package func end(_ counts: Counts?, words: [String], status: Int32) -> String {
    switch format {
    case .text: return ""
    case .github: return words.map(GitHubCommand.text(of:)).joined()
    case .sarif: return SARIF.end(words: words, status: status)
    case .json:
      var end = FieldWriter.line { json in
        json.member("accounts", counts?.accounts)
        json.member("rejectedRecords", counts?.rejected)
        json.member("warnings", counts?.warnings)
        json.member("faults", words.isEmpty ? nil : words)
        json.member("status", Int(status))
      }.text
      end.removeFirst()
      return "\n],\(end)"
    }
  }

  private mutating func element(_ line: WrittenBytes) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + line.text.dropLast()
  }
}

/// A GitHub workflow command: `::error file=…,line=…::…`.
private enum GitHubCommand {
  static func text(of diagnostic: Diagnostic) -> String {
    let place = diagnostic.location
    return "::\(diagnostic.severity.rawValue) file=\(escaped(place.file, ":,")),line=\(place.line),col=\(place.column),"
      + "title=tickler \(diagnostic.code.rawValue)::\(escaped(diagnostic.message))\n"
  }

  static func text(of words: String) -> String { "::error title=tickler::\(escaped(words))\n" }

  /// Percent-encodes characters that a workflow command or a terminal interprets.
  ///
  /// - Parameter separators: The separators of properties; empty for the message.
  private static func escaped(_ text: String, _ separators: String = "") -> String {
    text.replacingScalars { scalar in
      // Joiners are kept, as in names with emoji: a file's name must stay the same.
      let isPlain = scalar.visible(between: "é", and: "é") == String(scalar)
      let isSpecial = !isPlain || "%\(separators)".unicodeScalars.contains(scalar)
      return isSpecial ? String(scalar).percentEncoded { _ in false } : nil
    }
  }
}
