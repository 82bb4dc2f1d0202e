import Bytes
import Diagnostics
import Formats

/// A file with the records of an input that can only be read from the front. Records in the file can be read again at any offset.
///
/// The file has no name and does not outlive the run.
struct RecordSpool {
  private static let bufferSize = 1 << 18

  private let name: String
  private let file: OpenFile
  private var buffer: [UInt8] = []
  /// The size in bytes, including the buffer.
  private var size: Int64 = 0

  /// - Parameters:
  ///   - name: The input's name.
  ///   - other: The previous input's spool. Its file is continued, so that any number of inputs share one file.
  init(name: String, after other: InputFile? = nil) throws(FatalInput) {
    self.name = name
    if let other, let copy = other.copy {
      (file, size) = (copy, other.size)
    } else {
      file = try .temporaryOrFault()
    }
    buffer.reserveCapacity(RecordSpool.bufferSize)
  }

  /// - Returns: The record's range in the file.
  mutating func append(_ record: borrowing Record, isAccount: Bool) throws(FatalInput) -> Range<Int64> {
    let start = size - Int64(buffer.count)
    SpooledRecord.write(record, isAccount: isAccount, to: &buffer)
    let range = size..<start + Int64(buffer.count)
    size = range.upperBound
    if buffer.count >= RecordSpool.bufferSize { try flush() }
    return range
  }

  /// - Returns: The complete file, for reading.
  consuming func finish() throws(FatalInput) -> InputFile {
    try flush()
    return InputFile(name: name, format: .xml, file: file, size: size)
  }

  private mutating func flush() throws(FatalInput) {
    try file.append(buffer.span, of: "the records of \(name)")
    buffer.removeAll(keepingCapacity: true)
  }
}
