import Bytes
import Diagnostics
import Formats
import Resolving
import Workload

/// The records of an NDJSON export in memory, where they can be read again and again.
struct Lines {
  private let name: String
  /// As the file has them.
  private var original: [UInt8] = []
  private var record = Record()
  private var builder = RecordBuilder(names: Schema.shipped.names)

  /// All chunks of the export, which stand one after the other.
  init(_ workload: Workload) throws(RunFault) {
    let file = workload.sources.inputs[0].file
    name = file.name
    try file.read(workload.chunks.first!.start, upTo: workload.chunks.last!.end, into: &original)
    record.text = original
  }

  var count: Int { original.count }

  /// Makes the bytes what they were before they were read: strings with escapes are unescaped in place.
  mutating func restore() { record.text = original }

  /// Reads the lines one after the other into one record.
  mutating func forEachRecord(_ body: ([Record.Value]) -> Void) throws(JSONFault) {
    var reader = JSONReader()
    reader.skipSeparators(in: record.text.span)
    while reader.position < record.text.count {
      reader.restart()
      try builder.read(&reader, into: &record)
      body(record.values)
      reader.skipSeparators(in: record.text.span)
    }
  }

  /// All records, whose text is that of all lines.
  mutating func keptRecords() throws(RunFault) -> [Record] {
    restore()
    var values: [[Record.Value]] = []
    do {
      try forEachRecord { values.append($0) }
    } catch {
      throw RunFault(error.diagnostic(file: name))
    }
    return values.map { values in
      var record = record
      record.values = values
      return record
    }
  }
}
