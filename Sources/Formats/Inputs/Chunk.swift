import CivilTime

/// A range of an input that one task processes: whole records, small enough for memory.
package struct Chunk: Sendable {
  package enum Layout: Sendable {
    /// Members of the top-level `accounts` list, and the commas between them.
    case accounts
    /// Members of the top-level `items` list.
    case items
    /// Lines of an NDJSON file, each `{"account": …}` or `{"item": …}`.
    case lines
    /// Records of an input that a `RecordSpool` keeps; offsets are the spool's.
    case spooled
  }

  /// The maximum size of a chunk by default; a single record may be larger.
  package static let targetSize: Int64 = 1 << 16
  /// The maximum number of accounts in a chunk: an account with separate items is small, but its plan is not.
  private static let maximumAccounts: UInt8 = 64

  /// Byte offsets in the input.
  package let start: Int64
  package private(set) var end: Int64
  /// The place of `start`.
  package let place: Place
  // Small fields, side by side, since a large export has many chunks.
  private let inputNumber: Int32
  package let layout: Layout
  private var accountCount: UInt8
  /// Whether it has an account, or an item that needs its own diagnostic. All other items are read with their accounts,
  /// so a chunk of nothing else can be skipped.
  package fileprivate(set) var mustBeRead: Bool

  /// The index of the input in the run.
  package var input: Int { Int(inputNumber) }

  /// In bytes.
  package var size: Int64 { end - start }

  /// Creates a chunk of one record.
  fileprivate init(_ sketch: RecordSketch, input: Int, layout: Layout) {
    inputNumber = Int32(input)
    self.layout = layout
    start = sketch.start
    end = sketch.end
    place = sketch.place
    mustBeRead = sketch.mustBeRead
    accountCount = sketch.isAccount ? 1 : 0
  }

  /// Adds the next record.
  ///
  /// - Parameter size: The maximum size of the chunk in bytes.
  /// - Returns: false if the record needs another chunk, because this one is full or has another layout.
  fileprivate mutating func extend(by sketch: RecordSketch, layout: Layout, upTo size: Int64) -> Bool {
    guard self.layout == layout, sketch.end - start <= size else { return false }
    if sketch.isAccount {
      if accountCount == Chunk.maximumAccounts { return false }
      accountCount += 1
    }
    end = sketch.end
    mustBeRead = mustBeRead || sketch.mustBeRead
    return true
  }
}

extension SurveyedInput {
  /// Adds the next record to the last chunk, or to a new one.
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
