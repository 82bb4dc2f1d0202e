import Bytes
import Crypto
import Diagnostics
import PolicyReading

/// Files of one kind in layers: those of each `--templates`, then those of each `--policy`. Of an app the file in the last layer holds.
struct Layers {
  private struct Entry {
    let layer: Int
    let path: String
    let bytes: [UInt8]
    let app: String?
    var file: LayerFile?
  }

  private let code: Diagnostic.Code
  /// What a file has, for messages: `a policy`.
  private let what: String
  private var entries: [Entry] = []

  init(_ code: Diagnostic.Code, of what: String) { (self.code, self.what) = (code, what) }

  /// In the order of the layers, and in each of the files' names.
  var indices: Range<Int> { entries.indices }

  func app(_ index: Int) -> String? { entries[index].app }
  func path(_ index: Int) -> String { entries[index].path }

  /// The file of each app that holds.
  var last: [String: Int] {
    var last: [String: Int] = [:]
    for index in entries.indices { if let app = entries[index].app { last[app] = index } }
    return last
  }

  mutating func add(_ file: LayerFile, layer: Int) throws(FatalInput) {
    try add(Entry(layer: layer, path: file.file, bytes: file.bytes, app: file.app, file: file))
  }

  /// Adds a file of which only the app is known so far.
  mutating func add(_ path: String, _ bytes: [UInt8], app: String, layer: Int) throws(FatalInput) {
    try add(Entry(layer: layer, path: path, bytes: bytes, app: app))
  }

  private mutating func add(_ entry: Entry) throws(FatalInput) {
    let other = entries.first { $0.layer == entry.layer && $0.app != nil && $0.app == entry.app }
    entries.append(entry)
    guard let other, let app = entry.app else { return }
    throw FatalInput(
      Diagnostic(
        .error, code, at: SourceLocation(file: entry.path, line: 1, column: 1), field: "app",
        found: "the app \(app.quotedForDiagnostic) has \(what) in \(other.path) already",
        expected: "one \(words) an app"))
  }

  private var words: String { code == .policy ? "policy" : "file of texts" }

  /// Whether a file that was not read may extend another.
  func extends(_ index: Int) -> Bool {
    // Above the first table.
    let head = entries[index].bytes.prefix(1000).prefix { $0 != UInt8(ascii: "[") }
    return head.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "extends".utf8) }
  }

  /// The file, and those that it extends, the nearest first.
  ///
  /// - Throws: where there is no file that it could extend, or they extend each other.
  mutating func chain(of index: Int) throws(FatalInput) -> [LayerFile] {
    var chain = [index]
    while true {
      let last = chain[chain.count - 1]
      let file = try file(last)
      guard let base = file.base else { break }
      let layer = entries[last].layer
      // Of the app itself an earlier layer has the file; of another one, this layer or an earlier one.
      let next = entries.indices.last { entries[$0].app == base && entries[$0].layer <= layer && $0 != last }
      guard let next else {
        let known = Set(entries.filter { $0.layer <= layer && $0.path != entries[last].path }.compactMap(\.app))
          .sorted()
        throw file.baseFault(
          found: "found \(base.quotedForDiagnostic), of which nothing before has \(what)",
          expected: known.oneOf.orNearest(to: base, in: known))
      }
      if chain.contains(next) {
        let apps = (chain + [next]).compactMap { entries[$0].app }.joined(separator: " extends ")
        throw file.baseFault(found: "\(apps), in a circle", expected: "a file that stands for itself at the end")
      }
      chain.append(next)
    }
    return try chain.map { (index) throws(FatalInput) in try file(index) }
  }

  mutating func file(_ index: Int) throws(FatalInput) -> LayerFile {
    if let known = entries[index].file { return known }
    let file = try LayerFile(entries[index].bytes, file: entries[index].path, code)
    entries[index].file = file
    return file
  }

  /// What a file that nothing was read of but its app is known by.
  func sha256(_ index: Int) -> String { String(hexadecimal: SHA256.hash(data: entries[index].bytes)) }
}

extension [LayerFile] {
  /// Of their bytes, one after the other.
  var sha256: String {
    var hash = SHA256()
    for layer in self { hash.update(data: layer.bytes) }
    return String(hexadecimal: hash.finalize())
  }
}
