import CivilTime
import Diagnostics
import PlanModel

/// Places ordered by owner, in memory or in a temporary file. Several tasks may look them up.
struct SortedPlaces: Sendable {
  /// The number of places that are read from a file at once: 5 KB.
  private static let blockSize = 128

  private var held: [RecordPlace] = []
  private var file: SpillFile<RecordPlace>?
  /// For each block of the file, the high half of its first owner's hash.
  private var blocks: [UInt64] = []

  init() {}

  /// Takes everything out of `sorter`.
  ///
  /// - Parameter visit: Called for each place, in order.
  init(
    _ sorter: inout ExternalSorter<RecordPlace>, _ visit: (RecordPlace) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    if let held = sorter.takeHeld() {
      self.held = held
      for place in held { try visit(place) }
      return
    }
    var file = try SpillFile<RecordPlace>()
    var blocks: [UInt64] = []
    try sorter.drain { (place) throws(FatalInput) in
      try visit(place)
      if file.count % SortedPlaces.blockSize == 0 { blocks.append(place.owner.high) }
      try file.append(place)
    }
    try file.flush()
    (self.file, self.blocks) = (file, blocks)
  }

  var isEmpty: Bool { held.isEmpty && blocks.isEmpty }

  /// The places of an owner, in order.
  func places(of owner: StableHash) throws(FatalInput) -> [RecordPlace] {
    var places: [RecordPlace] = []
    guard let file else {
      var index = held.partitioningIndex(where: { $0.owner >= owner })
      while index < held.count, held[index].owner == owner {
        places.append(held[index])
        index += 1
      }
      return places
    }
    // The owner's first place may be in the block before the first one that begins with its hash or a greater one.
    var block = max(0, blocks.partitioningIndex(where: { $0 >= owner.high }) - 1)
    var buffer: [RecordPlace] = []
    while block < blocks.count {
      let start = block * SortedPlaces.blockSize
      try file.read(start..<min(start + SortedPlaces.blockSize, file.count), into: &buffer)
      for place in buffer where place.owner >= owner {
        guard place.owner == owner else { return places }
        places.append(place)
      }
      block += 1
    }
    return places
  }
}
