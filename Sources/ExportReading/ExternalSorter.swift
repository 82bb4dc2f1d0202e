import Diagnostics

/// Sorts more values than the memory may hold: what does not fit is sorted by itself and kept in a temporary file, and in
/// the end these runs are merged.
struct ExternalSorter<Element: Comparable & BitwiseCopyable & Sendable>: Sendable {
  private var held: [Element] = []
  private var file: SpillFile<Element>?
  /// Ranges of `file`, each in order.
  private var runs: [Range<Int>] = []
  private let merging: Merging

  init(merging: Merging = Merging()) {
    self.merging = merging
  }

  /// How many values are in memory.
  var heldCount: Int { held.count }
  /// How much memory these take while they are sorted, in bytes: sorting needs room for half of them again.
  var heldBytes: Int { held.count * MemoryLayout<Element>.stride * 3 / 2 }
  /// Whether anything was kept in a file.
  var hasSpilled: Bool { file != nil }

  mutating func append(_ element: Element) {
    held.append(element)
  }

  /// Makes room for as many values as `bytes` hold while they are sorted. Memory that is not written to takes none, whereas
  /// a list that grows is held twice; but no system hands out any amount, so that a gigabyte is the most.
  mutating func reserve(bytes: Int) {
    held.reserveCapacity(min(max(0, bytes) / 3 * 2, 1 << 30) / MemoryLayout<Element>.stride)
  }

  /// Frees the memory: keeps what is held in a file.
  mutating func spill() throws(FatalInput) {
    guard !held.isEmpty else { return }
    held.sort(by: <)
    var file = if let file { file } else { try SpillFile<Element>() }
    let start = file.count
    try file.append(contentsOf: held)
    self.file = file
    runs.append(start..<file.count)
    held.removeAll(keepingCapacity: true)
  }

  /// Everything in order, after which nothing is left here; nil: some of it is in a file.
  mutating func takeHeld() -> [Element]? {
    if hasSpilled { return nil }
    held.sort(by: <)
    defer { held = [] }
    return held
  }

  /// Hands on everything in order, after which nothing is left here.
  mutating func drain(_ take: (Element) throws(FatalInput) -> Void) throws(FatalInput) {
    if let held = takeHeld() {
      for element in held { try take(element) }
      return
    }
    try spill()
    held = []
    while runs.count > merging.runs {
      var merged = try SpillFile<Element>()
      var longer: [Range<Int>] = []
      for first in stride(from: 0, to: runs.count, by: merging.runs) {
        let start = merged.count
        try merge(runs[first..<min(first + merging.runs, runs.count)]) { (element) throws(FatalInput) in
          try merged.append(element)
        }
        longer.append(start..<merged.count)
      }
      try merged.flush()
      (file, runs) = (merged, longer)
    }
    try merge(runs[...], take)
    (file, runs) = (nil, [])
  }

  /// Hands on the values of several runs in order.
  private func merge(
    _ runs: ArraySlice<Range<Int>>, _ take: (Element) throws(FatalInput) -> Void
  ) throws(FatalInput) {
    guard let file else { return }
    let size = max(1, merging.bytes / MemoryLayout<Element>.stride)
    var heads: [SpillReader<Element>] = []
    for run in runs {
      var reader = SpillReader(file, run, size)
      if try reader.advance() { heads.append(reader) }
    }
    // A heap: the least value is at the front, and none is less than the one that it stands under, at half its index.
    for index in heads.indices.reversed() { ExternalSorter.sink(index, &heads) }
    while !heads.isEmpty {
      try take(heads[0].current)
      if try !heads[0].advance() {
        heads.swapAt(0, heads.count - 1)
        heads.removeLast()
      }
      ExternalSorter.sink(0, &heads)
    }
  }

  /// Moves the reader at `index` down the heap until it is not greater than those under it.
  private static func sink(_ index: Int, _ heap: inout [SpillReader<Element>]) {
    var index = index
    while true {
      var least = 2 * index + 1
      guard least < heap.count else { return }
      if least + 1 < heap.count, heap[least + 1].current < heap[least].current { least += 1 }
      guard heap[least].current < heap[index].current else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}

/// How an ``ExternalSorter`` merges.
struct Merging: Sendable {
  /// How many runs at once.
  var runs = 128
  /// How much of each is held for it, in bytes; one value at least.
  var bytes = 1 << 16
}
