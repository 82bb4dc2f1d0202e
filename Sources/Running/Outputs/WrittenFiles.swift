import Diagnostics
import PlanFiles

/// The files of a run for `.tickler-files`, sorted by name. Files of a folder are in the order of the plan, in which
/// they are written. For a folder with a file per account, memory holds a bounded number.
struct WrittenFiles {
  private static let memory = 1 << 20

  private var files: [String: ListedFile] = [:]
  private var folders: [String: SpilledBytes] = [:]

  mutating func add(_ file: ListedFile) throws(FatalInput) {
    guard file.isInFolder else {
      files[file.name] = file
      return
    }
    // These can stay in place when the files beside them are replaced.
    let cancelled = CalendarFiles.cancelledAccounts
    let folder = file.name.hasPrefix(cancelled + "/") ? cancelled : String(file.output)
    _ = try folders[folder, default: SpilledBytes(memory: WrittenFiles.memory, of: "the list of files")].append(
      file.line)
  }

  /// Renames a file that is not in a folder.
  mutating func rename(_ old: String, to name: String) throws(FatalInput) {
    guard var file = files.removeValue(forKey: old) else { return }
    file.name = name
    try add(file)
  }

  /// Writes the list.
  ///
  /// - Parameter names: Files and whole folders.
  func write(_ names: Set<String>, to list: OutputFile) throws(FatalInput) {
    for name in names.sorted(by: { $0.compareBytes($1) < 0 }) {
      try list.write((files[name] ?? ListedFile(name: name)).line)
      for folder in folders.keys.sorted() where folder == name || folder.hasPrefix(name + "/") {
        try folders[folder]?.forEachBlock { (lines) throws(FatalInput) in try list.write(lines) }
      }
    }
  }
}
