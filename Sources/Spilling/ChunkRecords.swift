import Diagnostics
import Formats

/// The second reading: the records of a chunk one by one, and between them records from elsewhere that are joined to an account.
///
/// A record holds the text of the whole chunk from one record to the next.
package struct ChunkRecords {
  /// Records at most so many bytes apart are read at once: a call costs more than the bytes.
  private static let closeBy: Int64 = 4096

  private let inputs: [SurveyedInput]
  private var builder: RecordBuilder
  private var chunk: Chunk?
  /// Where in the chunk the next record is.
  private var reader = JSONReader()
  private var spooled = 0

  private var apart: ArraySlice<RecordPlace> = []
  /// The chunk's text while the record holds that of records apart, and the other way round.
  private var otherText: [UInt8] = []
  private var isApart = false
  /// The range of its input that is in memory for the next record apart.
  private var held: Range<Int64> = 0..<0

  package init(_ inputs: [SurveyedInput], names: FieldNames) {
    self.inputs = inputs
    builder = RecordBuilder(names: names)
  }

  /// Goes to the first record of a chunk.
  package mutating func open(_ chunk: Chunk, into record: inout Record) throws(FatalInput) {
    self.chunk = chunk
    try inputs[chunk.input].records.read(chunk.start, upTo: chunk.end, into: &record.text)
    spooled = 0
    reader = JSONReader(line: chunk.place.line, column: chunk.place.column)
  }

  /// Reads the next record of the chunk into the record that the chunk was opened into.
  ///
  /// - Returns: What the record is, and where it stands in its input; nil at the end of the chunk.
  package mutating func next(into record: inout Record) throws(FatalInput) -> (layout: Chunk.Layout, start: Int64)? {
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

  /// Goes to the first of some records apart, which are in order of input and place.
  package mutating func open(_ places: [RecordPlace]) {
    apart = places[...]
    held = 0..<0
  }

  /// Reads the next record apart into the record that the chunk was opened into, instead of what it holds.
  ///
  /// - Returns: nil after the last. Only then the next record of the chunk may be read.
  package mutating func nextApart(into record: inout Record) throws(FatalInput) -> RecordPlace? {
    let place = apart.popFirst()
    if isApart != (place != nil) {
      swap(&record.text, &otherText)
      isApart.toggle()
    }
    guard let place else { return nil }
    if held.isEmpty { try loadApart(from: place, into: &record.text) }
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

  /// Reads the bytes of a record, and of the records close after it.
  private mutating func loadApart(from first: RecordPlace, into text: inout [UInt8]) throws(FatalInput) {
    guard inputs.indices.contains(Int(first.input)) else { throw ChunkRecords.damaged }
    var end = first.end
    for place in apart {
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
  ) throws(FatalInput) {
    do {
      try builder.read(&reader, into: &record)
    } catch {
      throw FatalInput(error.diagnostic(file: file.name))
    }
  }

  /// - Returns: Whether the record is an account, and where it ends.
  private func readSpooled(
    at start: Int, into record: inout Record
  ) throws(FatalInput) -> (isAccount: Bool, end: Int) {
    do {
      return try SpooledRecord.read(at: start, into: &record, names: builder.names)
    } catch {
      throw ChunkRecords.damaged
    }
  }

  private static var damaged: FatalInput {
    FatalInput(.ioError, "cannot read a temporary file again: it is not as it was written")
  }
}
