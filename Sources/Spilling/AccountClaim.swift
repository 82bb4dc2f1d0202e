import Bytes
import PlanModel

/// An account record that competes with others for the same account. 64 bytes, in memory and on disk.
struct AccountClaim: Comparable, AnyBits {
  let record: RecordPlace
  /// When the record was updated, in seconds since 1970-01-01T00:00:00Z; the distant past if unknown.
  let updatedAt: Int64
  /// A hash of the record's device; 0 if it names none.
  let device: UInt64

  var owner: StableHash { record.owner }

  /// Orders by owner, input and place.
  static func < (a: AccountClaim, b: AccountClaim) -> Bool { a.record < b.record }
}
