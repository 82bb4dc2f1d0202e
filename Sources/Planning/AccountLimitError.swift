/// An account asks for more than one account may have: it is left out of the plan, so that it costs no other its own.
/// docs/security.md has the figures.
package enum AccountLimitError: Error {
  case candidates
  case texts
  case lookups

  /// Possible notifications, those of days beyond the window included that the device has requests for.
  package static let mostCandidates = 250_000
  /// Bytes of texts and identifiers, each as often as a notification has it.
  package static let mostTextBytes = 64 << 20
  /// How many bills the digests look at, all together.
  package static let mostLookups = 20_000_000
}

/// What an account has asked for in other expansions than the one at hand.
struct Spending {
  var candidates = 0
  var textBytes = 0
  var lookups = 0
}
