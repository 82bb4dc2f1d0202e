/// Limits of a record: far above what any account has, and low enough that no account costs another its plan.
/// docs/security.md lists all limits.
enum ResolvingLimit {
  /// Entries of each list, except the list of items.
  static let listEntries = 10_000
  /// Items of an account, from all inputs.
  static let items = 100_000
}
