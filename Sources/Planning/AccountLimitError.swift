/// An account exceeds a limit. It is left out of the plan, so that it does not affect others. docs/security.md has the
/// figures.
package enum AccountLimitError: Error {
  case candidates
  case texts
  case lookups

  /// The maximum number of candidates, including those on days beyond the window for which the device has requests.
  package static let maximumCandidates = 250_000
  /// The maximum size of texts and identifiers in bytes, counted for every notification that has them.
  package static let maximumTextBytes = 64 << 20
  /// The maximum number of bills that all digests together look up.
  package static let maximumLookups = 20_000_000
}

/// The amounts used by the account's other expansions.
struct Spending {
  var candidates = 0
  var textBytes = 0
  var lookups = 0
}
