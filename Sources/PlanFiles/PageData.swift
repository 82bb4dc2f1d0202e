import Bytes
import CivilTime
import Diagnostics
import Formats
import PlanModel
import RunModel

/// The figures of a report page as data, which `tickler verify` compares with the plan. Templates may show them in any words.
package struct PageData: PlanRecord {
  package var now = Instant.distantPast
  /// Those of inputs, policies and holidays.
  package var sha256: [String]?
  /// Accounts whose sections are on the page; nil: it has none, for they have pages of their own.
  package var accounts: Int?
  /// Rows of a list of accounts.
  package var rows: Int?
  /// By name, as in `summary.json`: `outcomes.scheduled`. What is missing is zero.
  package var figures: Named<Int>?

  package init() {}

  /// Of the first page.
  package init(_ summary: RunSummary, _ header: RunHeader, accounts: Int?) {
    now = header.now
    sha256 = header.inputs.map(\.sha256) + header.policies.map(\.sha256) + header.holidays.map(\.sha256)
    self.accounts = accounts
    var counts: [(name: String, value: Int)] = [
      ("accounts", summary.accounts), ("accountsWithProblems", summary.accountsWithProblems),
      ("coverageHorizons.accounts", summary.horizonCount), ("rejectedRecords", summary.rejected),
    ]
    func add(_ name: String, _ tally: RunSummary.Tally) {
      let parts = [
        ("scheduled", tally.scheduled), ("armed", tally.armed), ("ahead", tally.ahead), ("dropped", tally.dropped),
      ]
      counts += parts.map { ("\(name).\($0)", $1) }
    }
    add("outcomes", summary.decisions)
    for (kind, tally) in summary.kinds.sorted(by: { $0.key < $1.key }) { add("kinds.\(kind.name)", tally) }
    for reason in Reason.allCases { counts.append(("reasons.\(reason.code)", summary.reasons[reason.index])) }
    for (day, kinds) in summary.days.sorted(by: { $0.key < $1.key }) {
      counts += summary.kindsOfDays.map { ("byDay.\(day).\($0.name)", kinds[$0.index]) }
    }
    figures = Named(counts.filter { $0.value != 0 })
  }

  /// Of a page of accounts, or of a list of them.
  package init(_ header: RunHeader, accounts: Int? = nil, rows: Int? = nil) {
    (now, self.accounts, self.rows) = (header.now, accounts, rows)
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("now", &now, "the instant that the plan was made as of")
    try fields.field("sha256", &sha256, "hashes of inputs, policies and holidays")
    try fields.field("accounts", &accounts, "accounts on the page")
    try fields.field("rows", &rows, "rows of the list")
    try fields.field("figures", &figures, "counts by name")
  }

  /// A line of JSON in which no text can end the element around it: names and hashes have no `<`.
  package var line: WrittenBytes { FieldWriter.line(self) }
}
