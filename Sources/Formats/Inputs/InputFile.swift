import Diagnostics
import Synchronization
import System

/// An export that can be read at any offset: a file, or a copy of standard input or of a file's decompressed content.
///
/// A file is opened when it is read. The most recently read files stay open, a few of all inputs together. A reopened
/// file must be unchanged.
package final class InputFile: Sendable {

  /// The name in messages.
  package let name: String
  /// The path for people, as named on the command line or found in a folder; `-` for standard input.
  package let path: String
  package let format: Format
  /// In bytes.
  package let size: Int64
  /// The number of the first line; 0 if it is a head added to the input.
  let firstLine: Int
  /// The hash of the original file, if its content is read from a copy.
  package let sha256: String?
  /// The fault that follows the readable bytes.
  package let fault: RunFault?
  /// The part of an input that this copies; nil for all of it.
  package let partition: Partition?
  private let source: Source
  /// The file while it is open.
  private let current = Mutex(Reference())

  private enum Source: Sendable {
    /// A part of a temporary file, from that offset on. The file stays open as long as this value exists.
    case copy(OpenFile, from: Int64)
    case file(path: String, FileIdentity, OpenFile.Use)
  }

  /// The temporary file that it is in; nil for a named file.
  package var copy: OpenFile? {
    guard case .copy(let file, _) = source else { return nil }
    return file
  }

  private struct Reference: Sendable {
    weak var file: OpenFile?
  }

  private init(
    name: String, path: String? = nil, format: Format, source: Source, size: Int64, firstLine: Int = 1,
    partition: Partition? = nil, sha256: String? = nil, fault: RunFault? = nil
  ) {
    (self.firstLine, self.partition, self.sha256, self.fault) = (firstLine, partition, sha256, fault)
    self.path = path ?? name
    self.name = name
    self.format = format
    self.source = source
    self.size = size
  }

  /// - Parameter file: A temporary file.
  package convenience init(
    name: String, path: String? = nil, format: Format, file: OpenFile, size: Int64, firstLine: Int = 1,
    partition: Partition? = nil
  ) {
    self.init(
      name: name, path: path, format: format, source: .copy(file, from: 0), size: size, firstLine: firstLine,
      partition: partition, sha256: partition?.sha256)
  }

  /// Opens the file at `path`. A pipe is copied to a temporary file first; a device or socket is refused.
  ///
  /// - Parameters:
  ///   - name: The name in messages; nil for the path.
  ///   - isOwn: Whether tickler wrote it. If so, anything but a regular file is refused, including a link.
  package static func open(
    _ path: String, format: Format, shownAs name: String? = nil, isOwn: Bool = false
  ) throws(RunFault) -> InputFile {
    let name = name ?? FileName.shown(path)
    do {
      guard let identity = try Path.identity(path, followsLinks: !isOwn) else { throw SystemError.absence }
      if isOwn {
        if identity.kind != .regular { throw SystemError.noFile }
      } else if identity.kind == .pipe {
        return try copy(try OpenFile(path, for: .reading), name: name, path: FileName.shown(path), format: format)
      }
      return try InputFile(path, name, format: format, identity, isOwn ? .readingOwn : .inspecting)
    } catch let error as SystemError {
      throw RunFault(reading: name, error)
    } catch {
      throw error as! RunFault
    }
  }

  private convenience init(
    _ path: String, _ name: String, format: Format, _ identity: FileIdentity, _ use: OpenFile.Use
  ) throws(RunFault) {
    guard identity.kind == .regular else {
      let what = identity.kind == .folder ? "a folder" : "a device or a socket"
      throw RunFault(.noInput, "cannot read \(name): it is \(what), not a file")
    }
    self.init(
      name: name, path: FileName.shown(path), format: format, source: .file(path: path, identity, use),
      size: identity.size)
  }

  private func with(_ format: Format) -> InputFile {
    InputFile(
      name: name, path: path, format: format, source: source, size: size, firstLine: firstLine, partition: partition,
      sha256: sha256, fault: fault)
  }

  /// Returns the same file with the format that its content shows.
  ///
  /// - Parameter isNamed: Whether the name shows an export's format, which counts if the content shows none.
  /// - Returns: nil for an empty file without such a name.
  package func recognized(isNamed: Bool = true) throws(RunFault) -> InputFile? {
    // Nearly every input is an export, recognizable by its first bytes.
    if isNamed, try isExport() { return self }
    let head = try head()
    if let foreign = Format(foreign: head[...]) { return with(foreign) }
    // Damage is reported when the file is read.
    if isNamed || head.isEmpty && size > 0 { return self }
    return InputDiscovery.format(of: head[...]).map { with($0) }
  }

  /// Returns the first 64 KiB of the content in UTF-8, or none of a damaged file.
  package func head() throws(RunFault) -> [UInt8] {
    var head: [UInt8] = []
    do {
      var unpacker = try unpacker()
      _ = try unpacker.next(into: &head)
    } catch {
      guard error.status == .dataError else { throw error }
    }
    head = Array(head.prefix(65_536))
    var windows = UTF16Windows()
    var text: [UInt8] = []
    _ = windows.read(head.span, isLast: true) { (bytes) throws(Never) in
      text.append(copying: bytes)
      return bytes.count
    }
    return text
  }

  /// Returns the same file with the format that the user requested.
  package func forced(_ format: Format) -> InputFile { with(format) }

  /// Whether it is standard input that no content has assigned a format.
  package var isStandardInput: Bool { path == "-" && format == .ndjson }

  /// Returns NDJSON from standard input.
  package static func standardInput() throws(RunFault) -> InputFile {
    try copy(.standardInput, name: "-", format: .ndjson)
  }

  /// Copies a source that can be read only once to a temporary file, since inputs are read twice.
  private static func copy(
    _ source: OpenFile, name: String, path: String? = nil, format: Format
  ) throws(RunFault) -> InputFile {
    try copy(unpacker(source, name: name), name: name, path: path, format: format, to: .temporaryOrFault())
  }

  /// Reads a pipe, decompressed if its first bytes are a compression's signature.
  static func unpacker(_ source: OpenFile, name: String) throws(RunFault) -> Unpacker {
    try Unpacker(name: name) { (count, _, bytes) throws(RunFault) in
      do throws(SystemError) {
        return try source.appendNext(upTo: count, to: &bytes)
      } catch {
        throw RunFault(.ioError, "cannot read \(name): \(error.words)")
      }
    }
  }

  /// - Parameters:
  ///   - beginning: The bytes already read.
  ///   - file: A temporary file.
  ///   - start: Its size in bytes.
  private static func copy(
    _ unpacker: consuming Unpacker, beginning: [UInt8] = [], name: String, path: String?, format: Format,
    to file: OpenFile, from start: Int64 = 0
  ) throws(RunFault) -> InputFile {
    var unpacker = unpacker
    var (size, fault): (Int64, RunFault?) = (0, nil)
    var bytes = beginning
    do {
      repeat {
        try file.append(bytes.span, of: "a copy of \(name)")
        size += Int64(bytes.count)
      } while try unpacker.next(into: &bytes)
    } catch {
      guard error.status == .dataError else { throw error }
      fault = error
    }
    return InputFile(
      name: name, path: path, format: format, source: .copy(file, from: start), size: size,
      sha256: unpacker.compression == nil ? nil : try unpacker.sha256(), fault: fault)
  }

  /// Returns the temporary file for a copy, and the offset at which the copy starts.
  private static func target(after other: InputFile?) throws(RunFault) -> (OpenFile, Int64) {
    guard let other, case .copy(let copy, let from) = other.source else { return (try .temporaryOrFault(), 0) }
    return (copy, from + other.size)
  }

  /// Copies an archive's entry, to another copy's temporary file if there is one.
  static func copy(
    _ unpacker: consuming Unpacker, beginning: [UInt8], name: String, path: String, format: Format,
    after other: InputFile?
  ) throws(RunFault) -> InputFile {
    let (file, start) = try target(after: other)
    let copied = try copy(
      unpacker, beginning: beginning, name: name, path: path, format: format, to: file, from: start)
    // The copy itself is hashed.
    return InputFile(
      name: name, path: path, format: format, source: copied.source, size: copied.size, fault: copied.fault)
  }

  /// Returns whether its first bytes are certainly an export's.
  package func isExport() throws(RunFault) -> Bool {
    var head: [UInt8] = []
    _ = try append(upTo: 512, from: 0, to: &head)
    return Format.isExport(head[...])
  }

  func unpacker(_ limits: UnpackingLimits = UnpackingLimits()) throws(RunFault) -> Unpacker {
    try Unpacker(name: name, limits: limits) { [self] (count, offset, bytes) throws(RunFault) in
      try append(upTo: count, from: offset, to: &bytes)
    }
  }

  /// Returns the file itself, or a copy of its decompressed content in a temporary file.
  ///
  /// - Parameter other: Another input whose temporary file is extended, so that any number of inputs share one.
  package func unpacked(
    after other: InputFile? = nil, _ limits: UnpackingLimits = UnpackingLimits()
  ) throws(RunFault) -> InputFile {
    // Copies are decompressed already.
    guard case .file = source else { return self }
    var signature: [UInt8] = []
    _ = try append(upTo: Compression.signatureSize, from: 0, to: &signature)
    if Compression(beginning: signature.span) == nil { return self }
    let (file, start) = try InputFile.target(after: other)
    let copy = try InputFile.copy(unpacker(limits), name: name, path: path, format: format, to: file, from: start)
    try refuseChange()
    return copy
  }

  /// Reads up to `count` bytes from `offset` on and appends them to `bytes`.
  ///
  /// - Returns: The number of bytes read; fewer only at the end of the file.
  package func append(upTo count: Int, from offset: Int64, to bytes: inout [UInt8]) throws(RunFault) -> Int {
    let file = try file()
    do {
      guard case .copy(_, let start) = source else { return try file.append(upTo: count, from: offset, to: &bytes) }
      return try file.append(upTo: max(0, min(count, Int(size - offset))), from: start + offset, to: &bytes)
    } catch {
      throw RunFault(.ioError, "cannot read \(name): \(error.words)")
    }
  }

  /// Ends the run if the file has changed since it was named: both readings must find the same.
  package func refuseChange() throws(RunFault) {
    guard case .file(_, let identity, _) = source else { return }
    let now: FileIdentity
    let file = try file()
    do {
      now = try file.identity()
    } catch {
      throw RunFault(.ioError, "cannot read \(name): \(error.words)")
    }
    if now != identity { throw changed }
  }

  private var changed: RunFault { RunFault(.ioError, "\(name) has changed while it was being read") }

  /// Returns the file, and opens it if necessary.
  private func file() throws(RunFault) -> OpenFile {
    let (path, identity, use): (String, FileIdentity, OpenFile.Use)
    switch source {
    case .copy(let file, _): return file
    case .file(let file, let known, let way): (path, identity, use) = (file, known, way)
    }
    do throws(SystemError) {
      return try current.withLock { (current) throws(SystemError) -> OpenFile in
        if let file = current.file { return file }
        // A pipe that has replaced it does not block the run.
        let file = try OpenFile(path, for: use)
        if try file.identity() != identity { throw SystemError.absence }
        current.file = file
        RecentFiles.keep(file)
        return file
      }
    } catch {
      // It existed when it was named.
      throw error.isAbsence || error == .noFile ? changed : RunFault(.ioError, "cannot read \(name): \(error.words)")
    }
  }

  /// Replaces `bytes` with the bytes from `start` to `end`.
  package func read(_ start: Int64, upTo end: Int64, into bytes: inout [UInt8]) throws(RunFault) {
    bytes.removeAll(keepingCapacity: true)
    guard try append(upTo: Int(end - start), from: start, to: &bytes) == end - start else {
      throw changed
    }
    try refuseChange()
  }
}

