import Diagnostics
import Formats
import System

/// The files that a run reads, watched for changes: inputs, policies, texts and page templates.
struct WatchedFiles {
  private let watch: FolderWatch
  /// The files that were named, with the paths that the watch reports.
  private var files: Set<String> = []
  /// The suffixes of relevant file names, by folder.
  private var trees: [String: [String]] = [:]
  private let output: FileIdentity?

  init(_ options: PlanOptions) throws(RunFault) {
    (watch, output) = try RunFault.wording(.ioError, "cannot watch files") {
      (try FolderWatch(), try Path.identity(options.out))
    }
    let disclosure = OutputRedaction(SourceNames(below: options.roots(or: nil)), options.redactor)
    for path in options.paths {
      try add(path, endings: [""], shownAs: disclosure.input(path))
    }
    for path in options.policies { try add(path, endings: [".toml"]) }
    for holidays in options.holidays { try add(holidays.path, endings: []) }
    if let path = options.changes { try add(path, endings: [], shownAs: disclosure.input(path)) }
    if let path = options.expected { try add(path, endings: []) }
    for path in try TemplateFolder.find(options.templateFolders).paths { try add(path, endings: [""]) }
  }

  /// Waits for a relevant change, and then until nothing has changed for a number of milliseconds.
  ///
  /// - Returns: `false` if a signal asks the program to end.
  func wait(quietFor milliseconds: Int) throws(RunFault) -> Bool {
    try RunFault.wording(.ioError, "cannot watch files") {
      while true {
        let changes = try watch.changes()
        if EndRequest.isReceived { return false }
        if changes.contains(where: matters) { break }
      }
      while try !watch.changes(within: milliseconds).isEmpty {}
      return !EndRequest.isReceived
    }
  }

  private func matters(_ change: FolderWatch.Change) -> Bool {
    guard let path = change.path, !files.contains(path) else { return true }
    guard let slash = path.lastIndex(of: "/") else { return change.isFolder }
    let name = path[path.index(after: slash)...]
    guard let endings = trees[String(path[..<slash])], !name.hasPrefix("."), !name.hasSuffix("~") else {
      return trees[path] != nil
    }
    return change.isFolder || endings.contains(where: name.hasSuffix)
  }

  /// Watches a file, or a folder with its content, and anything that replaces it.
  private mutating func add(_ path: String, endings: [String], shownAs shown: String? = nil) throws(RunFault) {
    try RunFault.reading(shown ?? path) {
      var path = path[...]
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      let slash = path.lastIndex(of: "/")
      let parent = slash.map { String(path[..<$0]) } ?? "."
      let name = slash.map { path[path.index(after: $0)...] } ?? path
      if name != ".", name != "..", name != "" {
        try watch.add(parent.isEmpty ? "/" : parent)
        files.insert("\(parent.isEmpty ? "/" : parent)/\(name)")
      }
      var parents: [FileIdentity] = []
      try add(tree: String(path), endings, &parents)
    }
  }

  private mutating func add(
    tree path: String, _ endings: [String], _ parents: inout [FileIdentity]
  ) throws(SystemError) {
    guard let identity = try Path.identity(path), identity.kind == .folder,
      output.map({ !$0.isSame(as: identity) }) ?? true, !parents.contains(where: { $0.isSame(as: identity) })
    else { return }
    parents.append(identity)
    defer { parents.removeLast() }
    try watch.add(path)
    trees[path, default: []] += endings
    for entry in try Folder.entries(in: path) where !entry.name.hasPrefix(".") {
      if entry.kind == nil || entry.kind == .folder { try add(tree: "\(path)/\(entry.name)", endings, &parents) }
    }
  }
}

/// Runs `tickler plan --watch`, which plans again whenever its sources change.
package enum WatchRun {
  /// The time without changes before the next plan, in milliseconds. Editors write a file in several steps, and
  /// exporters write several files.
  private static let rest = 200

  /// - Parameter moves: Whether each plan uses the current time.
  /// - Returns: 0, once a signal asks the program to end.
  package static func run(_ options: PlanOptions, moves: Bool) async throws(RunFault) -> Int32 {
    var options = options
    options.printsOneLine = true
    options.hasHeartbeat = true
    EndRequest.handleSignals()
    while true {
      // Started before the plan, so that changes during planning count.
      let files = try WatchedFiles(options)
      if moves { options.now = SystemClock.now }
      do throws(RunFault) {
        _ = try await PlanRun.run(options)
      } catch {
        if EndRequest.isReceived { return 0 }
        for message in options.redacted(error).messages { StandardError.write(message + "\n") }
      }
      if try !files.wait(quietFor: rest) { return 0 }
    }
  }
}
