import Diagnostics

/// One element after the other from a file, with a look at those to come: what is missing on one side of a comparison is told
/// from what is too much on the other.
final class LookaheadReader<Element> {
  /// How far a comparison looks for what it misses.
  static var reach: Int { 64 }

  private let read: () throws(FatalInput) -> Element?
  private var known: [Element] = []
  /// The first of them that was not taken: moving the others up for each took a twentieth of `verify`.
  private var first = 0
  private var isAtEnd = false

  init(_ read: @escaping () throws(FatalInput) -> Element?) {
    self.read = read
  }

  /// The element after `count` others; nil where there are not so many.
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

  /// How many elements stand before the first one that `matches`; nil where none does within reach.
  func distance(where matches: (Element) -> Bool) throws(FatalInput) -> Int? {
    for count in 0..<LookaheadReader.reach {
      guard let element = try peek(count) else { return nil }
      if matches(element) { return count }
    }
    return nil
  }
}
