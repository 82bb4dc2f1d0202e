import Diagnostics
import SystemFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Turns the PATHs of the command line into inputs: files as they are named, folders as their exports in name order.
package enum InputDiscovery {
  package static func open(_ paths: [String]) throws(FatalInput) -> [InputFile] {
    var inputs: [InputFile] = []
    for path in paths {
      if path == "-" {
        inputs.append(try .standardInput())
        continue
      }
      var status = stat()
      guard stat(path, &status) == 0 else {
        throw FatalInput(.noInput, "cannot read \(path): \(SystemError.last.words)")
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        let files = try exports(below: path)
        if files.isEmpty {
          throw FatalInput(.noInput, "no exports (.json, .ndjson, .xml) below \(path)")
        }
        for file in files { inputs.append(try .open(file, format: format(of: file)!)) }
      } else {
        inputs.append(try file(path))
      }
    }
    return inputs
  }

  private static func file(_ path: String) throws(FatalInput) -> InputFile {
    if let format = format(of: path) { return try .open(path, format: format) }
    if let file = try InputFile.open(path, sniff: { format(of: $0) }) { return file }
    throw FatalInput(
      Diagnostic(
        .error, .format, at: SourceLocation(file: path, line: 1, column: 1), found: "found the end of the input",
        expected: "a \(SurveyedInput.format) document"))
  }

  private static func format(of path: String) -> InputFile.Format? {
    if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") { return .ndjson }
    if path.hasSuffix(".json") { return .json }
    if path.hasSuffix(".xml") { return .xml }
    return nil
  }

  /// A file named otherwise is told by its first character that is not white space; nil for an empty one.
  /// What begins as JSON is read as NDJSON where its first line is a whole object and more follows.
  private static func format(of head: [UInt8]) -> InputFile.Format? {
    // Neither white space nor a byte order mark.
    guard let start = head.firstIndex(where: { $0 > 0x20 && $0 < 0x80 }) else { return nil }
    if head[start] == UInt8(ascii: "<") { return .xml }
    let line = head[start...].prefix { $0 != UInt8(ascii: "\n") }
    let isObject = line.last(where: { $0 > 0x20 }) == UInt8(ascii: "}")
    let isFollowed = head[line.endIndex...].contains { $0 > 0x20 }
    return isObject && isFollowed ? .ndjson : .json
  }

  /// Every export at any depth, sorted by path in byte order. Hidden files and folders are left out.
  private static func exports(below folder: String) throws(FatalInput) -> [String] {
    guard let names = Folder.names(in: folder) else {
      throw FatalInput(.noInput, "cannot read \(folder): \(SystemError.last.words)")
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    var files: [String] = []
    for name in names where !name.hasPrefix(".") {
      if Folder.exists(base + name) {
        files += try exports(below: base + name)
      } else if format(of: name) != nil, !name.hasSuffix(".jsonl") {
        files.append(base + name)
      }
    }
    return files
  }
}
