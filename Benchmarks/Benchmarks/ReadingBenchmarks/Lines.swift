import Diagnostics
import ExportReading
import Resolving
import Workload

/// The records of an NDJSON export in memory, where they can be read again and again. Its bytes stay for good.
final class Lines {
  let count: Int
  private let name: String
  /// As the file has them.
  private let original: UnsafeMutablePointer<UInt8>
  /// What is read: strings with escapes are unescaped in place.
  private let bytes: UnsafeMutablePointer<UInt8>

  /// All chunks of the export, which stand one after the other.
  init(_ workload: Workload) throws(FatalInput) {
    let file = workload.sources.inputs[0].file
    name = file.name
    let start = workload.chunks.first!.start
    count = Int(workload.chunks.last!.end - start)
    original = .allocate(capacity: count)
    bytes = .allocate(capacity: count)
    _ = try file.read(at: start, count: count, into: original)
    restore()
  }

  /// Makes the bytes what they were before they were read.
  func restore() { bytes.update(from: original, count: count) }

  /// Reads the lines one after the other into one record, whose text stays in the bytes.
  func forEachRecord(_ body: (Record) -> Void) throws(JSONFault) {
    var reader = JSONReader(bytes, count: count)
    let recordReader = RecordReader(names: Schema.shipped.names)
    var record = Record()
    reader.skipSeparators()
    while reader.position < count {
      reader.restart()
      record.removeAll()
      try recordReader.read(&reader, in: bytes, into: &record)
      body(record)
      reader.skipSeparators()
    }
  }

  /// All records, for as long as nothing is read from the bytes again.
  func keptRecords() throws(FatalInput) -> [Record] {
    restore()
    var records: [Record] = []
    do {
      try forEachRecord { records.append($0) }
    } catch {
      throw FatalInput(error.diagnostic(file: name))
    }
    return records
  }
}
