import PlanModel

/// An account record, as long as it is not settled which of several holds. 56 bytes, in memory as in temporary files.
struct AccountClaim: Comparable, BitwiseCopyable, Sendable {
  let record: OwnedPlace
  /// When the record was updated, in seconds since 1970-01-01T00:00:00Z; the distant past where it does not say.
  let updatedAt: Int64
  /// The number of the app that the record names; −1: its input's.
  let app: Int32

  var owner: StableHash { record.owner }

  /// By owner, input and place.
  static func < (a: AccountClaim, b: AccountClaim) -> Bool { a.record < b.record }
}
