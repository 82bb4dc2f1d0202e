import Diagnostics
import SystemFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An export that can be read at any place: a file, or standard input copied to one.
package final class InputFile: Sendable {
  package enum Format: String, Sendable { case json, ndjson, xml }

  /// As it was named on the command line, or found below a folder; `-` for standard input.
  package let name: String
  package let format: Format
  package let size: Int64
  /// The number of its first line: 0 where that is a head that the input does not have itself.
  let firstLine: Int
  private let file: OpenFile

  init(name: String, format: Format, file: OpenFile, size: Int64, firstLine: Int = 1) {
    self.firstLine = firstLine
    self.name = name
    self.format = format
    self.file = file
    self.size = size
  }

  /// Opens `path`. What is not a regular file (a pipe) is copied to a temporary file first.
  package static func open(_ path: String, format: Format) throws(FatalInput) -> InputFile {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FatalInput(.noInput, "cannot read \(path): \(SystemError.last.words)")
    }
    let file = OpenFile(descriptor)
    var status = stat()
    fstat(descriptor, &status)
    if status.st_mode & S_IFMT == S_IFREG {
      return InputFile(name: path, format: format, file: file, size: Int64(status.st_size))
    }
    return try spool(descriptor, name: path, format: format)
  }

  /// Opens `path`, whose name does not tell the format.
  ///
  /// - Parameter sniff: Tells the format by the first 64 KiB.
  /// - Returns: nil where `sniff` cannot tell.
  package static func open(_ path: String, sniff: ([UInt8]) -> Format?) throws(FatalInput) -> InputFile? {
    let file = try open(path, format: .json)
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    let count = try file.read(at: 0, count: 65_536, into: buffer)
    guard let format = sniff(Array(UnsafeRawBufferPointer(start: buffer, count: count))) else { return nil }
    return InputFile(name: path, format: format, file: file.file, size: file.size)
  }

  /// NDJSON on standard input.
  package static func standardInput() throws(FatalInput) -> InputFile {
    try spool(STDIN_FILENO, name: "-", format: .ndjson)
  }

  /// NDJSON on standard input that may lack the head: a partition of records that a distributed engine hands over.
  ///
  /// - Parameter app: The app of accounts that name none, where there is no head to say it.
  package static func partition(app: String?) throws(FatalInput) -> InputFile {
    let appMember = app.map { ",\"app\":\"\($0)\"" } ?? ""
    return try spool(
      STDIN_FILENO, name: "-", format: .ndjson,
      head: Array("{\"format\":\"\(SurveyedInput.format)\"\(appMember)}\n".utf8))
  }

  /// Whether the first record of `bytes` is one of an account or item, so that a head is missing.
  private static func lacksHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.isEmpty { return true }
    let base = bytes.bindMemory(to: UInt8.self).baseAddress!
    var reader = JSONReader(base, count: bytes.count, isLast: false)
    guard case .beginObject? = try? reader.next(), case .key? = try? reader.next() else { return false }
    return [.account, .item].contains(FieldNames().name(reader.tokenBytes.span))
  }

  /// Inputs are read twice; what can be read only once is kept in an unnamed file under `$TMPDIR`.
  ///
  /// - Parameter head: What is put before it where it begins with a record.
  private static func spool(
    _ source: Int32, name: String, format: Format, head: [UInt8] = []
  ) throws(FatalInput) -> InputFile {
    let copy = try OpenFile.temporary()
    var size: Int64 = 0
    var hasHeadBefore = false
    let capacity = 1 << 18
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = Glibc.read(source, buffer, capacity)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FatalInput(.ioError, "cannot read \(name): \(SystemError.last.words)") }
      let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
      if size == 0, !head.isEmpty, lacksHead(bytes) {
        try copy.append(head, of: "a copy of \(name)")
        size = Int64(head.count)
        hasHeadBefore = true
      }
      if count == 0 { break }
      try copy.append(bytes, of: "a copy of \(name)")
      size += Int64(count)
    }
    return InputFile(name: name, format: format, file: copy, size: size, firstLine: hasHeadBefore ? 0 : 1)
  }

  /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
  package func read(at offset: Int64, count: Int, into buffer: UnsafeMutableRawPointer) throws(FatalInput) -> Int {
    try file.read(at: offset, count: count, into: buffer, name: name)
  }
}
