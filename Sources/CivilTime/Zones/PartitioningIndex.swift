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
