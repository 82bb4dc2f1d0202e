import CivilTime
import Diagnostics
import Formats
import PlanFiles
import PlanModel
import Resolving
import RunModel
import System

/// The file of `--changes`: NDJSON with one line per action of the user, in order.
struct ChangesFile {
  /// The changes in force. An undo removes the last change of its item.
  private(set) var changes: [ItemChange] = []
  /// The file's entry in a plan's header.
  private(set) var source: RunHeader.SourceFile
  private let bytes: [UInt8]

  /// - Throws: Status 65 with every line that is not a change. A missing file has no changes.
  init(_ path: String, shownAs shown: String? = nil) throws(RunFault) {
    let file = shown ?? FileName.shown(path)
    bytes = try Path.exists(path) ? try TextFile.bytes(path, shownAs: file, for: .inspecting) : []
    source = RunHeader.SourceFile(file: path, sha256: String(hexadecimal: try SHA256.digest(of: bytes)))
    var read = ReadChanges()
    var faults: [RunFault] = []
    var (start, number) = (0, 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      number += 1
      defer { start = end + 1 }
      if bytes[start..<end].allSatisfy({ $0 <= 0x20 }) { continue }
      do throws(RunFault) {
        let line: ChangeLine = try JSONDocument.record(onLine: number, start..<end, of: bytes, file: file)
        try read.add(line.change, at: SourceLocation(file: file, line: number, column: 1))
      } catch {
        faults.append(error)
      }
    }
    if let fatal = RunFault(faults) { throw fatal }
    changes = read.inForce
  }

  /// Appends a change under a lock: writes a new file and renames it. The rename is the last step that can fail, so a
  /// command that fails has recorded nothing and can be repeated.
  ///
  /// - Parameters:
  ///   - print: Called before the rename.
  ///   - make: Returns the change after the file is read, and what to print. A `nil` edit undoes the last change.
  static func append(
    to path: String, at: Instant, print: (String) throws(RunFault) -> Void,
    _ make: (ChangesFile) throws(RunFault) -> (item: ItemReference, edit: ItemChange.Edit?, words: String)
  ) throws(RunFault) {
    let file = destination(path)
    let lock = try OpenFile.locked(folder: file.lastIndex(of: "/").map { String(file[...$0]) } ?? ".")
    let earlier = try ChangesFile(path)
    let (item, edit, words) = try make(earlier)
    var record = ItemChangeRecord()
    (record.app, record.account) = (item.account.app ?? "", item.account.id.text)
    (record.kind, record.id) = (item.kind, item.id)
    record.at = at
    switch edit {
    case .completedOn(let date): record.completedOn = date
    case .completedAt(let time): record.completedAt = time
    case .paidThrough(let date): record.paidThrough = date
    case .snoozedUntil(let instant): record.snoozedUntil = instant
    case nil: record.isUndo = true
    }
    var bytes = earlier.bytes
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    bytes += FieldWriter.line(ChangeLine(record)).array
    let draft = Path.draft(of: file)
    defer { Folder.remove(draft) }
    try RunFault.wording(.cannotCreate, "cannot write \(path)") {
      let new = try OpenFile(draft, for: .writing)
      if let permissions = try Path.identity(file)?.permissions { try Path.setPermissions(permissions, of: draft) }
      try new.write(bytes.span)
      try new.synchronize()
      try new.close()
      try print(words)
      try Path.move(draft, to: file)
    }
    lock.synchronizeOrWarn(path)
  }

  /// Returns the file that a path leads to. Replacing the path itself would replace a link, and leave its target.
  private static func destination(_ path: String) -> String {
    var file = path
    // More links than the system follows are a circle, which it refuses when the file is read.
    for _ in 0..<40 {
      guard let target = Path.target(ofLink: file) else { break }
      let slash = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
      file = target.hasPrefix("/") ? target : file[..<slash] + target
    }
    return file
  }
}

/// The changes of a file while it is read.
private struct ReadChanges {
  /// The changes in order, with nil for each that a later line undoes.
  private var changes: [ItemChange?] = []
  /// The indices of each item's changes in force.
  private var places: [ItemReference: [Int]] = [:]

  var inForce: [ItemChange] { changes.compactMap(\.self) }

