import Diagnostics
import PlanFiles

/// Something in a plan's folder that cannot be as it stands, or that contradicts the rest of it.
package struct Finding: Hashable, Sendable {
  /// What sort of contradiction; the raw value is the word in `--format json`.
  package enum Kind: String, CaseIterable, PlanWord {
    /// A file that the run listed is not there or has other bytes, or one is there that it did not list.
    case files
    /// Two files have other heads: they are of two runs.
    case runs
    /// A line of the plan is not scheduled, armed or dropped as such a line has to be.
    case outcome
    /// Lines are not in the order of their file.
    case order
    /// An account stands twice, or its lines are not those that are counted.
    case accounts
    /// Two decisions that go out have one uid.
    case uid
    /// A request's id is not that of its notification, or two requests of an account have one.
    case request
    /// More goes out than the device holds, or something finds no slot while there is one.
    case slots
    /// Badges have a gap, or come in another order.
    case badges
    /// Something goes out before `now` or after the window's end.
    case window
    /// Something goes out in quiet hours that hold others of its kind back.
    case quietHours
    /// An instant is not what the wall time and its zone come to.
    case clock
    /// `accounts.ndjson` tells other things of an account than its lines do.
    case details
    /// `summary.json` has other counts than the plan.
    case counts
    /// The page has other counts than the plan.
    case page
    /// Carried out, the actions do not lead to the plan.
    case actions
    /// The calendars are not the plan's.
    case calendar
    /// The cancellations are not those that the plan took back.
    case cancelled
    /// A file that the head names does not have the hash that it has there.
    case sources
  }

  package var kind: Kind
  package var file: String
  package var line: Int
  package var found: String
  package var expected: String
}

extension Finding: CustomStringConvertible {
  /// `file:line: error: what was found; what is expected`.
  package var description: String { "\(file):\(line): error: \(found); expected \(expected)".visible }
}

extension Finding: PlanRecord {
  package init() { self.init(kind: .files, file: "", line: 1, found: "", expected: "") }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("kind", &kind, "what sort of contradiction it is")
    try fields.field("file", &file, "where it is")
    try fields.field("line", &line, "from 1")
    try fields.field("found", &found, "what stands there")
    try fields.field("expected", &expected, "what the rest of the folder says")
  }
}
