import PlanModel

/// Where a record with items stands, with the hash of the account that they belong to.
///
/// 40 bytes, in memory as in temporary files. In order of owner, input and place.
struct OwnedPlace: Comparable, BitwiseCopyable, Sendable {
  let owner: StableHash
  private let start: Int64
  private let size: UInt32
  private let line: Int32
  private let column: Int32
  /// The number of the input, doubled, and 1 for an account.
  private let source: UInt32

  /// - Returns: nil where the record is larger than 4 GB.
  init?(_ owner: StableHash, _ place: RecordPlace) {
    guard let size = UInt32(exactly: place.end - place.start) else { return nil }
    self.owner = owner
    self.size = size
    start = place.start
    line = place.line
    column = place.column
    source = UInt32(place.input) << 1 | (place.isAccount ? 1 : 0)
  }

  var place: RecordPlace {
    RecordPlace(
      input: Int32(source >> 1), line: line, column: column, isAccount: source & 1 == 1, start: start,
      end: start + Int64(size))
  }

  @inline(__always)
  static func < (left: OwnedPlace, right: OwnedPlace) -> Bool {
    if left.owner.high != right.owner.high { return left.owner.high < right.owner.high }
    if left.owner.low != right.owner.low { return left.owner.low < right.owner.low }
    if left.source >> 1 != right.source >> 1 { return left.source < right.source }
    return left.start < right.start
  }
}
