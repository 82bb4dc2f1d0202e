import Diagnostics

/// Reads elements in order with lookahead, so that a comparison can tell missing elements from extra ones.
final class LookaheadReader<Element> {
  /// The number of elements that a comparison looks ahead.
  static var reach: Int { 64 }

  private let read: () throws(FatalInput) -> Element?
  private var known: [Element] = []
  /// The index of the first element not taken: moving the others up for each took a twentieth of `verify`.
  private var first = 0
  private var isAtEnd = false

  init(_ read: @escaping () throws(FatalInput) -> Element?) { self.read = read }

  /// Returns the element after `count` others; nil if the file ends before it.
  func peek(_ count: Int = 0) throws(FatalInput) -> Element? {
    while known.count - first <= count, !isAtEnd {
      if let element = try read() { known.append(element) } else { isAtEnd = true }
    }
    return first + count < known.count ? known[first + count] : nil
  }

  func next() throws(FatalInput) -> Element? {
    guard let element = try peek() else { return nil }
    first += 1
    if first == known.count || first >= LookaheadReader.reach {
      known.removeFirst(first)
      first = 0
    }
    return element
  }

  /// Returns the number of elements before the first one that `matches`; nil if none is within reach.
  func distance(where matches: (Element) -> Bool) throws(FatalInput) -> Int? {
    for count in 0..<LookaheadReader.reach {
      guard let element = try peek(count) else { return nil }
      if matches(element) { return count }
    }
    return nil
  }
}
