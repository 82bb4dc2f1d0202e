import Bytes
import Diagnostics
import PlanFiles

/// In what form `tickler check` prints what it finds.
package enum DiagnosticFormat: String, CaseIterable, Sendable {
  case text
  /// One document, `tickler-check/1`.
  case json
  /// One document for code scanning: SARIF 2.1.0.
  case sarif
  /// Workflow commands, which GitHub shows at the lines of a change.
  case github
}

/// Writes diagnostics as they come, and what stands around them, so that none of them has to be kept.
package struct DiagnosticWriter {
  private let format: DiagnosticFormat
  /// The program's.
  private let version: String
  private var isFirst = true

  package init(_ format: DiagnosticFormat, version: String) {
    self.format = format
    self.version = version
  }

  /// What stands before the first one.
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

  /// What stands behind the last one.
  ///
  /// - Parameters:
  ///   - counts: Of a check that came to its end.
  ///   - words: What ended it that is not about a place in an input.
  ///   - status: With which the program ends.
  package func end(_ counts: CheckCounts?, words: [String], status: Int32) -> String {
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

/// What `tickler check` counted.
package struct CheckCounts: Sendable {
  package var accounts: Int
  package var rejected: Int
  package var warnings: Int

  package init(accounts: Int, rejected: Int, warnings: Int) {
    self.accounts = accounts
    self.rejected = rejected
    self.warnings = warnings
  }
}

/// A line that a GitHub workflow obeys: `::error file=…,line=…::…`.
private enum GitHubCommand {
  static func text(of diagnostic: Diagnostic) -> String {
    let place = diagnostic.location
    return "::\(diagnostic.severity.rawValue) file=\(escaped(place.file, ":,")),line=\(place.line),col=\(place.column),"
      + "title=tickler \(diagnostic.code.rawValue)::\(escaped(diagnostic.message))\n"
  }

  static func text(of words: String) -> String { "::error title=tickler::\(escaped(words))\n" }

  /// What has a meaning in such a line is written as in a URI.
  ///
  /// - Parameter separators: Those of a property; none for the message.
  private static func escaped(_ text: String, _ separators: String = "") -> String {
    text.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "%" || scalar == "\r" || scalar == "\n" || separators.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
