import Diagnostics
import Formats
import PolicyReading
import System

/// Files of one type in layers: those of each `--templates`, then those of each `--policy`. An app uses its file in the
/// last layer.
struct LayeredFiles {
  private struct Entry {
    let layer: Int
    let path: String
    let bytes: [UInt8]
    let app: String?
    var file: LayerFile?
    /// The file that it extends; `nil` if there is none, or it is not determined yet.
    var next: Int?
    /// The index of its table among those of all layers.
    var node: Int?
    /// The reason why it cannot extend its base.
    var fault: RunFault?
  }

  private let code: Diagnostic.Code
  /// What a file contains, for messages: `a policy`.
  private let what: String
  private var entries: [Entry] = []
  /// The files of each app in layer order.
  private var files: [String: [Int]] = [:]

  init(_ code: Diagnostic.Code, of what: String) { (self.code, self.what) = (code, what) }

  /// The indices in layer order, and by file name within a layer.
  var indices: Range<Int> { entries.indices }

  func app(_ index: Int) -> String? { entries[index].app }
  func path(_ index: Int) -> String { entries[index].path }

  /// The file that each app uses.
  var last: [String: Int] { files.compactMapValues { $0.last } }

  mutating func add(_ file: LayerFile, layer: Int) throws(RunFault) {
    try add(Entry(layer: layer, path: file.file, bytes: file.bytes, app: file.app, file: file))
  }

  /// Adds a file of which only the app has been read.
  mutating func add(_ path: String, _ bytes: [UInt8], app: String, layer: Int) throws(RunFault) {
    try add(Entry(layer: layer, path: path, bytes: bytes, app: app))
  }

  private mutating func add(_ entry: Entry) throws(RunFault) {
    entries.append(entry)
    guard let app = entry.app else { return }
    let other = files[app]?.first { entries[$0].layer == entry.layer }
    files[app, default: []].append(entries.count - 1)
    guard let other else { return }
    throw RunFault(
      code, "the app \(app.quotedForDiagnostic) has \(what) in \(entries[other].path) already",
      expected: "one \(words) an app", in: entry.path, at: Place(line: 1, column: 1), field: "app")
  }

  private var words: String { code == .policy ? "policy" : "file of texts" }

  /// Returns whether an unread file may extend another.
  func extends(_ index: Int) -> Bool {
    // Only the part above the first table.
    let head = entries[index].bytes.prefix(1000).prefix { $0 != UInt8(ascii: "[") }
    return head.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "extends".utf8) }
  }

  /// Links the tables of a file with those of the files it extends.
  ///
  /// - Returns: The index of its table in `tables`.
  /// - Throws: If a base is missing, or files extend each other.
  mutating func node(of index: Int, in tables: LayeredTables) throws(RunFault) -> Int {
    var chain: [Int] = []
    var seen: Set<Int> = []
    var place: Int? = index
    while let last = place, entries[last].node == nil {
      if !seen.insert(last).inserted {
        let apps = (chain + [last]).compactMap { entries[$0].app }.joined(separator: " extends ")
        throw try file(chain[chain.count - 1])
          .baseFault(found: "\(apps), in a circle", expected: "a last file that extends none")
      }
      chain.append(last)
      do throws(RunFault) {
        if let fault = entries[last].fault { throw fault }
        place = try next(after: last)
      } catch {
        for index in chain { entries[index].fault = error }
        throw error
      }
    }
    for index in chain.reversed() {
      entries[index].node = tables.add(try file(index), before: entries[index].next.flatMap { entries[$0].node })
    }
    return entries[index].node!
  }

  private mutating func next(after index: Int) throws(RunFault) -> Int? {
    let file = try file(index)
    guard let base = file.base else { return nil }
    let layer = entries[index].layer
    // A base for the same app is in an earlier layer. A base for another app may also be in this layer.
    entries[index].next = files[base]?.last { entries[$0].layer <= layer && $0 != index }
    if let next = entries[index].next { return next }
    let known = Set(entries.filter { $0.layer <= layer && $0.path != entries[index].path }.compactMap(\.app)).sorted()
    throw file.baseFault(
      found: "found \(base.quotedForDiagnostic), which has no \(what)",
      expected: known.oneOf.orNearest(to: base, in: known))
  }

  /// Returns the file and those that it extends, nearest first. Requires a call of ``node(of:in:)``.
  func chain(of index: Int) -> some Sequence<Int> { sequence(first: index) { entries[$0].next } }

  mutating func file(_ index: Int) throws(RunFault) -> LayerFile {
    if let known = entries[index].file { return known }
    let file = try LayerFile(entries[index].bytes, file: entries[index].path, code)
    entries[index].file = file
    return file
  }

  /// Returns the hash of a file of which only the app has been read.
  func sha256(_ index: Int) throws(RunFault) -> String {
    String(hexadecimal: try SHA256.digest(of: entries[index].bytes))
  }

  /// Returns the hash of a file and those that it extends, one after the other.
  func sha256(ofChain index: Int) throws(RunFault) -> String {
    var hash = try SHA256()
    for index in chain(of: index) { hash.update(entries[index].bytes) }
    return String(hexadecimal: hash.digest)
  }
}
