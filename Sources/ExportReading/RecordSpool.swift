import Diagnostics

/// Records that were read from a format which can be read from the front only, kept on disk to be read again anywhere.
///
/// An unnamed temporary file under `$TMPDIR`. A record is a head of four 32-bit numbers (values, their bytes, bytes of text, 1
/// for an account), its values as ``SpooledValues`` writes them, and its text. It never leaves the machine, nor the run.
final class RecordSpool {
  private typealias Head = (values: UInt32, valueBytes: UInt32, textBytes: UInt32, isAccount: UInt32)
  private static let headSize = MemoryLayout<Head>.size

  private let name: String
  private let file: OpenFile
  private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
  private var buffered = 0
  private(set) var size: Int64 = 0

  init(name: String) throws(FatalInput) {
    self.name = name
    file = try OpenFile.temporary()
  }

  deinit {
    buffer.deallocate()
  }

  /// - Returns: Where the record lies.
  func append(_ values: [Record.Value], _ text: [UInt8], isAccount: Bool) throws(FatalInput) -> Range<Int64> {
    try makeRoom(RecordSpool.headSize + values.count * SpooledValues.mostBytes + text.count)
    let record = buffer.baseAddress! + buffered
    let valueBytes = SpooledValues.write(values, to: record + RecordSpool.headSize)
    let head: Head = (UInt32(values.count), UInt32(valueBytes), UInt32(text.count), isAccount ? 1 : 0)
    UnsafeMutableRawPointer(record).storeBytes(of: head, as: Head.self)
    text.withUnsafeBufferPointer { text in
      if let base = text.baseAddress {
        (record + RecordSpool.headSize + valueBytes).update(from: base, count: text.count)
      }
    }
    let start = size
    let count = RecordSpool.headSize + valueBytes + text.count
    buffered += count
    size += Int64(count)
    return start..<size
  }

  private func makeRoom(_ count: Int) throws(FatalInput) {
    if buffered + count <= buffer.count { return }
    try flush()
    if count <= buffer.count { return }
    buffer.deallocate()
    buffer = .allocate(capacity: count)
  }

  /// - Returns: The records, to be read.
  func finish() throws(FatalInput) -> InputFile {
    try flush()
    return InputFile(name: name, format: .xml, file: file, size: size)
  }

  private func flush() throws(FatalInput) {
    try file.append(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<buffered]), of: "the records of \(name)")
    buffered = 0
  }

  /// Reads the record that begins at `start`; its text stays there.
  ///
  /// - Returns: Whether it is an account, and how many bytes it takes.
  static func read(_ start: UnsafeMutablePointer<UInt8>, into record: inout Record) -> (isAccount: Bool, size: Int) {
    let (values, valueBytes, text, isAccount) = UnsafeRawPointer(start).loadUnaligned(as: Head.self)
    let body = UnsafePointer(start + headSize)
    record.values = Array(unsafeUninitializedCapacity: Int(values)) { target, count in
      _ = SpooledValues.read(Int(values), from: body, into: target.baseAddress!)
      count = Int(values)
    }
    record.text = body + Int(valueBytes)
    return (isAccount == 1, headSize + Int(valueBytes) + Int(text))
  }
}
