/// An input that cannot be used at all, and with it the run.
public struct FatalInput: Error, Sendable {
  /// The exit statuses of BSD's `sysexits.h` that tickler uses.
  public enum Status: Int32, Sendable {
    case usage = 64
    case dataError = 65
    case noInput = 66
    case internalFault = 70
    case cannotCreate = 73
    case ioError = 74
    case temporaryFailure = 75
    /// Not of `sysexits.h`: a gate that the operator set.
    case gatePassed = 76
  }

  public enum Line: Sendable {
    case diagnostic(Diagnostic)
    /// - redacted: The same without an id or a text of an input; nil: there is none in it.
    case text(String, redacted: String? = nil)
  }

  public var status: Status
  public var lines: [Line]

  /// For standard error, without `error:` where a diagnostic has it already.
  public var messages: [String] {
    lines.map { line in
      switch line {
      case .diagnostic(let diagnostic): diagnostic.description
      case .text(let text, _): "tickler: error: \(text.visible)"
      }
    }
  }

  /// - Parameter redacted: The message without an id or a text of an input; nil: there is none in it.
  public init(_ status: Status, _ message: String, redacted: String? = nil) {
    self.status = status
    lines = [.text(message, redacted: redacted)]
  }

  public init(_ diagnostic: Diagnostic) {
    self.init([diagnostic])
  }

  public init(_ diagnostics: [Diagnostic]) {
    status = .dataError
    lines = diagnostics.map { .diagnostic($0) }
  }

  /// All of what is wrong, in this order; nil where nothing is. The status is that of the first.
  public init?(_ faults: [FatalInput]) {
    guard let first = faults.first else { return nil }
    status = first.status
    lines = faults.flatMap(\.lines)
  }

  /// Those that are about a place in an input.
  public var diagnostics: [Diagnostic] {
    lines.compactMap { if case .diagnostic(let diagnostic) = $0 { diagnostic } else { nil } }
  }

  /// Those that are not, without what they begin with.
  public var words: [String] {
    lines.compactMap { if case .text(let text, _) = $0 { text.visible } else { nil } }
  }
}
