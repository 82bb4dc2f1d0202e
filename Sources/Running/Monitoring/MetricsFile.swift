import Diagnostics
import System

/// A file of metrics for Prometheus' textfile collector, always replaced as a whole.
struct MetricsFile {
  /// The first line of each metric starts with this.
  private static let head = "# HELP "
  /// Metrics take about 5 KB.
  private static let largestSize = 1 << 20

  private let path: String
  /// The path of the draft beside the file, which the collector ignores.
  private let draft: String
  private let file: OpenFile
  /// The text of the last run.
  private let before: String

  init(_ path: String) throws(RunFault) {
    self.path = path
    draft = Path.draft(of: path)
    before = try MetricsFile.text(path)
    file = try RunFault.wording(.cannotCreate, "cannot write \(path)") { [draft] in
      let file = try OpenFile(draft, for: .writing)
      // The collector runs as another user, so the umask does not apply.
      try Path.setPermissions(try Path.identity(path)?.permissions ?? 0o644, of: draft)
      return file
    }
  }

  /// Returns the file's text; empty if there is no file.
  ///
  /// - Throws: If the file does not contain metrics. It then stays unchanged.
  private static func text(_ path: String) throws(RunFault) -> String {
    let bytes = try RunFault.wording(.cannotCreate, "cannot write \(path)") {
      try Path.ownKind(path) == nil ? [] : Path.beginning(of: path, largestSize, for: .readingOwn)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.isEmpty || text.hasPrefix("\(head)tickler_") { return text }
    throw RunFault(.cannotCreate, "\(path) is not a metrics file of tickler; name another one with --metrics")
  }

  /// Replaces the file.
  ///
  /// - Parameter keepsOthers: Whether to keep other metrics. After a run that wrote nothing, these are the metrics of
  ///   the plan in place.
  func write(_ metrics: [Metric], keepsOthers: Bool) throws(RunFault) {
    let names = Set(metrics.map(\.name))
    var text = metrics.map(\.text).joined()
    for block in keepsOthers ? MetricsFile.blocks(before) : [] {
      let name = block.dropFirst(MetricsFile.head.count).prefix { $0 != " " }
      if name.hasPrefix("tickler_"), !names.contains(String(name)) { text += block }
    }
    defer { Folder.remove(draft) }
    try RunFault.writing(path) {
      try file.write(text)
      try file.synchronize()
      try file.close()
      // In the meantime, the run may have put a file of the plan there.
      _ = try MetricsFile.text(path)
      try Path.move(draft, to: path)
    }
  }

  /// Splits text into metrics, each starting with ``head``.
  private static func blocks(_ text: String) -> [String] {
    var blocks: [String] = []
    for line in text.lines where !line.isEmpty {
      if line.hasPrefix(head) { blocks.append("") }
      if !blocks.isEmpty { blocks[blocks.count - 1] += line + "\n" }
    }
    return blocks
  }
}
