import Diagnostics

/// Reads one format: goes through an input once, front to back, and hands each account and item to a sink.
///
/// A new format, or an importer of another tool's file, needs this and nothing else: find the records, build them with a
/// ``RecordBuilder``, say where they stand. Reading and hashing the file, temporary files, joining items to accounts and checking
/// fields are the same for all formats.
package protocol FrontEnd {
  /// Reads as much as it can of a window onto the input.
  ///
  /// - Parameters:
  ///   - window: What was left of the last window, and the bytes that follow.
  ///   - isLast: Whether the input ends with this window: then all of it has to be read.
  ///   - sink: Gets the records in order, and what the input says about itself.
  /// - Returns: The number of bytes read. The rest comes again, in a larger window where none was read.
  /// - Throws: at the first fault that makes the input unusable.
  mutating func read(_ window: Span<UInt8>, isLast: Bool, into sink: inout some RecordSink) throws(FatalInput) -> Int
}

/// Takes what a ``FrontEnd`` finds.
package protocol RecordSink {
  /// What the input says about itself: its app and when it was exported. Warnings go here too.
  var input: SurveyedInput { get set }

  /// Takes a record that is JSON and in one piece: it will be read again from the input.
  mutating func take(_ sketch: RecordSketch, layout: Chunk.Layout) throws(FatalInput)

  /// Takes any other record, and keeps it.
  mutating func take(_ record: borrowing Record, isAccount: Bool) throws(FatalInput)
}
