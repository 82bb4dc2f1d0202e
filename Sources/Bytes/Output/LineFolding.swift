extension ByteWriter {
  /// The maximum number of octets in a content line of a calendar.
  public static let lineWidth = 75

  /// Folds the content line that begins at `start` (RFC 5545 section 3.1): 75 octets, then repeatedly a line break, a
  /// space and up to 74 octets. Characters stay whole.
  ///
  /// - Parameter mark: A position in the line.
  /// - Returns: The new position of the mark, and the number of octets from there to the next fold.
  public mutating func foldLine(from start: Int, mark: Int) -> (mark: Int, room: Int) {
    precondition(start >= 0 && start <= mark && mark <= count, "nothing was written there")
    let width = ByteWriter.lineWidth
    let line = count - start
    let first = characters(from: start, upTo: width)
    var place = (mark: mark, room: start + first - mark)
    if first == line { return place }
    // Later parts have 74 octets, less those of a character of up to 4.
    let extra = 3 * ((line - first) / (width - 4) + 1)
    _ = room(extra)
    let rest = self.start + start + first
    (rest + extra).update(from: rest, count: line - first)
    next += extra
    var (read, written) = (start + first + extra, start + first)
    while read < count {
      let size = characters(from: read, upTo: width - 1)
      let target = self.start + written
      (target[0], target[1], target[2]) = (0x0d, 0x0a, 0x20)
      (target + 3).update(from: self.start + read, count: size)
      let marked = mark - (read - extra)
      if marked >= 0, marked < size { place = (written + 3 + marked, size - marked) }
      read += size
      written += 3 + size
    }
    next = self.start + written
    return place
  }

  /// Returns the number of bytes from `index` on, at most `limit`, that are whole characters. It is at least 1, even
  /// for invalid bytes.
  private func characters(from index: Int, upTo limit: Int) -> Int {
    guard limit < count - index else { return count - index }
    var size = limit
    while size > limit - 4, start[index + size] & 0xc0 == 0x80 { size -= 1 }
    return size
  }
}
