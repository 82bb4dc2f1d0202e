extension String {
  /// Returns the expectation for a diagnostic about this unknown name; `nil` if no candidate is close.
  public func suggestion(among candidates: some Sequence<String>) -> String? {
    nearest(in: candidates).map { "\($0), the nearest that is known" }
  }

  /// Returns the candidate that differs least from this text if the difference is small, else the one that it
  /// abbreviates.
  public func nearest(in candidates: some Sequence<String>) -> String? { KnownNames(candidates).nearest(to: self) }

  /// Returns the expectation for a diagnostic, followed by the nearest of the names that it lists.
  ///
  /// - Parameter text: The text found.
  public func orNearest(to text: String?, in names: some Sequence<String>) -> String {
    text?.nearest(in: names).map { "\(self); the nearest is \($0)" } ?? self
  }
}

/// Candidates for a misspelled name, prepared for fast comparison.
public struct KnownNames: Sendable {
  private struct Name: Sendable {
    let text: String
    let count: Int
    let characters: [Character]
    let letters: UInt64

    init(_ text: String) {
      (self.text, count) = (text, text.count)
      characters = Array(text.lowercased())
      letters = characters.reduce(into: 0) { $0 |= 1 << UInt64(($1.utf8.first ?? 0) & 63) }
    }
  }

  private let names: [Name]

  public init(_ names: some Sequence<String>) { self.names = names.map(Name.init) }

  /// - Parameter maximumDistance: The most characters that may differ; `nil` for a third of the text's, at least one.
  /// - Returns: The name that differs least if the difference is small, else the one that the text abbreviates.
  public func nearest(to text: String, maximumDistance: Int? = nil) -> String? {
    // Long texts are not compared with short names letter by letter.
    let longest = names.max { $0.count < $1.count }?.count ?? 0
    guard text.utf8.count <= 8 * (2 * longest + 2) else { return nil }
    let wanted = Name(text)
    let maximumDistance = maximumDistance ?? max(1, wanted.count / 3)
    var best: (distance: Int, text: String)?
    for name in names where abs(name.count - wanted.count) <= maximumDistance {
      // Inserting, deleting or changing a character alters at most two letters of the set.
      if (name.letters ^ wanted.letters).nonzeroBitCount > 2 * maximumDistance { continue }
      let distance = KnownNames.distance(wanted.characters, name.characters)
      if distance <= maximumDistance, best.map({ (distance, name.text) < $0 }) ?? true { best = (distance, name.text) }
    }
    if let best { return best.text }
    return wanted.count < 3 ? nil : names.map(\.text).filter { $0.hasPrefix(text) }.min()
  }

  /// Returns the number of insertions, deletions, changes and swaps of neighbors (optimal string alignment).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var (before, last, row) = ([Int](), [Int](), Array(0...b.count))
    for i in a.indices {
      (before, last) = (last, row)
      row[0] = i + 1
      for j in b.indices {
        let isSame = a[i] == b[j]
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (isSame ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = min(row[j + 1], before[j - 1] + 1) }
      }
    }
    return row[b.count]
  }
}
