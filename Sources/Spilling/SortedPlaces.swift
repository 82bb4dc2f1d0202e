import CivilTime
import Diagnostics
import PlanModel

/// Places sorted by owner, in memory or in a temporary file. Several tasks may query them.
struct SortedPlaces: Sendable {
  /// The number of places read from a file at once: 6 KB.
  private static let blockSize = 128

  private var held: [RecordPlace] = []
  private var file: SpillFile<RecordPlace>?
  /// The high half of the first owner's hash in each block of the file.
  private var blocks: [UInt64] = []

  init() {}

  /// Moves all places out of `sorter`.
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

  /// Returns the places of an owner, in order.
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
    // The owner's first place may be in the block before the first one that starts with the owner's hash or a greater one.
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
