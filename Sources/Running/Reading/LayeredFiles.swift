import Bytes
import Diagnostics
import PolicyReading

/// Files of one kind in layers: those of each `--templates`, then those of each `--policy`. Of an app the file in the last layer holds.
struct LayeredFiles {
  private struct Entry {
    let layer: Int
    let path: String
    let bytes: [UInt8]
    let app: String?
    var file: LayerFile?
    /// The file that it extends; nil: it stands for itself, or was not asked yet.
    var next: Int?
    /// Its place among the tables of all layers.
    var node: Int?
    /// Why it cannot extend what it should.
    var fault: FatalInput?
  }

  private let code: Diagnostic.Code
  /// What a file has, for messages: `a policy`.
  private let what: String
  private var entries: [Entry] = []
  /// The files of each app, in the order of the layers.
  private var files: [String: [Int]] = [:]

  init(_ code: Diagnostic.Code, of what: String) { (self.code, self.what) = (code, what) }

  /// In the order of the layers, and in each of the files' names.
  var indices: Range<Int> { entries.indices }

  func app(_ index: Int) -> String? { entries[index].app }
  func path(_ index: Int) -> String { entries[index].path }

  /// The file of each app that holds.
  var last: [String: Int] { files.compactMapValues { $0.last } }

  mutating func add(_ file: LayerFile, layer: Int) throws(FatalInput) {
    try add(Entry(layer: layer, path: file.file, bytes: file.bytes, app: file.app, file: file))
  }

  /// Adds a file of which only the app is known so far.
  mutating func add(_ path: String, _ bytes: [UInt8], app: String, layer: Int) throws(FatalInput) {
    try add(Entry(layer: layer, path: path, bytes: bytes, app: app))
  }

  private mutating func add(_ entry: Entry) throws(FatalInput) {
    entries.append(entry)
    guard let app = entry.app else { return }
    let other = files[app]?.first { entries[$0].layer == entry.layer }
    files[app, default: []].append(entries.count - 1)
    guard let other else { return }
    throw FatalInput(
      Diagnostic(
        .error, code, at: SourceLocation(file: entry.path, line: 1, column: 1), field: "app",
        found: "the app \(app.quotedForDiagnostic) has \(what) in \(entries[other].path) already",
        expected: "one \(words) an app"))
  }

  private var words: String { code == .policy ? "policy" : "file of texts" }

  /// Whether a file that was not read may extend another.
  func extends(_ index: Int) -> Bool {
    // Above the first table.
    let head = entries[index].bytes.prefix(1000).prefix { $0 != UInt8(ascii: "[") }
    return head.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "extends".utf8) }
  }

  /// Puts the file before those that it extends.
  ///
  /// - Returns: Its place in `tables`.
  /// - Throws: if there is no file that it could extend, or they extend each other.
  mutating func node(of index: Int, in tables: LayeredTables) throws(FatalInput) -> Int {
    var chain: [Int] = []
    var seen: Set<Int> = []
    var place: Int? = index
    while let last = place, entries[last].node == nil {
      if !seen.insert(last).inserted {
        let apps = (chain + [last]).compactMap { entries[$0].app }.joined(separator: " extends ")
        throw try file(chain[chain.count - 1])
          .baseFault(found: "\(apps), in a circle", expected: "a file that stands for itself at the end")
      }
      chain.append(last)
      do throws(FatalInput) {
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

  private mutating func next(after index: Int) throws(FatalInput) -> Int? {
    let file = try file(index)
    guard let base = file.base else { return nil }
    let layer = entries[index].layer
    // Of the app itself an earlier layer has the file; of another one, this layer or an earlier one.
    entries[index].next = files[base]?.last { entries[$0].layer <= layer && $0 != index }
    if let next = entries[index].next { return next }
    let known = Set(entries.filter { $0.layer <= layer && $0.path != entries[index].path }.compactMap(\.app)).sorted()
    throw file.baseFault(
      found: "found \(base.quotedForDiagnostic), of which nothing before has \(what)",
      expected: known.oneOf.orNearest(to: base, in: known))
  }

  /// The file and those that it extends, the nearest first, once its ``node(of:in:)`` is known.
  func chain(of index: Int) -> some Sequence<Int> { sequence(first: index) { entries[$0].next } }

  mutating func file(_ index: Int) throws(FatalInput) -> LayerFile {
    if let known = entries[index].file { return known }
    let file = try LayerFile(entries[index].bytes, file: entries[index].path, code)
    entries[index].file = file
    return file
  }

  /// What a file that nothing was read of but its app is known by.
  func sha256(_ index: Int) throws(FatalInput) -> String {
    String(hexadecimal: try SHA256.digest(of: entries[index].bytes))
  }

  /// Of the bytes of a file and those that it extends, one after the other.
  func sha256(ofChain index: Int) throws(FatalInput) -> String {
    var hash = try SHA256()
    for index in chain(of: index) { hash.update(entries[index].bytes) }
    return String(hexadecimal: hash.digest)
  }
}
