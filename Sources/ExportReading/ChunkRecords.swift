import Diagnostics

/// The records of chunks, one after the other, and records of other places that are joined to an account among them.
///
/// A record's text lies here: it is gone when the next record of its sort is read.
package final class ChunkRecords {
  /// Records with at most so many bytes between them are read at once: reading costs more by the call than by the byte.
  private static let closeBy: Int64 = 4096

  private let inputs: [SurveyedInput]
  private let recordReader: RecordReader
  private let bytes = InputBytes()
  private var chunk: Chunk?
  /// Where in the chunk the next record is.
  private var reader: JSONReader?
  private var spooled: Int64 = 0

  private let bytesApart = InputBytes()
  private var apart: ArraySlice<RecordPlace> = []
  /// What `bytesApart` holds of the input of the first of them.
  private var held: Range<Int64> = 0..<0

  package init(_ inputs: [SurveyedInput], names: FieldNames) {
    self.inputs = inputs
    recordReader = RecordReader(names: names)
  }

  /// Goes to the first record of a chunk.
  package func open(_ chunk: Chunk) throws(FatalInput) {
    self.chunk = chunk
    try bytes.load(inputs[chunk.input].records, start: chunk.start, end: chunk.end)
    spooled = chunk.start
    reader = JSONReader(bytes.base, count: bytes.count, line: chunk.line, column: chunk.column)
  }

  /// Reads the next record of the chunk.
  ///
  /// - Returns: What the record is, and where its input has it; nil at the end of the chunk.
  package func next(
    into record: inout Record
  ) throws(FatalInput) -> (layout: Chunk.Layout, start: Int64)? {
    guard let chunk else { return nil }
    if chunk.layout == .spooled {
      let start = spooled
      guard start < chunk.end else { return nil }
      let (isAccount, size) = RecordSpool.read(bytes.base + Int(start - chunk.start), into: &record)
      spooled += Int64(size)
      return (isAccount ? .accounts : .items, start)
    }
    reader!.skipSeparators()
    guard reader!.position < bytes.count else { return nil }
    let start = chunk.start + Int64(reader!.position)
    reader!.restart()
    try read(&reader!, from: bytes.base, input: chunk.input, into: &record)
    return (chunk.layout, start)
  }

  /// Goes to the first of some records that stand apart, in order of input and place.
  package func open(_ places: [RecordPlace]) {
    apart = places[...]
    held = 0..<0
  }

  /// Reads the next record that stands apart; nil after the last.
  package func nextApart(into record: inout Record) throws(FatalInput) -> RecordPlace? {
    guard let place = apart.first else { return nil }
    if held.isEmpty { try loadApart(from: place) }
    apart = apart.dropFirst()
    let base = bytesApart.base + Int(place.start - held.lowerBound)
    let input = Int(place.input)
    if inputs[input].file.format == .xml {
      _ = RecordSpool.read(base, into: &record)
    } else {
      var reader = JSONReader(
        base, count: Int(place.end - place.start), line: Int(place.line), column: Int(place.column))
      try read(&reader, from: base, input: input, into: &record)
    }
    if place.end == held.upperBound { held = 0..<0 }
    return place
  }

  /// Reads the bytes of a record, and of those after it that are close.
  private func loadApart(from first: RecordPlace) throws(FatalInput) {
    var end = first.end
    for place in apart.dropFirst() {
      guard place.input == first.input, place.start - end <= ChunkRecords.closeBy,
        place.end - first.start <= Chunk.targetSize
      else { break }
      end = place.end
    }
    try bytesApart.load(inputs[Int(first.input)].records, start: first.start, end: end)
    held = first.start..<end
  }

  /// Reads the JSON value that `reader` stands before.
  private func read(
    _ reader: inout JSONReader, from bytes: UnsafeMutablePointer<UInt8>, input: Int, into record: inout Record
  ) throws(FatalInput) {
    record.removeAll()
    do {
      try recordReader.read(&reader, in: bytes, into: &record)
    } catch {
      throw FatalInput(error.diagnostic(file: inputs[input].file.name))
    }
  }
}
