import Bytes
import Diagnostics

/// Turns the PATHs of the command line into inputs: files as they are named, folders as their exports in name order.
package enum InputDiscovery {
  package static func open(_ paths: [String]) throws(FatalInput) -> [InputFile] {
    var inputs: [InputFile] = []
    for path in paths {
      if path == "-" {
        inputs.append(try .standardInput())
        continue
      }
      if Folder.exists(path) {
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
      .format, "found the end of the input", expected: "a \(SurveyedInput.format) document", in: path,
      at: Place(line: 1, column: 1))
  }

  private static func format(of path: String) -> InputFile.Format? {
    if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") { return .ndjson }
    if path.hasSuffix(".json") { return .json }
    if path.hasSuffix(".xml") { return .xml }
    return nil
  }

  /// The format of a file with another name, by its first character that is not white space; nil for an empty file.
  /// JSON whose first line is a whole object, with more after it, is NDJSON.
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
