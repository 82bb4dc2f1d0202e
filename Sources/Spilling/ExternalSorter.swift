import Bytes
import Diagnostics

/// Sorts more values than fit in memory: sorted runs go to a temporary file, and are merged in the end.
package struct ExternalSorter<Element: Comparable & AnyBits>: Sendable {
  private var held: [Element] = []
  private var file: SpillFile<Element>?
  /// Ranges of `file`, each in order.
  private var runs: [Range<Int>] = []
  private let merging: Merging
  private let sort: @Sendable (inout [Element]) -> Void

  /// - Parameter sort: Sorts values. One of the caller's own module is compiled for its type, which is twenty times as fast.
  package init(merging: Merging = Merging(), sort: @escaping @Sendable (inout [Element]) -> Void = { $0.sort() }) {
    self.merging = merging
    self.sort = sort
  }

  /// How many values are in memory.
  var heldCount: Int { held.count }
  /// The memory that they take while they are sorted, in bytes: sorting needs half as much again.
  package var heldBytes: Int { held.count * MemoryLayout<Element>.stride * 3 / 2 }
  /// Whether anything went to a file.
  var hasSpilled: Bool { file != nil }

  package mutating func append(_ element: Element) {
    held.append(element)
  }

  /// Reserves room for as many values as can be sorted in `bytes`. Reserved memory costs nothing until it is written to, and a
  /// list that grows is in memory twice; but no system reserves any amount, so a gigabyte is the limit.
  mutating func reserve(bytes: Int) {
    held.reserveCapacity(min(max(0, bytes) / 3 * 2, 1 << 30) / MemoryLayout<Element>.stride)
  }

  /// Moves the values in memory to a file.
  package mutating func spill() throws(FatalInput) {
    guard !held.isEmpty else { return }
    sort(&held)
    var file = if let file { file } else { try SpillFile<Element>() }
    let start = file.count
    try file.append(contentsOf: held)
    self.file = file
    runs.append(start..<file.count)
    held.removeAll(keepingCapacity: true)
  }

  /// Takes out everything in order; nil where some of it is in a file.
  mutating func takeHeld() -> [Element]? {
    if hasSpilled { return nil }
    sort(&held)
    defer { held = [] }
    return held
  }

  /// Takes out everything in order, one by one.
  package mutating func drain(_ take: (Element) throws(FatalInput) -> Void) throws(FatalInput) {
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

  /// Passes on the values of several runs in order.
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
    // A heap: no value is less than its parent, at half its index, so that the least is first.
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

  /// Moves the reader at `index` down the heap until its children are not less.
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
package struct Merging: Sendable {
  /// How many runs at once.
  var runs: Int
  /// Bytes of each run that are in memory, at least one value.
  var bytes: Int

  package init(runs: Int = 128, bytes: Int = 1 << 16) {
    (self.runs, self.bytes) = (runs, bytes)
  }
}
