import Foundation

/// Byte-wise versions of Foundation's searches. Foundation compares characters, which took a minute for the pages of one test.
extension String {
  package func contains(_ text: String) -> Bool { firstByte(of: text, from: 0) != nil }

  package func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var start = 0
    while let found = firstByte(of: separator, from: start) {
      parts.append(part(start, found))
      start = found + separator.utf8.count
    }
    return parts + [part(start, utf8.count)]
  }

  package func replacing(_ text: String, with other: String) -> String {
    components(separatedBy: text).joined(separator: other)
  }

  private func part(_ start: Int, _ end: Int) -> String {
    String(self[utf8.index(startIndex, offsetBy: start)..<utf8.index(startIndex, offsetBy: end)])
  }

  private func firstByte(of text: String, from start: Int) -> Int? {
    let size = text.utf8.count
    precondition(size > 0, "nothing to look for")
    var (here, searched) = (self, text)
    return here.withUTF8 { bytes in
      searched.withUTF8 { wanted in
        guard let base = bytes.baseAddress, let first = wanted.baseAddress else { return nil }
        var place = start
        while place + size <= bytes.count,
          let found = memchr(base + place, Int32(first[0]), bytes.count - size + 1 - place)
        {
          if memcmp(found, first, size) == 0 { return UnsafeRawPointer(found) - UnsafeRawPointer(base) }
          place = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
        }
        return nil
      }
    }
  }
}
