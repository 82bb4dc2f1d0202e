import CivilTime

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

  /// How many bytes a chunk has at most, where a record is not larger by itself and nobody says otherwise.
  package static let targetSize: Int64 = 1 << 16
  /// How many accounts a chunk has at most: those whose items stand apart are small, and what is made of them is not.
  private static let mostAccounts: UInt8 = 64

  /// Byte offsets in the input.
  package let start: Int64
  package private(set) var end: Int64
  /// Where `start` is, from 1.
  package let line: Int
  package let column: Int
  // A large export has many chunks, so what is small is kept small, and together.
  private let inputNumber: Int32
  package let layout: Layout
  private var accountCount: UInt8
  /// Whether it has an account, or an item of which something is to be told by itself. Other items are read with their
  /// accounts, and a chunk that has only such ones need not be.
  fileprivate(set) var mustBeRead: Bool

  /// The input's number in the run.
  package var input: Int { Int(inputNumber) }

  /// In bytes.
  package var size: Int64 { end - start }

  /// A chunk of one record.
  fileprivate init(_ sketch: RecordSketch, input: Int, layout: Layout) {
    inputNumber = Int32(input)
    self.layout = layout
    start = sketch.start
    end = sketch.end
    line = sketch.line
    column = sketch.column
    mustBeRead = sketch.mustBeRead
    accountCount = sketch.isAccount ? 1 : 0
  }

  /// Takes in the record that follows.
  ///
  /// - Parameter size: How many bytes there may be.
  /// - Returns: false where it has to go into another chunk, since this one is large enough or of another layout.
  fileprivate mutating func extend(by sketch: RecordSketch, layout: Layout, upTo size: Int64) -> Bool {
    guard self.layout == layout, sketch.end - start <= size else { return false }
    if sketch.isAccount {
      if accountCount == Chunk.mostAccounts { return false }
      accountCount += 1
    }
    end = sketch.end
    mustBeRead = mustBeRead || sketch.mustBeRead
    return true
  }
}

extension SurveyedInput {
  /// Puts the record that follows into the last chunk, or a new one.
  mutating func add(_ sketch: RecordSketch, layout: Chunk.Layout) {
    if !chunks.isEmpty, chunks[chunks.count - 1].extend(by: sketch, layout: layout, upTo: chunkSize) { return }
    chunks.append(Chunk(sketch, input: index, layout: layout))
  }
}

/// The chunks of one input, in order.
extension [Chunk] {
  /// Has the chunk read that the record at `start` is in.
  mutating func markChunk(at start: Int64) {
    self[partitioningIndex(where: { $0.start > start }) - 1].mustBeRead = true
  }
}
