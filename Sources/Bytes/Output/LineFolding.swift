extension ByteWriter {
  /// How many octets a content line of a calendar may have.
  public static let lineWidth = 75

  /// Folds what was written from `start` on as a content line of a calendar (RFC 5545 section 3.1): 75 octets, then a line break,
  /// a space and 74 more, as often as it takes, and never inside a character.
  ///
  /// - Parameter mark: A place in the line.
  /// - Returns: Where that is now, and how much of the line stands between it and the next fold.
  public mutating func foldLine(from start: Int, mark: Int) -> (mark: Int, room: Int) {
    precondition(start >= 0 && start <= mark && mark <= count, "nothing was written there")
    let width = ByteWriter.lineWidth
    let line = count - start
    let first = characters(from: start, upTo: width)
    var place = (mark: mark, room: start + first - mark)
    if first == line { return place }
    // A part but the first is 74 octets, less the octets of a character that has up to 4.
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

  /// How many of the bytes from `index` on, `limit` at most, are whole characters; at least one byte, whatever they are.
  private func characters(from index: Int, upTo limit: Int) -> Int {
    guard limit < count - index else { return count - index }
    var size = limit
    while size > limit - 4, start[index + size] & 0xc0 == 0x80 { size -= 1 }
    return size
  }
}
