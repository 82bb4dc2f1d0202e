/// How much one record may have: far above what any account has, and little enough that none costs another its plan.
/// docs/security.md lists these and the others.
enum ResolvingLimit {
  /// Entries of each list but that of the items.
  static let listEntries = 10_000
  /// Items of an account, from all inputs.
  static let items = 100_000
}
