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

  public var status: Status
  /// Complete lines for standard error, without `error:` where a diagnostic has it already.
  public var messages: [String]
  /// Those of ``messages`` that are about a place in an input.
  public var diagnostics: [Diagnostic] = []

  public init(_ status: Status, _ message: String) {
    self.status = status
    messages = ["tickler: error: \(message.visible)"]
  }

  public init(_ diagnostic: Diagnostic) {
    self.init([diagnostic])
  }

  public init(_ diagnostics: [Diagnostic]) {
    status = .dataError
    messages = diagnostics.map(\.description)
    self.diagnostics = diagnostics
  }

  /// All of what is wrong, in this order; nil where nothing is. The status is that of the first.
  public init?(_ faults: [FatalInput]) {
    guard let first = faults.first else { return nil }
    status = first.status
    messages = faults.flatMap(\.messages)
    diagnostics = faults.flatMap(\.diagnostics)
  }

  /// Those of ``messages`` that are not about a place, without what they begin with.
  public var words: [String] {
    let placed = Set(diagnostics.map(\.description))
    return messages.filter { !placed.contains($0) }.map { message in
      let prefix = "tickler: error: "
      return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
    }
  }
}
