import CivilTime

/// A range of an input, in whole records and small enough to be held, that one task works on.
package struct Chunk: Sendable {
  package enum Layout: Sendable {
    /// Members of the top-level `accounts` list, and the commas between them.
    case accounts
    /// Members of the top-level `items` list.
    case items
    /// Lines of an NDJSON file, each `{"account": …}` or `{"item": …}`.
    case lines
    /// Records of an input that is kept in a `RecordSpool`; the offsets are the spool's.
    case spooled
  }

  /// The most bytes of a chunk by default; a single record may be larger.
  package static let targetSize: Int64 = 1 << 16
  /// The most accounts of a chunk: an account whose items stand apart is small, but its plan is not.
  private static let mostAccounts: UInt8 = 64

  /// Byte offsets in the input.
  package let start: Int64
  package private(set) var end: Int64
  /// Where `start` is.
  package let place: Place
  // A large export has many chunks: small fields, side by side.
  private let inputNumber: Int32
  package let layout: Layout
  private var accountCount: UInt8
  /// Whether it has an account, or an item that needs a diagnostic of its own. All other items are read with their accounts, so
  /// that a chunk of nothing else can be skipped.
  package fileprivate(set) var mustBeRead: Bool

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
    place = sketch.place
    mustBeRead = sketch.mustBeRead
    accountCount = sketch.isAccount ? 1 : 0
  }

  /// Adds the record that follows.
  ///
  /// - Parameter size: The most bytes that the chunk may have.
  /// - Returns: false where the record needs another chunk, since this one is full or of another layout.
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
  /// Adds the record that follows to the last chunk, or to a new one.
  package mutating func add(_ sketch: RecordSketch, layout: Chunk.Layout) {
    if !chunks.isEmpty, chunks[chunks.count - 1].extend(by: sketch, layout: layout, upTo: chunkSize) { return }
    chunks.append(Chunk(sketch, input: index, layout: layout))
  }
}

/// The chunks of one input, in order.
extension [Chunk] {
  /// Marks the chunk with the record at `start` as one that must be read.
  package mutating func markChunk(at start: Int64) {
    let number = partitioningIndex { $0.start > start } - 1
    if indices.contains(number) { self[number].mustBeRead = true }
  }
}
