/// A fault that ends the run: of an input, an output, a gate or the command line.
public struct RunFault: Error, Sendable {
  /// The exit statuses of BSD's `sysexits.h` that tickler uses.
  public enum Status: Int32, Sendable {
    case usage = 64
    case dataError = 65
    case noInput = 66
    case internalFault = 70
    case cannotCreate = 73
    case ioError = 74
    case temporaryFailure = 75
    /// A gate of the operator refused the run. Not in `sysexits.h`.
    case gateExceeded = 76
  }

  public enum Line: Sendable {
    case diagnostic(Diagnostic)
    /// - redacted: The message without ids and texts of inputs; `nil` if it contains none.
    case text(String, redacted: String? = nil)
  }

  public var status: Status
  public var lines: [Line]

  /// The lines for standard error. Diagnostics already contain `error:`.
  public var messages: [String] {
    lines.map { line in
      switch line {
      case .diagnostic(let diagnostic): diagnostic.description
      case .text(let text, _): "tickler: error: \(text.visible)"
      }
    }
  }

  /// - Parameter redacted: The message without ids and texts of inputs; `nil` if it contains none.
  public init(_ status: Status, _ message: String, redacted: String? = nil) {
    self.status = status
    lines = [.text(message, redacted: redacted)]
  }

  public init(_ diagnostic: Diagnostic) { self.init([diagnostic]) }

  public init(_ diagnostics: [Diagnostic]) {
    status = .dataError
    lines = diagnostics.map { .diagnostic($0) }
  }

  /// Combines faults in order, with the status of the first; `nil` if there are none.
  public init?(_ faults: [RunFault]) {
    guard let first = faults.first else { return nil }
    status = first.status
    lines = faults.flatMap(\.lines)
  }

  /// The faults that concern a place in an input.
  public var diagnostics: [Diagnostic] {
    lines.compactMap { if case .diagnostic(let diagnostic) = $0 { diagnostic } else { nil } }
  }

  /// The faults without a place, without the prefix that messages have.
  public var words: [String] {
    lines.compactMap { if case .text(let text, _) = $0 { text.visible } else { nil } }
  }
}
