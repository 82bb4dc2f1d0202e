import Bytes
import Diagnostics

/// A file of metrics for Prometheus' textfile collector, which is replaced as a whole.
struct MetricsFile {
  private let path: String
  /// Beside it, where the collector looks for no metrics.
  private let draft: String
  private let file: OpenFile
  /// What the last run wrote.
  private let before: String

  /// Makes sure that it can be written.
  init(_ path: String) throws(FatalInput) {
    self.path = path
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    draft = "\(path[..<slash]).\(path[slash...]).tickler"
    do {
      before = try Path.kind(path) == nil ? "" : String(decoding: try Path.contents(of: path), as: UTF8.self)
      file = try OpenFile(draft, for: .writing)
    } catch {
      throw FatalInput(.cannotCreate, "cannot write \(path): \(error.words)")
    }
  }

  /// Replaces the file.
  ///
  /// - Parameter keepsOthers: Whether metrics that are not given stay as they are: after a run that wrote nothing, those of the plan
  ///   that is in place.
  func write(_ metrics: [Metric], keepsOthers: Bool) throws(FatalInput) {
    let head = "# HELP "
    let names = Set(metrics.map(\.name))
    var text = metrics.map(\.text).joined()
    for block in keepsOthers ? MetricsFile.blocks(before, head) : [] {
      let name = block.dropFirst(head.count).prefix { $0 != " " }
      if name.hasPrefix("tickler_"), !names.contains(String(name)) { text += block }
    }
    do {
      try file.write(text.utf8Span.span)
      try file.synchronize()
      try file.close()
      try Path.move(draft, to: path)
    } catch {
      discard()
      throw FatalInput(.ioError, "cannot write \(path): \(error.words)")
    }
  }

  /// Leaves the file as it is, and nothing beside it.
  func discard() { Folder.remove(draft) }

  /// The lines from each one that begins with `head` up to the next such one.
  private static func blocks(_ text: String, _ head: String) -> [String] {
    var blocks: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(head) { blocks.append("") }
      if !blocks.isEmpty { blocks[blocks.count - 1] += line + "\n" }
    }
    return blocks
  }
}