  mutating func add(_ record: ItemChangeRecord, at place: SourceLocation) throws(RunFault) {
    let item = ItemReference(
      account: AccountName(record.account, app: record.app), kind: record.kind, id: record.id)
    let edits: [ItemChange.Edit?] = [
      record.completedOn.map { .completedOn($0) }, record.completedAt.map { .completedAt($0) },
      record.paidThrough.map { .paidThrough($0) }, record.snoozedUntil.map { .snoozedUntil($0) },
    ]
    let given = edits.compactMap(\.self)
    guard given.count + (record.isUndo ? 1 : 0) == 1 else {
      throw RunFault(
        Diagnostic(
          .error, .format, at: place,
          found: "the change says \(given.isEmpty ? "nothing" : "several things") of its item",
          expected: "one of completedOn, completedAt, paidThrough, snoozedUntil and undo"))
    }
    if let edit = given.first {
      places[item, default: []].append(changes.count)
      changes.append(
        ItemChange(
          account: item.account, kind: item.kind, id: item.id, edit: edit, at: record.at, location: place))
    } else if let last = places[item]?.popLast() {
      changes[last] = nil
    }
  }
}

/// Finds accounts of changes in the inputs.
struct ChangedAccounts {
  private let changes: [ItemChange]
  private let ids: Set<StableHash>
  /// The account records with these ids, each with its app, if it names one, and its input.
  private var found: [(id: StableHash, app: StableHash?, input: Int)] = []

  init(_ file: ChangesFile?) {
    changes = file?.changes ?? []
    ids = Set(changes.map { StableHash($0.account.id.text) })
  }

  mutating func note(_ record: RecordSketch, input: Int) {
    if ids.isEmpty || !record.isAccount { return }
    if let owner = record.owner, ids.contains(owner) { found.append((owner, record.app, input)) }
  }

  /// Returns the changes whose account no input has.
  func missing(_ inputs: [SurveyedInput]) -> [ItemChange] {
    changes.filter { change in
      let (id, app) = (StableHash(change.account.id.text), change.account.app)
      return !found.contains { record in
        record.id == id && (record.app ?? inputs[record.input].app.map { StableHash($0) }) == app.map { StableHash($0) }
      }
    }
  }
}

/// The item that a change is for.
struct ItemReference: Hashable {
  let account: AccountName
  let kind: String
  let id: ItemID

  /// The item for readers: `bill rent of ana`.
  var words: String { "\(kind) \(id.text) of \(account.words)" }
}

extension ItemChange {
  var item: ItemReference { ItemReference(account: account, kind: kind, id: id) }

  /// A warning that no input has the account.
  var withoutAccount: Diagnostic {
    Diagnostic(
      .warning, .badValue, at: location, account: account.id.text, itemID: id.text, field: "account",
      found: "the change is for \(account), which no input has", expected: "an account of the inputs")
  }
}

/// Numbers the items that changes can name from 1, in the order of the inputs' accounts and items. Items of one series
/// share a number. It depends on the inputs alone and is valid until they change.
struct ItemNumbers {
  struct Key: Hashable {
    var kind: ItemKind
    var id: ItemID
  }

  private var account: AccountName?
  private var count = 0
  /// The numbers of the last account's items.
  private(set) var ofAccount: [Key: Int] = [:]

  /// Numbers an account's items. All devices of an account share them.
  ///
  /// - Parameter body: Called with each item, 0 for those that changes cannot name, unless the account was numbered before.
  mutating func number(
    _ account: Account, _ policy: Policy, _ body: (ItemDeclaration, Item, Int) -> Void = { _, _, _ in }
  ) {
    let name = AccountName(account.id, app: account.app, nil)
    if name == self.account { return }
    (self.account, ofAccount) = (name, [:])
    let shipped = ShippedItems.declarations.map { ($0, ItemList(shipped: $0.kind)) }
    let own = policy.items.enumerated().map { ($1, ItemList(declared: $0)) }
    for (declaration, list) in shipped + own {
      guard ItemChange.Edit.canChange(declaration) else {
        for item in account.items[list] { body(declaration, item, 0) }
        continue
      }
      var ofSeries: [String: Int] = [:]
      for item in account.items[list] {
        let known = item.series.flatMap { ofSeries[$0] }
        if known == nil { count += 1 }
        if let series = item.series { ofSeries[series] = known ?? count }
        ofAccount[Key(kind: declaration.kind, id: item.id)] = known ?? count
        body(declaration, item, known ?? count)
      }
    }
  }
}

extension ItemChange.Edit {
  /// Returns whether items of a kind can be changed.
  static func canChange(_ item: ItemDeclaration) -> Bool {
    [completedOn(.first), paidThrough(.first), snoozedUntil(.distantPast)].contains { $0.fits(item) }
  }
}
