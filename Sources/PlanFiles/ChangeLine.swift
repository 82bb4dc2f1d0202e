import CivilTime
import PlanModel

/// A line of the file of `--changes`.
package struct ChangeLine: PlanRecord {
  package var change = ItemChangeRecord()

  package init() {}

  package init(_ change: ItemChangeRecord) { self.change = change }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("change", &change, "what the user did")
  }
}

/// A user's change to an item after the export: one of the last four fields is set.
package struct ItemChangeRecord: PlanRecord {
  package var app = ""
  package var account = ""
  package var kind = ""
  package var id = ItemID("")
  package var at = Instant.distantPast
  package var completedOn: LocalDate?
  package var paidThrough: LocalDate?
  package var snoozedUntil: Instant?
  package var isUndo = false

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("app", &app, "the account's app")
    try fields.field("account", &account, "the account's id")
    try fields.field("kind", &kind, "the kind of item")
    try fields.field("id", &id, "the item's id")
    try fields.field("at", &at, "when the command ran")
    try fields.field("completedOn", &completedOn, "`done`: a due date that is done")
    try fields.field("paidThrough", &paidThrough, "`paid`: the due dates up to this one are paid")
    try fields.field("snoozedUntil", &snoozedUntil, "`snooze`: no notification of the item goes out before it")
    try fields.field("undo", &isUndo, unless: !isUndo, "`true` for `undo`: cancels the last change of the item")
  }
}
