import Diagnostics
import System

/// Sorts more values than fit into memory. Writes sorted runs to a temporary file and merges them at the end.
package struct ExternalSorter<Element: Comparable & AnyBits>: Sendable {
  private var held: [Element] = []
  private var file: SpillFile<Element>?
  /// The ranges of the sorted runs in `file`.
  private var runs: [Range<Int>] = []
  private let merging: Merging
  private let sort: @Sendable (inout [Element]) -> Void

  /// - Parameter sort: Sorts values. A closure of the caller's module is specialized for its type, and twenty times as fast.
  package init(merging: Merging = Merging(), sort: @escaping @Sendable (inout [Element]) -> Void = { $0.sort() }) {
    (self.merging, self.sort) = (merging, sort)
  }

  /// The number of values in memory.
  var heldCount: Int { held.count }
  /// The memory needed to sort the values in memory, in bytes. Sorting takes half as much again as the values.
  package var heldBytes: Int { held.count * MemoryLayout<Element>.stride * 3 / 2 }
  /// Whether any values were written to a file.
  var hasSpilled: Bool { file != nil }

  package mutating func append(_ element: Element) { held.append(element) }

  /// Reserves memory for as many values as can be sorted in `bytes`. A growing array would be in memory twice, and reserved memory
  /// costs nothing until it is used. The limit is a gigabyte, because systems refuse huge reservations.
  mutating func reserve(bytes: Int) {
    held.reserveCapacity(min(max(0, bytes) / 3 * 2, 1 << 30) / MemoryLayout<Element>.stride)
  }

  /// Sorts the values in memory and moves them to a file.
  package mutating func spill() throws(RunFault) {
    guard !held.isEmpty else { return }
    sort(&held)
    var file = if let file { file } else { try SpillFile<Element>() }
    let start = file.count
    try file.append(contentsOf: held)
    self.file = file
    runs.append(start..<file.count)
    held.removeAll(keepingCapacity: true)
  }

  /// Removes and returns all values in order; nil if some are in a file.
  mutating func takeHeld() -> [Element]? {
    if hasSpilled { return nil }
    sort(&held)
    defer { held = [] }
    return held
  }

  /// Removes all values and passes them on in order, one by one.
  package mutating func drain(_ take: (Element) throws(RunFault) -> Void) throws(RunFault) {
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
        try merge(runs[first..<min(first + merging.runs, runs.count)]) { (element) throws(RunFault) in
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

  /// Merges several runs, and passes their values on in order.
  private func merge(
    _ runs: ArraySlice<Range<Int>>, _ take: (Element) throws(RunFault) -> Void
  ) throws(RunFault) {
    guard let file else { return }
    let size = max(1, merging.bytes / MemoryLayout<Element>.stride)
    var heads: [SpillReader<Element>] = []
    for run in runs {
      var reader = SpillReader(file, run, size)
      if try reader.advance() { heads.append(reader) }
    }
    // A binary heap with the least value first. No value is less than its parent.
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

  /// Moves the reader at `index` down the heap until neither of its children is less.
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
  /// The number of runs merged at once.
  var runs: Int
  /// The bytes of each run in memory, at least one value.
  var bytes: Int

  package init(runs: Int = 128, bytes: Int = 1 << 16) { (self.runs, self.bytes) = (runs, bytes) }
}
