import Bytes
import CivilTime

/// The words that a field may contain, found by their bytes.
struct WordList: Sendable {
  let texts: [String]
  private let starts: [(first: UInt64, count: Int)]

  static let weekdays = WordList(Weekday.allCases.map(\.code))

  init(_ texts: [String]) {
    self.texts = texts
    starts = texts.map { ($0.utf8Span.span.firstWord, $0.utf8.count) }
  }

  /// Returns the index of the word with these bytes; nil if there is none.
  func index(of bytes: Span<UInt8>) -> Int? {
    let first = bytes.firstWord
    for index in starts.indices where starts[index] == (first, bytes.count) {
      if bytes.count <= 8 || texts[index].isSpelled(bytes) { return index }
    }
    return nil
  }
}
