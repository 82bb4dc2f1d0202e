/// A stretch of an input with whole records, small enough to be held, that one task works on.
package struct Chunk: Sendable {
  package enum Layout: Sendable {
    /// Members of the top-level `accounts` list, with the commas between them.
    case accounts
    /// Members of the top-level `items` list.
    case items
    /// Lines of an NDJSON file, each `{"account": …}` or `{"item": …}`.
    case lines
    /// Records of an input that is kept in a `RecordSpool`; the offsets are the spool's.
    case spooled
  }

  /// How many bytes a chunk has at most, where a record is not larger by itself.
  static let targetSize: Int64 = 1 << 16

  /// The input's number in the run.
  package var input: Int
  package var layout: Layout
  /// Byte offsets in the input.
  package var start: Int64
  package var end: Int64
  /// Where `start` is, from 1.
  package var line: Int
  package var column: Int

  package init(input: Int, layout: Layout, start: Int64, end: Int64, line: Int, column: Int) {
    self.input = input
    self.layout = layout
    self.start = start
    self.end = end
    self.line = line
    self.column = column
  }
}
