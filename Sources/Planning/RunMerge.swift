/// Sorts integers that come in a few ascending runs, as the dates of one item after those of another do: neighbouring runs are
/// merged until one is left.
enum RunMerge {
  /// - Parameters:
  ///   - key: The integer at each position below `count`.
  ///   - body: Gets the integers in ascending order.
  @inline(__always)
  static func sort(count: Int, _ key: (Int) -> UInt64, _ body: (UnsafeBufferPointer<UInt64>) -> Void) {
    if count == 0 { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * count) { space in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: count) { ends in
        var source = space.baseAddress!
        var target = source + count
        var ends = Runs(ends.baseAddress!)
        for index in 0..<count {
          source[index] = key(index)
          if index > 0, source[index] < source[index - 1] { ends.append(index) }
        }
        ends.append(count)
        while ends.count > 1 {
          merge(source, to: target, &ends)
          swap(&source, &target)
        }
        body(UnsafeBufferPointer(start: source, count: count))
      }
    }
  }

  /// Where each run ends.
  private struct Runs {
    let ends: UnsafeMutablePointer<Int>
    private(set) var count = 0

    init(_ ends: UnsafeMutablePointer<Int>) { self.ends = ends }

    mutating func append(_ end: Int) {
      ends[count] = end
      count += 1
    }

    mutating func removeAll() { count = 0 }
  }

  /// Merges the first run with the second, the third with the fourth, and so on.
  private static func merge(
    _ source: UnsafePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>, _ runs: inout Runs
  ) {
    var start = 0
    let count = runs.count
    runs.removeAll()
    for first in stride(from: 0, to: count, by: 2) {
      let middle = runs.ends[first]
      let end = first + 1 < count ? runs.ends[first + 1] : middle
      merge(source, start..<middle, middle..<end, to: target)
      runs.append(end)
      start = end
    }
  }

  private static func merge(
    _ source: UnsafePointer<UInt64>, _ first: Range<Int>, _ second: Range<Int>, to target: UnsafeMutablePointer<UInt64>
  ) {
    var (left, right, next) = (first.lowerBound, second.lowerBound, first.lowerBound)
    while left < first.upperBound, right < second.upperBound {
      let isRight = source[right] < source[left]
      target[next] = isRight ? source[right] : source[left]
      left += isRight ? 0 : 1
      right += isRight ? 1 : 0
      next += 1
    }
    (target + next).update(from: source + left, count: first.upperBound - left)
    (target + next + first.upperBound - left).update(from: source + right, count: second.upperBound - right)
  }
}
