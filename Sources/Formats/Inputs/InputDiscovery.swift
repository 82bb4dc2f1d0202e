import Diagnostics
import System

/// Turns the PATHs of the command line into inputs: named files, and the exports of folders in name order.
package enum InputDiscovery {
  /// The file that lists what a run wrote to a folder. Such a folder has plans, not exports.
  package static let outputList = ".tickler-files"

  /// - Parameters:
  ///   - name: Returns the name of a file or folder in messages.
  ///   - output: The folder that the run writes to, which is skipped and may have no exports. nil if there is none.
  ///   - warnings: Receives what was skipped because it is not a file, or is a folder that tickler wrote.
  package static func open(
    _ paths: [String], shownAs name: (String) -> String = { FileName.shown($0) }, output: String? = nil,
    _ warnings: inout [Diagnostic]
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
        inputs.append(try .standardInput().recognized())
      } else if try Folder.exists(path, shownAs: name(path)) {
        if try isOutput(path) {
          warnings.append(
            leftOut(name(path), "found a folder that tickler wrote (\(outputList))", "a folder of exports"))
          skippedFolder = skippedFolder ?? path
          continue
        }
        let before = inputs.count
        var parents: [FileIdentity] = []
        try addExports(below: path, name, target, &parents, &inputs, &warnings)
        if inputs.count == before {
          throw RunFault(.noInput, "no exports (.json, .ndjson, .xml) below \(name(path))")
        }
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

  private static func isOutput(_ folder: String) throws(RunFault) -> Bool {
    try Path.isTaken("\(folder)/\(outputList)")
  }

  private static func leftOut(_ name: String, _ found: String, _ expected: String) -> Diagnostic {
    let place = SourceLocation(file: name, line: 1, column: 1)
    return Diagnostic(.warning, .input, at: place, found: found, expected: "\(expected); it is left out")
  }

  /// Returns the file at `path`, with the format by its name or else by its content.
  ///
  /// - Parameter name: Its name in messages; nil for the path.
  package static func file(_ path: String, shownAs name: String? = nil) throws(RunFault) -> InputFile {
    let name = name ?? FileName.shown(path)
    if let format = format(of: path) { return try .open(path, format: format, shownAs: name).recognized() }
    if let file = try InputFile.open(path, shownAs: name, sniff: { .init(foreign: $0) ?? format(of: $0) }) {
      return file
    }
    throw RunFault(
      .format, "found the end of the input", expected: "a \(SurveyedInput.format) document", in: name,
      at: Place(line: 1, column: 1))
  }

  /// Returns the format by the file name, without a suffix for compression, or nil.
  private static func format(of path: String) -> InputFile.Format? {
    let path = Compression.bareName(path)
    if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") { return .ndjson }
    if path.hasSuffix(".json") { return .json }
    if path.hasSuffix(".xml") { return .xml }
    return nil
  }

  /// Returns the format of a file with another name by its first character that is not white space, or nil for an empty
  /// file. JSON whose first line is a whole object with more after it is NDJSON.
  private static func format(of head: ArraySlice<UInt8>) -> InputFile.Format? {
    // Skips white space and a byte order mark.
    guard let start = head.firstIndex(where: { $0 > 0x20 && $0 < 0x80 }) else { return nil }
    if head[start] == UInt8(ascii: "<") { return .xml }
    return InputFile.Format.isLines(head[start...]) ? .ndjson : .json
  }

  /// Opens every export at any depth, sorted by path in byte order. Skips hidden files and folders, and folders that
  /// tickler wrote. Warns about links in a circle, and about anything with an export's name that is not a file.
  ///
  /// - Parameters:
  ///   - output: The folder that may have no exports.
  ///   - parents: The folders on the path to this one.
  private static func addExports(
    below folder: String, _ name: (String) -> String, _ output: FileIdentity?, _ parents: inout [FileIdentity],
    _ inputs: inout [InputFile], _ warnings: inout [Diagnostic]
  ) throws(RunFault) {
    func leaveOut(_ path: String, _ found: String, _ expected: String) {
      warnings.append(leftOut(name(path), found, expected))
    }
    let before = inputs.count
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    do {
      guard let identity = try Path.identity(folder) else { throw SystemError.absence }
      if parents.contains(where: { $0.isSame(as: identity) }) {
        return leaveOut(folder, "found a link to its own folder", "a folder elsewhere")
      }
      parents.append(identity)
      defer { parents.removeLast() }
      for entry in try Folder.entries(in: folder) where !entry.name.hasPrefix(".") {
        let path = base + entry.name
        let format = Compression.bareName(entry.name).hasSuffix(".jsonl") ? nil : format(of: entry.name)
        var kind = entry.kind
        if kind == nil {
          do {
            kind = try Path.kind(path)
          } catch {
            guard error.isLoop else { throw error }
            leaveOut(path, "found a circular link", "a link to a file or folder")
            continue
          }
        }
        if kind == .folder {
          if try !isOutput(path) { try addExports(below: path, name, output, &parents, &inputs, &warnings) }
        } else if let format {
          if kind == .pipe || kind == .other {
            leaveOut(path, "found a pipe, device or socket", "a file")
          } else {
            inputs.append(try .open(path, format: format, shownAs: name(path)).recognized())
          }
        }
      }
      if inputs.count > before, let output, output.isSame(as: identity) {
        throw RunFault(
          .usage,
          "--out names \(name(folder)), which has exports (\(inputs[before].name)) that later runs would pass over; "
            + "name a separate folder")
      }
    } catch let error as SystemError {
      throw RunFault(reading: name(folder), error)
    } catch {
      throw error as! RunFault
    }
  }
}
