import Diagnostics

/// Reads one format: goes through an input once, front to back, and passes each account and item to a sink.
///
/// A new format, or an importer of another tool's file, needs only this: find the records, build them with a
/// ``RecordBuilder``, and report their places. Reading and hashing the file, temporary files, joining items to accounts
/// and checking fields are shared by all formats.
package protocol FrontEnd {
  /// Reads as much as possible of a window onto the input.
  ///
  /// - Parameters:
  ///   - window: The unread rest of the last window, and the bytes that follow.
  ///   - isLast: Whether the input ends with this window. If so, all of it must be read.
  ///   - sink: Receives the records in order, and the input's metadata.
  /// - Returns: The number of bytes read. The rest is passed again, in a larger window if nothing was read.
  /// - Throws: At the first fault that makes the input unusable.
  mutating func read(_ window: Span<UInt8>, isLast: Bool, into sink: inout some RecordSink) throws(RunFault) -> Int
}

/// Receives what a ``FrontEnd`` finds.
package protocol RecordSink {
  /// The input's metadata: its app and the time of the export. Also collects warnings.
  var input: SurveyedInput { get set }

  /// Takes a contiguous JSON record, which is read from the input again later.
  mutating func take(_ sketch: RecordSketch, layout: Chunk.Layout) throws(RunFault)

  /// Takes any other record and stores it.
  mutating func take(_ record: borrowing Record, isAccount: Bool) throws(RunFault)
}
