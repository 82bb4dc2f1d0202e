import Diagnostics

/// The elements of a file in order. A comparison looks some ahead to tell missing elements from extra ones.
final class Lookahead<Element> {
  /// The number of elements that a comparison looks ahead.
  static var reach: Int { 64 }

  private let read: () throws(RunFault) -> Element?
  /// Elements that were read but not taken.
  private var ahead: [Element] = []
  private var isAtEnd = false

  /// - Parameter read: Returns the next element; nil after the last one.
  init(_ read: @escaping () throws(RunFault) -> Element?) { self.read = read }

  /// Takes the next element; nil after the last one.
  func next() throws(RunFault) -> Element? { try has(1) ? ahead.removeFirst() : nil }

  /// Returns the next element without taking it.
  func peek() throws(RunFault) -> Element? { try has(1) ? ahead[0] : nil }

  /// Returns whether there is a next element that `matches`.
  func isNext(_ matches: (borrowing Element) -> Bool) throws(RunFault) -> Bool { try has(1) && matches(ahead[0]) }

  /// Returns the number of elements before the first one that `matches`; nil if none is within reach.
  func distance(where matches: (borrowing Element) -> Bool) throws(RunFault) -> Int? {
    for count in 0..<Self.reach where try has(count + 1) && matches(ahead[count]) { return count }
    return nil
  }

  /// Returns whether at least `count` elements are left.
  private func has(_ count: Int) throws(RunFault) -> Bool {
    while ahead.count < count, !isAtEnd {
      if let element = try read() { ahead.append(element) } else { isAtEnd = true }
    }
    return ahead.count >= count
  }
}
