import Diagnostics

/// What is said of an account that was asked for and that was rejected.
enum RejectedAccount {
  static func words(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { "\($0)\n" }.joined() + "The account was rejected, so nothing is planned for it.\n"
  }
}
