import Diagnostics
import System

/// Turns the PATHs of the command line into inputs: named files, and those of folders in name order.
package enum InputDiscovery {
  /// The file that lists what a run wrote to a folder. Such a folder has plans, not exports.
  package static let outputList = ".tickler-files"

  /// Returns the inputs in a folder's file that is no plain export: another tool's, or those of an archive. Returns none
  /// if no reader knows it.
  package typealias Inspection = (InputFile) throws(RunFault) -> [InputFile]

  /// - Parameters:
  ///   - name: Returns the name of a file or folder in messages.
  ///   - output: The folder that the run writes to, which is skipped and may have no exports. nil if there is none.
  ///   - takesForeign: Whether other tools' files of folders are inputs.
  ///   - warnings: Receives what was skipped: no file, a folder that tickler wrote, another tool's file, or an unknown one.
  package static func open(
    _ paths: [String], shownAs name: @escaping (String) -> String = { FileName.shown($0) }, output: String? = nil,
    takesForeign: Bool = false, _ warnings: inout [Diagnostic],
    inspect: Inspection = { (file) throws(RunFault) in file.format.isForeign ? [file] : [] }
  ) throws(RunFault) -> [InputFile] {
    let target: FileIdentity?
    do {
      target = try output.flatMap { (path) throws(SystemError) in try Path.identity(path) }
    } catch {
      throw RunFault(reading: output ?? "", error)
    }
    var inputs: [InputFile] = []
    var skippedFolder: String?
    for path in paths {
      if path == "-" {
        let input = try InputFile.standardInput()
        if input.size == 0 { throw empty(input.name) }
        inputs.append(try input.recognized() ?? input)
      } else if try Folder.exists(path, shownAs: name(path)) {
        if try isOutput(path) {
          warnings.append(
            leftOut(name(path), "found a folder that tickler wrote (\(outputList))", "a folder of exports"))
          skippedFolder = skippedFolder ?? path
          continue
        }
        var search = FolderSearch(name: name, output: target, takesForeign: takesForeign)
        try search.add(below: path, inspect)
        inputs += search.inputs
        warnings += search.warnings(of: path)
        if search.inputs.isEmpty { throw search.fault(of: path) }
      } else {
        inputs.append(try file(path, shownAs: name(path)))
      }
    }
    if inputs.isEmpty, let skippedFolder {
      throw RunFault(
        .noInput,
        "no exports: \(name(skippedFolder)) is a folder that tickler wrote (it has \(outputList)); name the folder of the exports, "
          + "or move them to a separate one")
    }
    return inputs
  }

  static func isOutput(_ folder: String) throws(RunFault) -> Bool {
    try Path.isTaken("\(folder)/\(outputList)")
  }

  /// Returns whether a file is there that no reader knows, such as a server's message that was stored as an export.
  package static func isUnknown(_ path: String) -> Bool {
    let file = try? FolderFile(path, named: format(of: path), shownAs: path)
    return file.map { $0.role == .other && !$0.input.format.isForeign } ?? false
  }

  static func leftOut(_ name: String, _ found: String, _ expected: String) -> Diagnostic {
    let place = SourceLocation(file: name, line: 1, column: 1)
    return Diagnostic(.warning, .input, at: place, found: found, expected: "\(expected); it is left out")
  }

  /// Returns the file at `path`, with the format by its name or else by its content.
  ///
  /// - Parameter name: Its name in messages; nil for the path.
  package static func file(_ path: String, shownAs name: String? = nil) throws(RunFault) -> InputFile {
    let (name, format) = (name ?? FileName.shown(path), format(of: path))
    let file = try InputFile.open(path, format: format ?? .json, shownAs: name)
    if let file = try file.recognized(isNamed: format != nil) { return file }
    throw empty(name)
  }

  private static func empty(_ name: String) -> RunFault {
    RunFault(
      .format, "found the end of the input", expected: "a \(SurveyedInput.format) document", in: name,
      at: Place(line: 1, column: 1))
  }

  /// Returns the format by the file name, without a suffix for compression, or nil.
  static func format(of path: String) -> InputFile.Format? {
    let path = Compression.bareName(path).lowercased()
    if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") { return .ndjson }
    if path.hasSuffix(".json") { return .json }
    if path.hasSuffix(".xml") { return .xml }
    return nil
  }

  /// Returns the format of a file with another name by its first character that is not white space, or nil for an empty
  /// file. JSON whose first line is a whole object with more after it is NDJSON.
  static func format(of head: ArraySlice<UInt8>) -> InputFile.Format? {
    // Skips white space and a byte order mark.
    guard let start = head.firstIndex(where: { $0 > 0x20 && $0 < 0x80 }) else { return nil }
    if head[start] == UInt8(ascii: "<") { return .xml }
    return InputFile.Format.isLines(head[start...]) ? .ndjson : .json
  }
}
