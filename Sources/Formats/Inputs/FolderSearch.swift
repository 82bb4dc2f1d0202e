import Diagnostics
import System

/// Finds the inputs of a folder at any depth, sorted by path in byte order. Skips hidden files, backups, what tickler
/// wrote, and what no reader knows.
struct FolderSearch {
  /// The name of a file or folder in messages.
  let name: (String) -> String
  /// The folder that the run writes to, which may have no inputs.
  let output: FileIdentity?
  let takesForeign: Bool
  private(set) var inputs: [InputFile] = []
  private var warnings: [Diagnostic] = []
  /// The names of other tools' files that the run does not take, and of files that no reader knows.
  private var foreign: [String] = []
  private var unknown: [String] = []
  /// The folders on the path to the current one.
  private var parents: [FileIdentity] = []

  init(name: @escaping (String) -> String, output: FileIdentity?, takesForeign: Bool) {
    (self.name, self.output, self.takesForeign) = (name, output, takesForeign)
  }

  mutating func add(below folder: String, _ inspect: InputDiscovery.Inspection) throws(RunFault) {
    let before = inputs.count
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    do {
      guard let identity = try Path.identity(folder) else { throw SystemError.absence }
      if parents.contains(where: { $0.isSame(as: identity) }) {
        return leaveOut(folder, "found a link to its own folder", "a folder elsewhere")
      }
      parents.append(identity)
      defer { parents.removeLast() }
      for entry in try Folder.entries(in: folder) where !FolderSearch.isSkipped(entry.name) {
        try add(entry, base + entry.name, inspect)
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

  /// Whether a name is that of a hidden file, or of a backup or an unfinished copy, which would count as a second export.
  private static func isSkipped(_ name: String) -> Bool {
    name.hasPrefix(".") || ["~", ".bak", ".old", ".orig", ".tmp", ".part"].contains(where: name.hasSuffix)
  }

  private mutating func add(_ entry: Folder.Entry, _ path: String, _ inspect: InputDiscovery.Inspection) throws {
    var kind = entry.kind
    if kind == nil {
      do {
        kind = try Path.kind(path)
      } catch {
        guard error.isLoop else { throw error }
        return leaveOut(path, "found a circular link", "a link to a file or folder")
      }
    }
    if kind == .folder {
      if try !InputDiscovery.isOutput(path) { try add(below: path, inspect) }
    } else if kind == .pipe || kind == .other {
      leaveOut(path, "found a pipe, device or socket", "a file")
    } else {
      try add(file: path, named: InputDiscovery.format(of: entry.name), inspect)
    }
  }

  private mutating func add(
    file path: String, named format: InputFile.Format?, _ inspect: InputDiscovery.Inspection
  ) throws(RunFault) {
    let file: FolderFile
    do {
      file = try FolderFile(path, named: format, shownAs: name(path))
    } catch {
      if format != nil { throw error }
      return leaveOut(path, "found a file that cannot be read", "a readable one")
    }
    if file.role == .own { return }
    let found = file.role == .export ? [file.input] : try inspect(file.input)
    if found.isEmpty {
      guard let advice = file.input.format.advice else { return unknown.append(name(path)) }
      return leaveOut(path, advice.found, advice.expected)
    }
    if !takesForeign, found.contains(where: \.format.isForeign) { foreign.append(name(path)) }
    inputs += takesForeign ? found : found.filter { !$0.format.isForeign }
  }

  private mutating func leaveOut(_ path: String, _ found: String, _ expected: String) {
    warnings.append(InputDiscovery.leftOut(name(path), found, expected))
  }

  // MARK: Messages

  private static let hint = "--time-zone, such as Europe/London, or an [import] table, to read them"

  /// Returns the warnings about what was skipped in a folder.
  func warnings(of folder: String) -> [Diagnostic] {
    func leftOut(_ files: [String], _ what: String, _ expected: String) -> [Diagnostic] {
      guard !files.isEmpty else { return [] }
      let shown = files.prefix(3).joined(separator: ", ") + (files.count > 3 ? " and others" : "")
      let found = "found \(files.count) file\(files.count == 1 ? "" : "s") \(what): \(shown)"
      return [
        Diagnostic(
          .warning, .input, at: SourceLocation(file: name(folder), line: 1, column: 1), found: found,
          expected: "\(expected); left out")
      ]
    }
    return warnings + leftOut(foreign, "of other tools", FolderSearch.hint)
      + leftOut(unknown, "that no reader knows", "exports, or files of the tools in docs/imports.md")
  }

  /// Returns the fault of a folder without inputs.
  func fault(of folder: String) -> RunFault {
    let known = foreign.isEmpty ? "" : "; it has files of other tools (\(foreign[0])): give \(FolderSearch.hint)"
    let what = unknown.count == 1 ? "its file" : "its \(unknown.count) files, such as"
    let unread = unknown.isEmpty ? "" : "; no reader knows \(what) \(unknown[0])"
    return RunFault(.noInput, "no exports below \(name(folder))\(known)\(unread)")
  }
}
