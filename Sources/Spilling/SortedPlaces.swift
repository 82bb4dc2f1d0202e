import CivilTime
import Diagnostics
import Formats
import PlanModel
import System

/// Places sorted by owner, in memory or in a temporary file. Several tasks may query them.
struct SortedPlaces: Sendable {
  /// The number of places read from a file at once: 6 KB.
  private static let fileBlock = 128
  /// The number of places per block in memory, which is searched linearly.
  private static let heldBlock = 16

  private var held: [RecordPlace] = []
  private var file: SpillFile<RecordPlace>?
  /// The high half of the first owner's hash in each block. They fit into the processor's cache, so a search in them is
  /// faster than among all places.
  private var blocks: [UInt64] = []

  init() {}

  /// Moves all places out of `sorter`.
  ///
  /// - Parameter visit: Called for each place, in order.
  init(
    _ sorter: inout ExternalSorter<RecordPlace>, _ visit: (RecordPlace) throws(RunFault) -> Void
  ) throws(RunFault) {
    if let held = sorter.takeHeld() {
      self.held = held
      for place in held { try visit(place) }
      blocks = stride(from: 0, to: held.count, by: SortedPlaces.heldBlock).map { held[$0].owner.high }
      return
    }
    var file = try SpillFile<RecordPlace>()
    var blocks: [UInt64] = []
    try sorter.drain { (place) throws(RunFault) in
      try visit(place)
      if file.count % SortedPlaces.fileBlock == 0 { blocks.append(place.owner.high) }
      try file.append(place)
    }
    try file.flush()
    (self.file, self.blocks) = (file, blocks)
  }

  var isEmpty: Bool { blocks.isEmpty }

  func places(of owner: StableHash) throws(RunFault) -> [RecordPlace] {
    var places: [RecordPlace] = []
    // The owner's first place may be in the block before the first one that starts with the owner's hash or a greater one.
    var block = max(0, blocks.partitioningIndex(where: { $0 >= owner.high }) - 1)
    guard let file else {
      var index = block * SortedPlaces.heldBlock
      while index < held.count, held[index].owner < owner { index += 1 }
      while index < held.count, held[index].owner == owner {
        places.append(held[index])
        index += 1
      }
      return places
    }
    var buffer: [RecordPlace] = []
    while block < blocks.count {
      let start = block * SortedPlaces.fileBlock
      try file.read(start..<min(start + SortedPlaces.fileBlock, file.count), into: &buffer)
      for place in buffer where place.owner >= owner {
        guard place.owner == owner else { return places }
        places.append(place)
      }
      block += 1
    }
    return places
  }
}

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
