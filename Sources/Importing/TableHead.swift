import Formats

extension TableMapping {
  /// Returns the mapping for a table that has its columns, by the beginning of the file: with the separator that a
  /// spreadsheet put in place of the tool's, and after Excel's line `sep=`.
  func fitted(to beginning: [UInt8]) -> TableMapping? {
    if fits(beginning) { return self }
    if input == .json || !isShipped { return nil }
    var other = self
    let head = String(decoding: beginning.prefix(8), as: UTF8.self)
    if head.contains("sep=") { other.skippedRows += 1 }
    for separator in [separator, UInt8(ascii: ";"), 0x09] {
      other.separator = separator
      if other.fits(beginning) { return other }
    }
    return nil
  }

  /// Returns whether a table has the columns of the mapping, by the beginning of its file.
  func fits(_ beginning: [UInt8]) -> Bool {
    let bytes = beginning.starts(with: [0xef, 0xbb, 0xbf]) ? beginning.dropFirst(3) : beginning[...]
    let found = input == .csv ? columns(bytes) : paths(Array(bytes))
    let prefix = input == .csv ? "" : (path + ["*", ""]).joined(separator: ".")
    let wanted = head.isEmpty ? needed.map(\.columns) : head.map { [$0] }
    return wanted.allSatisfy { $0.contains { found.contains(prefix + $0) } }
  }

  /// Returns the names in the head of a CSV file.
  private func columns(_ bytes: ArraySlice<UInt8>) -> Set<String> {
    var (names, name, isQuoted, rows): (Set<String>, [UInt8], Bool, Int) = ([], [], false, 0)
    let lineEnd = bytes.span.lineEnd
    for byte in bytes + [lineEnd] {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if isQuoted || byte != separator && byte != lineEnd {
        name.append(byte)
      } else {
        names.insert(name.asText.trimmed)
        name = []
        if byte != lineEnd { continue }
        if rows == skippedRows { return names }
        (names, rows) = ([], rows + 1)
      }
    }
    return []
  }

  /// Returns the paths of the names in a JSON text. `*` stands for the elements of a list.
  private func paths(_ bytes: [UInt8]) -> Set<String> {
    var reader = JSONReader(isLast: false, stringLimit: .max)
    var (paths, key): (Set<String>, String) = ([], "")
    var open: [(name: String, isList: Bool)] = []
    while let token = try? reader.next(in: bytes.span), token != .starved, token != .end {
      switch token {
      case .key:
        key = reader.text(in: bytes.span)
        paths.insert((open.dropFirst().map(\.name) + [key]).joined(separator: "."))
      case .beginObject, .beginArray: open.append((open.last?.isList == true ? "*" : key, token == .beginArray))
      case .endObject, .endArray: open.removeLast()
      default: break
      }
    }
    return paths
  }
}

extension Span<UInt8> {
  /// What ends the lines of a table: a line feed, or the carriage return alone that Excel writes for old Macs.
  var lineEnd: UInt8 {
    firstIndex(of: 0x0a, from: 0) == count && firstIndex(of: 0x0d, from: 0) < count ? 0x0d : 0x0a
  }
}
