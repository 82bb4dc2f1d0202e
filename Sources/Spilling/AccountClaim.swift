import Bytes
import PlanModel

/// A record that claims to be an account's, until it is settled which one holds. 64 bytes, in memory and on disk.
struct AccountClaim: Comparable, AnyBits {
  let record: RecordPlace
  /// When the record was updated, in seconds since 1970-01-01T00:00:00Z; the distant past where there is none.
  let updatedAt: Int64
  /// A hash of the device that the record is of; 0 if it names none.
  let device: UInt64

  var owner: StableHash { record.owner }

  /// By owner, input and place.
  static func < (a: AccountClaim, b: AccountClaim) -> Bool { a.record < b.record }
}
