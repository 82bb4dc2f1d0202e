import Diagnostics

/// One element after the other from a file, with a look at those to come: what is missing on one side of a comparison is told
/// from what is too much on the other.
final class LookaheadReader<Element> {
  /// How far a comparison looks for what it misses.
  static var reach: Int { 64 }

  private let read: () throws(FatalInput) -> Element?
  private var known: [Element] = []
  private var isAtEnd = false

  init(_ read: @escaping () throws(FatalInput) -> Element?) {
    self.read = read
  }

  /// The element after `count` others; nil where there are not so many.
  func peek(_ count: Int = 0) throws(FatalInput) -> Element? {
    while known.count <= count, !isAtEnd {
      if let element = try read() { known.append(element) } else { isAtEnd = true }
    }
    return count < known.count ? known[count] : nil
  }

  func next() throws(FatalInput) -> Element? {
    let element = try peek()
    if element != nil { known.removeFirst() }
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
