import Diagnostics
import Formats

/// The second reading: returns the records of a chunk one by one, and in between the separate records that belong to an account.
///
/// The record's text is the whole chunk's, and stays the same from one record to the next.
package struct ChunkRecords {
  /// Records with at most this many bytes between them are read together: a system call costs more than the bytes.
  private static let closeBy: Int64 = 4096

  private let inputs: [SurveyedInput]
  private var builder: RecordBuilder
  private var chunk: Chunk?
  /// The position of the next record in the chunk.
  private var reader = JSONReader()
  private var spooled = 0

  private var separate: ArraySlice<RecordPlace> = []
  /// The chunk's text while the record has the text of separate records, and vice versa.
  private var otherText: [UInt8] = []
  private var isSeparate = false
  /// The range of the input that is loaded for the next separate record.
  private var held: Range<Int64> = 0..<0

  package init(_ inputs: [SurveyedInput], names: FieldNames) {
    self.inputs = inputs
    builder = RecordBuilder(names: names)
  }

  package mutating func open(_ chunk: Chunk, into record: inout Record) throws(RunFault) {
    self.chunk = chunk
    try inputs[chunk.input].records.read(chunk.start, upTo: chunk.end, into: &record.text)
    spooled = 0
    reader = JSONReader(line: chunk.place.line, column: chunk.place.column)
  }

  /// Reads the next record of the chunk into the record passed to `open`.
  ///
  /// - Returns: The layout of the record, and its start in the input; nil at the end of the chunk.
  package mutating func next(into record: inout Record) throws(RunFault) -> (layout: Chunk.Layout, start: Int64)? {
    guard let chunk else { return nil }
    if chunk.layout == .spooled {
      guard spooled < record.text.count else { return nil }
      let start = chunk.start + Int64(spooled)
      let isAccount: Bool
      (isAccount, spooled) = try readSpooled(at: spooled, into: &record)
      return (isAccount ? .accounts : .items, start)
    }
    reader.skipSeparators(in: record.text.span)
    guard reader.position < record.text.count else { return nil }
    let start = chunk.start + Int64(reader.position)
    reader.restart()
    try ChunkRecords.read(&reader, &builder, of: inputs[chunk.input].file, into: &record)
    return (chunk.layout, start)
  }

  /// Opens a list of separate records, sorted by input and place.
  package mutating func open(_ places: [RecordPlace]) {
    separate = places[...]
    held = 0..<0
  }

  /// Reads the next separate record into the record passed to `open`, replacing its contents.
  ///
  /// - Returns: nil after the last one. The chunk's next record may be read only then.
  package mutating func nextSeparate(into record: inout Record) throws(RunFault) -> RecordPlace? {
    let place = separate.popFirst()
    if isSeparate != (place != nil) {
      swap(&record.text, &otherText)
      isSeparate.toggle()
    }
    guard let place else { return nil }
    if held.isEmpty { try loadSeparate(from: place, into: &record.text) }
    let (start, input) = (Int(place.start - held.lowerBound), Int(place.input))
    if place.end == held.upperBound { held = 0..<0 }
    if inputs[input].isSpooled {
      _ = try readSpooled(at: start, into: &record)
    } else {
      var reader = JSONReader(at: start, line: Int(place.line), column: Int(place.column))
      try ChunkRecords.read(&reader, &builder, of: inputs[input].file, into: &record)
    }
    return place
  }

  /// Loads the bytes of a record, and of the records close after it.
  private mutating func loadSeparate(from first: RecordPlace, into text: inout [UInt8]) throws(RunFault) {
    guard inputs.indices.contains(Int(first.input)) else { throw ChunkRecords.damaged }
    var end = first.end
    for place in separate {
      guard place.input == first.input, place.start - end <= ChunkRecords.closeBy,
        place.end - first.start <= Chunk.targetSize
      else { break }
      end = place.end
    }
    try inputs[Int(first.input)].records.read(first.start, upTo: end, into: &text)
    held = first.start..<end
  }

  private static func read(
    _ reader: inout JSONReader, _ builder: inout RecordBuilder, of file: InputFile, into record: inout Record
  ) throws(RunFault) {
    do {
      try builder.read(&reader, into: &record)
    } catch {
      throw RunFault(error.diagnostic(file: file.name))
    }
  }

  /// - Returns: Whether the record is an account, and where the record ends.
  private func readSpooled(
    at start: Int, into record: inout Record
  ) throws(RunFault) -> (isAccount: Bool, end: Int) {
    do {
      return try SpooledRecord.read(at: start, into: &record, names: builder.names)
    } catch {
      throw ChunkRecords.damaged
    }
  }

  private static var damaged: RunFault {
    RunFault(.ioError, "cannot read a temporary file again: it has changed")
  }
}
