import Bytes
import System

/// Finds the places of start tags and their attributes in the parsed bytes, since SAX2 does not report them.
///
/// Keeps the bytes since the last tag. A start tag contains no `<`, so the last one before the tag's end begins it.
struct XMLPosition {
  struct Tag {
    var start: Place
    /// In document order, without namespace declarations.
    var attributes: [Place]
  }

  private var bytes: [UInt8] = []
  /// The offset in the input of the first byte in memory.
  private var offset: Int64 = 0
  /// The index in `bytes` up to which lines are counted.
  private var counted = 0
  private var line = 1
  /// The index in `bytes` of the current line's start; negative if it is before them.
  private var lineStart = 0

  /// The place up to which lines are counted.
  var here: Place { Place(line: line, column: counted - lineStart + 1) }

  mutating func append(_ more: Span<UInt8>) {
    if counted > 0 {
      bytes.removeFirst(counted)
      offset += Int64(counted)
      lineStart -= counted
      counted = 0
    }
    bytes.append(copying: more)
  }

  /// Counts lines up to an offset in the input.
  mutating func pass(_ end: Int64) { count(to: Int(end - offset)) }

  private mutating func count(to end: Int) {
    let end = min(end, bytes.count)
    while counted < end {
      if bytes[counted] == UInt8(ascii: "\n") {
        line += 1
        lineStart = counted + 1
      }
      counted += 1
    }
  }

  /// Returns the places of the start tag that ends before `end`, an offset in the input, and of its attributes.
  mutating func tag(endingAt end: Int64) -> Tag {
    let limit = min(Int(end - offset), bytes.count)
    var start = limit - 1
    while start > counted, bytes[start] != UInt8(ascii: "<") { start -= 1 }
    count(to: start)
    var tag = Tag(start: here, attributes: [])
    var index = start
    while index < limit, !bytes[index].isXMLSpace { index += 1 }
    while true {
      while index < limit, bytes[index].isXMLSpace { index += 1 }
      let name = index
      while index < limit, bytes[index] != UInt8(ascii: "=") { index += 1 }
      guard index < limit else { break }
      while index < limit, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "'") { index += 1 }
      guard index < limit else { break }
      let quote = bytes[index]
      if !bytes[name...].starts(with: "xmlns".utf8) {
        count(to: name)
        tag.attributes.append(here)
      }
      index += 1
      while index < limit, bytes[index] != quote { index += 1 }
      index += 1
    }
    count(to: limit)
    return tag
  }
}
