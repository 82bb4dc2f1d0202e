extension Zone: Hashable, CustomStringConvertible {
  /// The name.
  public var description: String { name }

  /// Returns whether two zones have the same name and the same offsets at all times.
  public static func == (a: Zone, b: Zone) -> Bool { a === b || a.name == b.name && a.tzif == b.tzif }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Zone {
  /// Creates a zone by probing a function for its offsets, for systems without TZif files.
  ///
  /// A change may be missed if another one reverts it within four days. The first and the last offset hold outside the range.
  ///
  /// ```
  /// let spring = Instant(rfc3339: "2027-03-28T01:00:00Z".utf8)!
  /// let range = spring.advanced(bySeconds: -86_400 * 30)..<spring.advanced(bySeconds: 86_400 * 30)
  /// let zone = Zone(name: "Test", in: range) { $0 < spring ? .utc : UTCOffset(seconds: 3600)! }
  /// assert(zone.transitions(in: range).map(\.at) == [spring])
  /// ```
  ///
  /// - Parameters:
  ///   - name: See ``name``.
  ///   - range: The time to probe.
  ///   - offset: Returns the offset at an instant.
  public convenience init(name: String, in range: Range<Instant>, offset: (Instant) -> UTCOffset) {
    func type(_ offset: UTCOffset) -> LocalTimeType {
      LocalTimeType(offset: offset, abbreviation: offset.description, isDaylight: false)
    }
    var changes: [(at: Instant, type: LocalTimeType)] = []
    var (known, low) = (offset(range.lowerBound), range.lowerBound)
    let initial = type(known)
    let last = range.upperBound.advanced(bySeconds: -1)
    while low < last {
      // `low` is the last second known to have the offset, `high` one that may have another.
      var high = min(low.advanced(bySeconds: 4 * 86_400), last)
      guard offset(high) != known else {
        low = high
        continue
      }
      while high.epochSeconds - low.epochSeconds > 1 {
        let middle = low.advanced(bySeconds: (high.epochSeconds - low.epochSeconds) / 2)
        if offset(middle) == known { low = middle } else { high = middle }
      }
      (known, low) = (offset(high), high)
      changes.append((high, type(known)))
    }
    self.init(name: name, initial: initial, transitions: changes)
  }
}

extension RandomAccessCollection {
  /// Returns the index of the first element in the second part, or `endIndex`, by binary search.
  ///
  /// - Parameter belongsInSecond: False for a first part of the elements, true for the rest.
  public func partitioningIndex(where belongsInSecond: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongsInSecond(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
