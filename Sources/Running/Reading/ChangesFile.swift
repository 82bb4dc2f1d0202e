import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanModel
import Resolving

/// The file of `--changes`: a line for each thing that the user did, in order, as NDJSON.
enum ChangesFile {
  /// A change that holds, with the instant at which it was made.
  typealias Entry = (change: ItemChange, at: Instant)

  /// Returns the changes that hold: an undo removes the last change of its item.
  ///
  /// - Throws: 65 with every line that is not a change. A file that does not exist has no changes.
  static func read(_ path: String) throws(FatalInput) -> [Entry] {
    var entries: [Entry] = []
    var faults: [Diagnostic] = []
    for (number, line) in try bytes(path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    where line.contains(where: { $0 > 0x20 }) {
      let place = SourceLocation(file: FileName.shown(path), line: number + 1, column: 1)
      guard let tree = try? JSONTree(Array(line)), let (name, kind, id, at) = head(tree["change"]) else {
        faults.append(fault(at: place))
        continue
      }
      let fields = tree["change"]?.fields.dropFirst(names.count) ?? []
      func date(_ key: String) -> LocalDate? {
        fields.count == 1 ? fields.first { $0.key == key }?.value.text.flatMap { LocalDate(iso8601: $0.utf8) } : nil
      }
      let edit: ItemChange.Edit
      if let date = date("completedOn") {
        edit = .completedOn(date)
      } else if let date = date("paidThrough") {
        edit = .paidThrough(date)
      } else if fields.count == 1, let field = fields.first, field.key == "undo", case .flag(true) = field.value {
        let last = entries.lastIndex { $0.change.account == name && $0.change.kind == kind && $0.change.id == id }
        if let last { entries.remove(at: last) }
        continue
      } else {
        faults.append(fault(at: place))
        continue
      }
      entries.append((ItemChange(account: name, kind: kind, id: id, edit: edit, location: place), at))
    }
    if !faults.isEmpty { throw FatalInput(faults) }
    return entries
  }

  /// The fields that every change begins with.
  private static let names: [String] = ["app", "account", "kind", "id", "at"]

  private static func head(_ tree: JSONTree?) -> (AccountName, String, ItemID, Instant)? {
    guard let tree, tree.fields.prefix(names.count).map(\.key) == names else { return nil }
    let texts = tree.fields.prefix(names.count).compactMap(\.value.text)
    guard texts.count == names.count, let at = Instant(rfc3339: texts[4].utf8) else { return nil }
    return (AccountName(texts[1], app: texts[0]), texts[2], ItemID(texts[3]), at)
  }

  private static func fault(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .error, .format, at: place, found: "the line is no change",
      expected:
        #"{"change":{"app":…,"account":…,"kind":…,"id":…,"at":…,"completedOn":"YYYY-MM-DD"}}, or paidThrough, or undo"#)
  }

  private static func bytes(_ path: String) throws(FatalInput) -> [UInt8] {
    do {
      return try Path.kind(path) == nil ? [] : try Path.contents(of: path, for: .inspecting)
    } catch {
      throw FatalInput(reading: path, error)
    }
  }

  /// Appends a change, by writing the file aside and renaming it. One process at a time does so.
  ///
  /// - Parameter make: Returns the change after reading the ones that hold, and what `body` says of it; an edit of nil undoes.
  static func append(
    to path: String, at: Instant,
    _ make: ([Entry]) throws(FatalInput) -> (account: AccountName, kind: String, id: ItemID, edit: ItemChange.Edit?)
  ) throws(FatalInput) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let lock = try OpenFile.locked(folder: slash == path.startIndex ? "." : String(path[..<slash]))
    let (account, kind, id, edit) = try make(try read(path))
    let field: (key: String, value: JSONTree) =
      switch edit {
      case .completedOn(let date): ("completedOn", .text("\(date)"))
      case .paidThrough(let date): ("paidThrough", .text("\(date)"))
      case nil: ("undo", .flag(true))
      }
    let texts = [account.app ?? "", account.id.text, kind, id.text, "\(at)"]
    let members = zip(names, texts).map { (key: $0, value: JSONTree.text($1)) } + [field]
    var out = ByteWriter()
    let before = String(decoding: try bytes(path), as: UTF8.self)
    out.append(text: before + (before.isEmpty || before.hasSuffix("\n") ? "" : "\n"))
    JSONTree.object([("change", .object(members))]).write(to: &out, indent: nil)
    out.append(text: "\n")
    let draft = "\(path[..<slash]).\(path[slash...]).tickler"
    do {
      let file = try OpenFile(draft, for: .writing)
      if let permissions = try Path.identity(path)?.permissions { try Path.setPermissions(permissions, of: draft) }
      try file.write(WrittenBytes(out).text.utf8Span.span)
      try file.synchronize()
      try file.close()
      try Path.move(draft, to: path)
      try lock.synchronize()
    } catch {
      Folder.remove(draft)
      throw FatalInput(.cannotCreate, "cannot write \(path): \(error.words)")
    }
  }
}
