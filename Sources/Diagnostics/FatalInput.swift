/// An input that cannot be used at all, and with it the run.
package struct FatalInput: Error, Sendable {
  /// The exit statuses of BSD's `sysexits.h` that tickler uses.
  package enum Status: Int32, Sendable {
    case usage = 64
    case dataError = 65
    case noInput = 66
    case cannotCreate = 73
    case ioError = 74
    case temporaryFailure = 75
  }

  package var status: Status
  /// Complete lines for standard error, without `error:` where a diagnostic has it already.
  package var messages: [String]

  package init(_ status: Status, _ message: String) {
    self.status = status
    messages = ["tickler: error: \(message)"]
  }

  package init(_ diagnostic: Diagnostic) {
    status = .dataError
    messages = [diagnostic.description]
  }

  package init(_ diagnostics: [Diagnostic]) {
    status = .dataError
    messages = diagnostics.map(\.description)
  }
}
