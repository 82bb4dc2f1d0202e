import Bytes
import Diagnostics

/// A zip archive (PKWARE's APPNOTE 6.3, with zip64) whose entries become inputs.
///
/// A deflated entry is read as a gzip stream with the archive's own checksum, so that one reader and one set of limits
/// cover both.
package struct ZipArchive {
  struct Entry {
    var name: String
    var flags: UInt64
    var method: UInt64
    var checksum: UInt64
    var packedSize: Int64
    var size: Int64
    var header: Int64
  }

  private static let maximumEntries = 100_000
  private static let maximumDirectoryBytes: Int64 = 64 << 20

  private let file: InputFile

  package init(_ file: InputFile) { self.file = file }

  /// Returns the files in it that are exports or another tool's.
  ///
  /// - Parameters:
  ///   - shown: Returns the name of a file in messages.
  ///   - unread: Receives the names of all other files.
  ///   - table: Returns the format of a table, by the beginning of its file.
  /// - Throws: If a file is encrypted, uses another compression, or shares bytes with another file.
  package func inputs(
    shownAs shown: (String) -> String = { $0 }, _ limits: UnpackingLimits = UnpackingLimits(), unread: inout [String],
    table: ([UInt8]) throws(RunFault) -> InputFile.Format? = { _ in nil }
  ) throws(RunFault) -> [InputFile] {
    let entries = try entries().filter { !$0.name.hasSuffix("/") && !$0.name.hasPrefix("__MACOSX/") }
    for entry in entries { try refuseUnknown(entry) }
    let starts = try entries.map { (entry) throws(RunFault) in try start(of: entry) }
    try refuseOverlaps(entries, starts)
    var inputs: [InputFile] = []
    /// Files that no reader knows, but whose program has an export.
    var others: [(name: String, file: InputFile)] = []
    var copy: InputFile?
    for (entry, start) in zip(entries, starts) {
      let path = "\(file.path)/\(entry.name)"
      let name = shown(path)
      var head: [UInt8] = []
      var unpacker = try unpacker(entry, from: start, name: name, limits)
      _ = try unpacker.next(into: &head)
      let beginning = head.prefix(65_536)
      var format = InputFile.Format(entry: beginning)
      if format == nil { format = try table(Array(beginning)) }
      guard let format, format != .zip else {
        unread.append(entry.name)
        continue
      }
      let input = try InputFile.copy(unpacker, beginning: head, name: name, path: path, format: format, after: copy)
      copy = input
      if format.advice == nil { inputs.append(input) } else { others.append((entry.name, input)) }
    }
    if inputs.isEmpty { return others.map(\.file) }
    unread += others.map(\.name)
    return inputs
  }

  private func refuseUnknown(_ entry: Entry) throws(RunFault) {
    let name = entry.name.quotedForDiagnostic
    if entry.flags & 1 != 0 {
      throw fault("the file \(name) of the zip archive is encrypted", "an archive without a password", .format)
    }
    if entry.method != 0, entry.method != 8 {
      throw fault(
        "the file \(name) of the zip archive is compressed by method \(entry.method)",
        "deflate (method 8) or none (method 0)", .format)
    }
  }

  /// Refuses files that share bytes: they let a small archive unpack to any size.
  private func refuseOverlaps(_ entries: [Entry], _ starts: [Int64]) throws(RunFault) {
    let order = entries.indices.sorted { entries[$0].header < entries[$1].header }
    for (a, b) in zip(order, order.dropFirst()) where entries[b].header < starts[a] + entries[a].packedSize {
      throw fault(
        "the files \(entries[a].name.quotedForDiagnostic) and \(entries[b].name.quotedForDiagnostic) of the zip archive overlap",
        "files that do not overlap")
    }
  }

  private func fault(
    _ found: String, _ expected: String = "a whole zip archive", _ code: Diagnostic.Code = .syntax
  ) -> RunFault {
    RunFault(code, found, expected: expected, in: file.name, at: Place(line: 1, column: 1))
  }

  // MARK: The directory

  private func bytes(_ start: Int64, _ count: Int64) throws(RunFault) -> [UInt8] {
    guard start >= 0, count >= 0, start <= file.size, count <= file.size - start else {
      throw fault("found a place outside of the zip archive")
    }
    var bytes: [UInt8] = []
    _ = try file.append(upTo: Int(count), from: start, to: &bytes)
    return bytes
  }

  private func entries() throws(RunFault) -> [Entry] {
    let tail = try bytes(max(0, file.size - 65_557), min(file.size, 65_557))
    guard let end = tail.indices.last(where: { tail[$0...].starts(with: [0x50, 0x4b, 5, 6]) && tail.count - $0 >= 22 })
    else { throw fault("found a zip archive without an end; the copy was cut short") }
    var (count, size, start) = (
      tail.number(end + 10, 2), Int64(tail.number(end + 12, 4)), Int64(tail.number(end + 16, 4))
    )
    if end >= 20, tail[(end - 20)...].starts(with: [0x50, 0x4b, 6, 7]) {
      let record = try bytes(Int64(clamping: tail.number(end - 12, 8)), 56)
      guard record.starts(with: [0x50, 0x4b, 6, 6]) else { throw fault("found no zip64 directory") }
      (count, size, start) = (
        record.number(32, 8), Int64(clamping: record.number(40, 8)), Int64(clamping: record.number(48, 8))
      )
    }
    guard count <= ZipArchive.maximumEntries, size <= ZipArchive.maximumDirectoryBytes else {
      throw fault("the zip archive has too many files", "at most \(ZipArchive.maximumEntries)", .limit)
    }
    let directory = try bytes(start, size)
    var entries: [Entry] = []
    var next = 0
    for _ in 0..<count {
      guard directory.count - next >= 46, directory[next...].starts(with: [0x50, 0x4b, 1, 2]) else {
        throw fault("found a broken directory in the zip archive")
      }
      let (name, extra, comment) = (
        Int(directory.number(next + 28, 2)), Int(directory.number(next + 30, 2)), Int(directory.number(next + 32, 2))
      )
      guard directory.count - next - 46 >= name + extra + comment else {
        throw fault("found a broken directory in the zip archive")
      }
      var entry = Entry(
        name: String(decoding: directory[next + 46..<next + 46 + name], as: UTF8.self),
        flags: directory.number(next + 8, 2),
        method: directory.number(next + 10, 2), checksum: directory.number(next + 16, 4),
        packedSize: Int64(directory.number(next + 20, 4)), size: Int64(directory.number(next + 24, 4)),
        header: Int64(directory.number(next + 42, 4)))
      entry.readZip64(directory[next + 46 + name..<next + 46 + name + extra])
      entries.append(entry)
      next += 46 + name + extra + comment
    }
    return entries
  }

  // MARK: Entries

  /// Returns the offset of an entry's bytes.
  private func start(of entry: Entry) throws(RunFault) -> Int64 {
    let local = try bytes(entry.header, 30)
    guard local.starts(with: [0x50, 0x4b, 3, 4]) else {
      throw fault("found no file \(entry.name.quotedForDiagnostic) where the directory has it")
    }
    let start = entry.header + 30 + Int64(local.number(26, 2) + local.number(28, 2))
    guard entry.packedSize >= 0, start <= file.size, entry.packedSize <= file.size - start else {
      throw fault("the file \(entry.name.quotedForDiagnostic) ends outside of the zip archive")
    }
    return start
  }

  private func unpacker(
    _ entry: Entry, from start: Int64, name: String, _ limits: UnpackingLimits
  ) throws(RunFault) -> Unpacker {
    let isDeflated = entry.method == 8
    // A gzip header without a name, and a trailer with checksum and size.
    let head: [UInt8] = isDeflated ? [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] : []
    let trailer: [UInt8] =
      isDeflated ? [UInt8](word: entry.checksum) + [UInt8](word: UInt64(truncatingIfNeeded: entry.size)) : []
    let total = Int64(head.count) + entry.packedSize + Int64(trailer.count)
    return try Unpacker(name: name, limits: limits) { [file] (count, offset, bytes) throws(RunFault) in
      var (offset, left) = (offset, min(Int64(count), total - offset))
      let wanted = left
      while left > 0 {
        let part: Int64
        if offset < head.count {
          part = min(left, Int64(head.count) - offset)
          bytes += head[Int(offset)..<Int(offset + part)]
        } else if offset < Int64(head.count) + entry.packedSize {
          let inside = offset - Int64(head.count)
          part = min(left, entry.packedSize - inside)
          guard try file.append(upTo: Int(part), from: start + inside, to: &bytes) == part else {
            throw RunFault(.ioError, "\(file.name) has changed while it was being read")
          }
        } else {
          let inside = offset - Int64(head.count) - entry.packedSize
          part = min(left, Int64(trailer.count) - inside)
          bytes += trailer[Int(inside)..<Int(inside + part)]
        }
        offset += part
        left -= part
      }
      return Int(max(0, wanted))
    }
  }
}

extension ZipArchive.Entry {
  /// Reads numbers that exceed 32 bits from the extra field 1.
  fileprivate mutating func readZip64(_ extra: ArraySlice<UInt8>) {
    var rest = Array(extra)
    while rest.count >= 4 {
      let length = Int(rest.number(2, 2))
      guard rest.count >= 4 + length else { return }
      if rest.number(0, 2) == 1 {
        var next = 4
        func take() -> Int64? {
          guard next + 8 <= 4 + length else { return nil }
          defer { next += 8 }
          return Int64(clamping: rest.number(next, 8))
        }
        if size == 0xffff_ffff, let number = take() { size = number }
        if packedSize == 0xffff_ffff, let number = take() { packedSize = number }
        if header == 0xffff_ffff, let number = take() { header = number }
        return
      }
      rest.removeFirst(4 + length)
    }
  }
}

extension [UInt8] {
  /// Returns a little-endian number.
  fileprivate func number(_ start: Int, _ count: Int) -> UInt64 {
    self[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Creates the lower four bytes, the lowest first.
  fileprivate init(word: UInt64) {
    self = (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
}
