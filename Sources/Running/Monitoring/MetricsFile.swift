import Bytes
import Diagnostics

/// A file of metrics for Prometheus' textfile collector, which is replaced as a whole.
struct MetricsFile {
  /// What the lines of a metric begin with.
  private static let head = "# HELP "
  /// Metrics take some 5 KB.
  private static let largestSize = 1 << 20

  private let path: String
  /// Beside it, where the collector looks for no metrics.
  private let draft: String
  private let file: OpenFile
  /// What the last run wrote.
  private let before: String

  /// - Throws: if it cannot be written.
  init(_ path: String) throws(FatalInput) {
    self.path = path
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    draft = "\(path[..<slash]).\(path[slash...]).tickler"
    before = try MetricsFile.text(path)
    do {
      file = try OpenFile(draft, for: .writing)
      // The collector runs as another user, so the umask does not apply.
      try Path.setPermissions(try Path.identity(path)?.permissions ?? 0o644, of: draft)
    } catch {
      throw FatalInput(.cannotCreate, "cannot write \(path): \(error.words)")
    }
  }

  /// The file's text; empty if there is no file.
  ///
  /// - Throws: where it is another file than one of metrics, which stays.
  private static func text(_ path: String) throws(FatalInput) -> String {
    let text: String
    do {
      if try Path.ownKind(path) == nil { return "" }
      text = String(decoding: try Path.contents(of: path, limit: largestSize, for: .readingOwn), as: UTF8.self)
    } catch {
      throw FatalInput(.cannotCreate, "cannot write \(path): \(error.words)")
    }
    if text.isEmpty || text.hasPrefix("\(head)tickler_") { return text }
    throw FatalInput(.cannotCreate, "\(path) is no file of tickler's metrics; name another one with --metrics")
  }

  /// Replaces the file.
  ///
  /// - Parameter keepsOthers: Whether metrics that are not given stay as they are: after a run that wrote nothing, those of the plan
  ///   that is in place.
  func write(_ metrics: [Metric], keepsOthers: Bool) throws(FatalInput) {
    let names = Set(metrics.map(\.name))
    var text = metrics.map(\.text).joined()
    for block in keepsOthers ? MetricsFile.blocks(before) : [] {
      let name = block.dropFirst(MetricsFile.head.count).prefix { $0 != " " }
      if name.hasPrefix("tickler_"), !names.contains(String(name)) { text += block }
    }
    do {
      try file.write(text.utf8Span.span)
      try file.synchronize()
      try file.close()
      // Meanwhile the run may have put a file of the plan there.
      _ = try MetricsFile.text(path)
      try Path.move(draft, to: path)
    } catch let error as SystemError {
      discard()
      throw FatalInput(.ioError, "cannot write \(path): \(error.words)")
    } catch {
      discard()
      throw error as! FatalInput
    }
  }

  /// Leaves the file as it is, and nothing beside it.
  func discard() { Folder.remove(draft) }

  /// The lines from each one that begins with ``head`` up to the next such one.
  private static func blocks(_ text: String) -> [String] {
    var blocks: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(head) { blocks.append("") }
      if !blocks.isEmpty { blocks[blocks.count - 1] += line + "\n" }
    }
    return blocks
  }
}
