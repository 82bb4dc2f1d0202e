import Diagnostics

/// Records that were read from a format which can be read from the front only, kept on disk to be read again anywhere.
///
/// An unnamed temporary file under `$TMPDIR`. A record is a head of four 32-bit numbers (values, bytes of text, 1 for an
/// account, 0), its values and its text as they lie in memory: it never leaves the machine, nor the run.
final class RecordSpool {
  private static let capacity = 1 << 18

  private let name: String
  private let file: OpenFile
  private var buffer: [UInt8] = []
  private(set) var size: Int64 = 0

  init(name: String) throws(FatalInput) {
    self.name = name
    file = try OpenFile.temporary()
  }

  /// - Returns: Where the record lies.
  func append(_ values: [Record.Value], _ text: [UInt8], isAccount: Bool) throws(FatalInput) -> Range<Int64> {
    let start = size
    let head: [UInt32] = [UInt32(values.count), UInt32(text.count), isAccount ? 1 : 0, 0]
    head.withUnsafeBytes { buffer.append(contentsOf: $0) }
    values.withUnsafeBytes { buffer.append(contentsOf: $0) }
    buffer.append(contentsOf: text)
    size += Int64(16 + values.count * MemoryLayout<Record.Value>.stride + text.count)
    if buffer.count >= RecordSpool.capacity { try flush() }
    return start..<size
  }

  /// - Returns: The records, to be read.
  func finish() throws(FatalInput) -> InputFile {
    try flush()
    return InputFile(name: name, format: .xml, file: file, size: size)
  }

  private func flush() throws(FatalInput) {
    try file.append(buffer, of: "the records of \(name)")
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads the record that begins at `start`; its text stays there.
  ///
  /// - Returns: Whether it is an account, and how many bytes it takes.
  static func read(_ start: UnsafeMutablePointer<UInt8>, into record: inout Record) -> (isAccount: Bool, size: Int) {
    let bytes = UnsafeRawPointer(start)
    func number(_ index: Int) -> Int { Int(bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)) }
    let (values, text) = (number(0), number(1))
    let valueBytes = values * MemoryLayout<Record.Value>.stride
    record.values = Array(unsafeUninitializedCapacity: values) { target, count in
      UnsafeMutableRawPointer(target.baseAddress!).copyMemory(from: bytes + 16, byteCount: valueBytes)
      count = values
    }
    record.text = UnsafePointer(start + 16 + valueBytes)
    return (number(2) == 1, 16 + valueBytes + text)
  }
}
