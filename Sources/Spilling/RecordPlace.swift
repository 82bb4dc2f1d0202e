import Bytes
import Formats
import PlanModel

/// The place of a record in the inputs, with a hash of the account that it is or belongs to.
///
/// 48 bytes, in memory and on disk. Ordered by owner, input and place.
package struct RecordPlace: Hashable, Comparable, AnyBits {
  package let owner: StableHash
  package let start: Int64
  private let size: UInt32
  package let line: Int32
  package let column: Int32
  /// Twice the input's number, plus 1 for an account.
  private let source: UInt32
  /// The number of the app that the record names; −1 for the app of its input.
  let app: Int32

  /// - Returns: nil if the record has no owner, or is larger than 4 GB.
  package init?(_ sketch: RecordSketch, input: Int, app: Int32 = -1) {
    guard let owner = sketch.owner, let size = UInt32(exactly: sketch.end - sketch.start) else { return nil }
    (self.owner, self.app, self.size) = (owner, app, size)
    start = sketch.start
    line = Int32(truncatingIfNeeded: sketch.place.line)
    column = Int32(truncatingIfNeeded: sketch.place.column)
    source = UInt32(input) << 1 | (sketch.isAccount ? 1 : 0)
  }

  /// The number of the input in the run.
  package var input: Int32 { Int32(source >> 1) }
  /// Whether the record is an account with nested items, rather than an item.
  package var isAccount: Bool { source & 1 == 1 }
  package var end: Int64 { start + Int64(size) }
  package var location: RecordLocation { RecordLocation(input: Int(input), line: Int(line), column: Int(column)) }

  package static func < (a: RecordPlace, b: RecordPlace) -> Bool {
    if a.owner != b.owner { return a.owner < b.owner }
    return a.input != b.input ? a.input < b.input : a.start < b.start
  }
}

extension StableHash: AnyBits {}
