import Bytes
import CivilTime
import PlanModel
import RunModel

/// The figures of a report page as data, which `tickler verify` compares with the plan. Templates are free to word
/// them.
package struct PageData: PlanRecord {
  package var now = Instant.distantPast
  /// The hashes of inputs, policies and holidays.
  package var sha256: [String]?
  /// The number of account sections on the page; nil if accounts have pages of their own.
  package var accounts: Int?
  /// The number of rows in a list of accounts.
  package var rows: Int?
  /// Figures by their name in `summary.json`, such as `outcomes.scheduled`. Missing ones are zero.
  package var figures: Named<Int>?

  package init() {}

  /// Creates the data of the first page.
  package init(_ summary: RunSummary, _ header: RunHeader, accounts: Int?) {
    now = header.now
    sha256 = header.inputs.map(\.sha256) + header.policies.map(\.sha256) + header.holidays.map(\.sha256)
    self.accounts = accounts
    var counts = RecordCounts()
    counts.add("accounts", summary.accounts)
    counts.add("accountsWithProblems", summary.accountsWithProblems)
    counts.add("coverageHorizons.accounts", summary.horizonCount)
    counts.add("rejectedRecords", summary.rejected)
    counts.add("outcomes", summary.decisions)
    for (kind, tally) in summary.kinds.sorted(by: { $0.key < $1.key }) { counts.add("kinds.\(kind.name)", tally) }
    for reason in Reason.allCases where summary.reasons[reason.index] > 0 {
      counts.add("reasons.\(reason.code)", summary.reasons[reason.index])
    }
    counts.add("byDay", summary.dayCounts.named)
    figures = Named(counts.members.map { ($0.name, Int($0.count)!) })
  }

  /// Creates the data of a page of accounts, or of a list of them.
  package init(_ header: RunHeader, accounts: Int? = nil, rows: Int? = nil) {
    (now, self.accounts, self.rows) = (header.now, accounts, rows)
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("now", &now, "the plan's `now`")
    try fields.field("sha256", &sha256, "hashes of inputs, policies and holidays")
    try fields.field("accounts", &accounts, "accounts on the page")
    try fields.field("rows", &rows, "rows of the list")
    try fields.field("figures", &figures, "counts by name")
  }

  /// The data as a line of JSON. It cannot end the surrounding element, since names and hashes contain no `<`.
  package var line: WrittenBytes { FieldWriter.line(self) }
}