/// Keeps the most recently opened inputs open.
private enum RecentFiles {
  /// Two plans have six files.
  private static let count = 8
  private static let files = Mutex<(files: [OpenFile], next: Int)>(([], 0))

  static func keep(_ file: OpenFile) {
    files.withLock { recent in
      if recent.files.count < count {
        recent.files.append(file)
      } else {
        recent.files[recent.next] = file
        recent.next = (recent.next + 1) % count
      }
    }
  }
}

extension OpenFile {
  package static func temporaryOrFault() throws(RunFault) -> OpenFile {
    do {
      return try temporary()
    } catch {
      throw RunFault(
        .ioError, "cannot make a temporary file in \(temporaryFolder): \(error.words); TMPDIR can name another folder")
    }
  }

  /// Writes to a temporary file.
  ///
  /// - Parameter what: The content of the file, for the message on failure.
  package func append(_ bytes: Span<UInt8>, of what: String) throws(RunFault) {
    do {
      try write(bytes)
    } catch {
      throw OpenFile.full(of: what, error)
    }
  }

  package static func full(of what: String, _ error: SystemError) -> RunFault {
    RunFault(
      error.isPastLimit ? .cannotCreate : .ioError,
      "cannot keep \(what) in a temporary file: \(error.words); TMPDIR can name a folder with more room")
  }
}
