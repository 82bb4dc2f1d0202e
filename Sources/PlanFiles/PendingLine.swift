import CivilTime
import Diagnostics
import Formats
import PlanModel
import System

/// The requests on a device, as `tickler apply` prints them: a line for each account.
package struct PendingLine: PlanRecord {
  package var account = AccountID("")
  package var app = ""
  package var device: DeviceID?
  package var pending: [Account.Pending] = []
  package var shown: Int?

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.owner(&account, &app, &device, "whose device it is")
    try fields.field("pending", &pending, "its pending requests as in exports: by instant, none first, then by id")
    try fields.field(
      "shown", &shown, "how many notifications it shows that count on the badge; missing if the policy sets no badges")
  }
}

extension PendingLine {
  package init(_ device: Device, of owner: AccountName) {
    (account, app, self.device) = (owner.id, owner.app ?? "", owner.device)
    shown = device.shown?.count
    pending = device.pending.sorted { a, b in
      let (x, y) = (a.at?.epochSeconds ?? .min, b.at?.epochSeconds ?? .min)
      return x != y ? x < y : a.id < b.id
    }
  }
}

extension Account.Pending: PlanRecord {
  package init() { self.init(id: RequestID(""), at: nil) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("id", &id, "the request")
    try fields.field("at", &at, "when it fires next; missing for place triggers")
    try fields.sparse("repeats", &repeats, "`true`: it repeats")
    try fields.field("floats", &floats, "whether it keeps its wall time in another zone")
    try fields.field(
      "notification", &ownNotification, "the identifier of its notification, if `id` is the device's own")
    try fields.field("title", &title, "what it says")
    try fields.field("body", &body, "what it says")
    try fields.field("badge", &badge, "the badge that it sets; 0 for none")
  }
}

/// The lines of an `actions.ndjson`.
package enum ActionsFile {
  /// - Parameter path: A plan's folder, or the file.
  package static func read(_ path: String) throws(RunFault) -> [ActionLine] {
    let isFolder = try Folder.exists(path)
    if isFolder { try CommitJournal.settle(path) }
    let name = isFolder ? "\(path)/actions.ndjson" : path
    let isNamed = try isFolder ? false : Path.exists(path)
    // If neither exists, the error names the plain file.
    let file = if !isNamed, let found = try InputFile.planFile(name) { found } else { try InputFile.plain(name) }
    var reader = LineReader(file)
    var lines: [ActionLine] = []
    while let line: ActionLine = try reader.next() { lines.append(line) }
    return lines
  }
}
