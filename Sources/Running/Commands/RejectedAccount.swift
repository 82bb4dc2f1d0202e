import Diagnostics

/// The answer about a requested account that was rejected.
enum RejectedAccount {
  static func words(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { "\($0)\n" }.joined() + "The account was rejected, so nothing is planned for it.\n"
  }
}
