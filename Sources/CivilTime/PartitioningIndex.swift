extension RandomAccessCollection {
  /// The first index whose element is in the second part, or `endIndex`, where every element that follows one of the second part is
  /// in it too; found by halving.
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
