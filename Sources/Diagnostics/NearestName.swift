extension String {
  /// What a diagnostic expects in place of this unknown name; nil where no candidate is near.
  public func suggestion(among candidates: some Sequence<String>) -> String? {
    nearest(in: candidates).map { "\($0), the nearest that is known" }
  }

  /// The candidate that differs least from this text, where it differs little, else the one that it begins.
  public func nearest(in candidates: some Sequence<String>) -> String? {
    let most = max(1, count / 3)
    // Long keys are not compared letter by letter with short candidates.
    let near = candidates.filter { abs($0.count - count) <= most }
    let scored = near.map { (distance: editDistance(to: $0), text: $0) }
    guard let best = scored.min(by: { ($0.distance, $0.text) < ($1.distance, $1.text) }), best.distance <= most else {
      return count < 3 ? nil : candidates.filter { $0.hasPrefix(self) }.min()
    }
    return best.text
  }

  /// How many characters have to be put in, left out or changed (V. Levenshtein).
  private func editDistance(to other: String) -> Int {
    let (a, b) = (Array(lowercased()), Array(other.lowercased()))
    var row = Array(0...b.count)
    for (i, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, otherCharacter) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = Swift.min(above + 1, row[j] + 1, diagonal + (character == otherCharacter ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}
