import Diagnostics
import PlanModel

/// Sorts more places than the memory may hold: what does not fit is sorted by itself and kept in a temporary file, and in
/// the end these runs are merged.
struct PlaceSorter: Sendable {
  /// How many runs are merged at once, and how many places of each are held for it.
  struct Merging: Sendable {
    var runs = 128
    var places = (1 << 16) / MemoryLayout<OwnedPlace>.stride
  }

  private var held: [OwnedPlace] = []
  private var file: PlaceFile?
  /// Ranges of `file`, each in order.
  private var runs: [Range<Int>] = []
  private let merging: Merging

  init(merging: Merging = Merging()) {
    self.merging = merging
  }

  /// How many places are in memory.
  var heldCount: Int { held.count }
  /// How much memory these take while they are sorted, in bytes: sorting needs room for half of them again.
  var heldBytes: Int { held.count * MemoryLayout<OwnedPlace>.stride * 3 / 2 }
  /// Whether anything was kept in a file.
  var hasSpilled: Bool { file != nil }

  mutating func append(_ place: OwnedPlace) {
    held.append(place)
  }

  /// Makes room for as many places as `bytes` hold while they are sorted. Memory that is not written to takes none, whereas
  /// a list that grows is held twice.
  mutating func reserve(bytes: Int) {
    held.reserveCapacity(max(0, bytes) * 2 / 3 / MemoryLayout<OwnedPlace>.stride)
  }

  /// Frees the memory: keeps what is held in a file.
  mutating func spill() throws(FatalInput) {
    guard !held.isEmpty else { return }
    held.sort(by: <)
    var file = if let file { file } else { try PlaceFile() }
    let start = file.count
    try file.append(contentsOf: held)
    self.file = file
    runs.append(start..<file.count)
    held = []
  }

  /// Sorts everything, after which nothing is left here.
  ///
  /// - Parameter visit: Called for each place, in order.
  mutating func sorted(_ visit: (OwnedPlace) -> Void) throws(FatalInput) -> SortedPlaces {
    guard hasSpilled else {
      held.sort(by: <)
      held.forEach(visit)
      defer { held = [] }
      return SortedPlaces(held)
    }
    try spill()
    while runs.count > merging.runs {
      var merged = try PlaceFile()
      var longer: [Range<Int>] = []
      for first in stride(from: 0, to: runs.count, by: merging.runs) {
        let start = merged.count
        try merge(runs[first..<min(first + merging.runs, runs.count)]) { (place) throws(FatalInput) in
          try merged.append(place)
        }
        longer.append(start..<merged.count)
      }
      try merged.flush()
      (file, runs) = (merged, longer)
    }
    var sorted = SortedPlaces(in: try PlaceFile())
    try merge(runs[...]) { (place) throws(FatalInput) in
      visit(place)
      try sorted.append(place)
    }
    try sorted.finish()
    (file, runs) = (nil, [])
    return sorted
  }

  /// Hands on the places of several runs in order.
  private func merge(
    _ runs: ArraySlice<Range<Int>>, _ take: (OwnedPlace) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    guard let file else { return }
    var heads: [RunReader] = []
    for run in runs {
      var reader = RunReader(file, run, merging.places)
      if try reader.advance() { heads.append(reader) }
    }
    // A heap: the least place is at the front, and none is less than the one that it stands under, at half its index.
    for index in heads.indices.reversed() { heads.sink(index) }
    while !heads.isEmpty {
      try take(heads[0].place)
      if try !heads[0].advance() {
        heads.swapAt(0, heads.count - 1)
        heads.removeLast()
      }
      heads.sink(0)
    }
  }
}

/// Reads a run place by place.
private struct RunReader {
  private let file: PlaceFile
  private var rest: Range<Int>
  private let size: Int
  private var buffer: [OwnedPlace] = []
  private var index = 0

  /// - Parameter size: How many places are read at once.
  init(_ file: PlaceFile, _ run: Range<Int>, _ size: Int) {
    self.file = file
    self.size = size
    rest = run
  }

  /// The place that the reader is at, once it was advanced.
  var place: OwnedPlace { buffer[index] }

  /// Goes to the next place; false: there is none.
  mutating func advance() throws(FatalInput) -> Bool {
    index += 1
    if index < buffer.count { return true }
    guard !rest.isEmpty else { return false }
    let end = min(rest.lowerBound + size, rest.upperBound)
    try file.read(rest.lowerBound..<end, into: &buffer)
    rest = end..<rest.upperBound
    index = 0
    return true
  }
}

extension [RunReader] {
  /// Moves the reader at `index` down the heap until it is not greater than those under it.
  fileprivate mutating func sink(_ index: Int) {
    var index = index
    while true {
      var least = 2 * index + 1
      guard least < count else { return }
      if least + 1 < count, self[least + 1].place < self[least].place { least += 1 }
      guard self[least].place < self[index].place else { return }
      swapAt(index, least)
      index = least
    }
  }
}
