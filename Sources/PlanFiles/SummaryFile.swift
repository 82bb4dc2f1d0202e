import CivilTime
import PlanModel
import RunModel

/// `summary.json`: the results of a run. Equal runs write equal files.
package struct SummaryFile: PlanRecord {
  /// nil in files of earlier versions.
  package var verdict: Verdict?
  package var header = RunHeader()
  package var counts = RunSummary(now: .distantPast)
  package var clocks: [ZoneClock] = []
  package var diagnostics = DiagnosticLog()
  // The file's own values, for `verify` to check.
  private var decisions = 0
  private var horizons = Horizons()

  package init() {}

  package init(_ counts: RunSummary, _ header: RunHeader, _ log: DiagnosticLog) {
    (verdict, self.header, self.counts, diagnostics) = (counts.verdict(log), header, counts, log)
    self.counts.sortHorizons()
    (decisions, horizons) = (counts.decisions.total, Horizons(self.counts))
    for verb in Action.Verb.allCases { self.counts.actions[verb, default: 0] += 0 }
    clocks = counts.clocks.clocks(now: header.now)
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var (reasons, accepted) = (counts.reasons.byReason, counts.accepted.byReason)
    var untranslated = Named(sorting: counts.untranslated.map { ($0.key, $0.value) })
    var days = counts.dayCounts.named
    var superseded = Superseded(counts, header)
    var silentKinds = counts.silentKinds.sorted.map { SilentKind(key: $0.key, group: $0.value) }
    try fields.format("tickler-summary/1")
    try fields.field("verdict", &verdict, "the run in a word")
    try header.describe(&fields)
    try fields.field(
      "command", &header.command, "the command line, without options that do not affect results, such as `--jobs`")
    try fields.field("accounts", &counts.accounts, "how many were planned")
    try fields.field("accountsWithProblems", &counts.accountsWithProblems, "those with a decision that needs attention")
    try fields.sparse(
      "stale", &counts.stale,
      "with `--keep-going`: those that keep their earlier plan, since an input could not be used")
    try fields.field("staleSince", &counts.staleSince, "the time of the oldest plan that one of them keeps")
    try fields.sparse("staleSilent", &counts.staleSilent, "those of which nothing goes out any more")
    try fields.sparse(
      "notDue", &counts.notDue, "with `--due-before`: those that keep their earlier plan, since they are not due")
    try fields.sparse(
      "untranslated", &untranslated,
      "those whose texts are in another language than their `locale` asks for, by the language asked for")
    try fields.field("rejectedRecords", &counts.rejected, "records refused with a diagnostic")
    try fields.field("decisions", &decisions, "how many in all")
    try fields.field("outcomes", &counts.decisions, "decisions by outcome")
    try fields.field("marks", &counts.marks, "scheduled ones with a mark")
    try fields.field("reasons", &reasons, "dropped ones by reason, in the order of the checks")
    try fields.sparse(
      "accepted", &accepted, "of these, those that `[[accepted]]` of the policies covers; see policies.md")
    try fields.sparse(
      "deferredDuplicates", &counts.deferredDuplicates,
      "duplicates that quiet hours or a snooze made by moving notifications to one instant, without accepted ones")
    try fields.sparse(
      "silentKinds", &silentKinds, "kinds that are on and make candidates, but of which accounts get nothing")
    try fields.sparse("gates", &counts.gates, "the gates that are set, and how near the run came")
    try fields.sparse(
      "advice", &counts.advice,
      "what would help: what accounts with a finding lose if they are planned again with one setting changed")
    try fields.members("kinds", &counts.kinds, isByName: true, "outcomes by kind")
    try fields.members("apps", &counts.apps, "outcomes by app")
    try fields.members("zones", &counts.zones, "accounts and outcomes by the account's first zone")
    try fields.field(
      "clocks", &clocks, "each zone's offset and abbreviation, and their changes within the plan's reach")
    try fields.field("byDay", &days, "what is scheduled, by local date and kind")
    try fields.field("actions", &counts.actions, "how many of each")
    try fields.field("slots", &counts.slots, "slots used")
    try fields.field("coverageHorizons", &horizons, "accounts that lose something to the slot limit")
    try fields.field(
      "planAgain", &counts.planAgain, unless: counts.planAgain.first == nil,
      "when plans become incomplete; see [below](#plan-again-by)")
    try fields.field(
      "measures", &counts.measures, "what the exports show about the effect of notifications; see [below](#measures)")
    try fields.field(
      "changes", &counts.changes, "with `--previous`: what differs from the earlier plan; see [changes.md](changes.md)")
    try fields.field("superseded", &superseded, "records replaced by a newer one in another file")
    try fields.field("diagnostics", &diagnostics, "what was wrong with the inputs")
    guard Fields.reads else { return }
    counts.silentKinds.groups = Dictionary(silentKinds.map { ($0.key, $0.group) }) { first, _ in first }
    counts.brokenInputs = header.inputs.count(where: \.isBroken)
    guard let byDate = DayCounts(days) else {
      return try fields.check(false, "byDay", expected: "counts by date and kind")
    }
    counts.dayCounts = byDate
    (counts.reasons, counts.accepted) = (reasons.byIndex, accepted.byIndex)
    let known = counts.verdict(diagnostics).word
    try fields.check(verdict.map { $0.word == known } ?? true, "verdict", expected: known.rawValue)
    counts.untranslated = Dictionary(untranslated.members.map { ($0.name, $0.value) }) { first, _ in first }
    (counts.horizonCount, counts.horizons) = (horizons.accounts, horizons.listed)
    (counts.supersededCount, counts.superseded) = (superseded.records, superseded.listed.compactMap(header.record))
  }
}

extension SummaryFile {
  fileprivate struct Horizons: PlanRecord {
    var accounts = 0
    var soonest: Instant?
    var listed: [RunSummary.Horizon] = []

    init() {}

    init(_ counts: RunSummary) {
      (accounts, soonest, listed) = (counts.horizonCount, counts.horizons.first?.at, counts.horizons)
    }

    package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      try fields.field("accounts", &accounts, "how many")
      try fields.field("soonest", &soonest, "the first of the horizons")
      try fields.field("listed", &listed, "the soonest 1,000")
    }
  }

  fileprivate struct Superseded: PlanRecord {
    struct Entry: PlanRecord {
      var account = AccountID("")
      var item: String?
      /// `file:line`.
      var record = ""
      var by = ""

      mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
        try fields.field("account", &account, "whose record it was")
        try fields.field("item", &item, "of an item, its kind and id")
        try fields.field("record", &record, "its place, `file:line`")
        try fields.field("by", &by, "the place of the one that is used")
      }
    }

    var records = 0
    var listed: [Entry] = []

    init() {}

    init(_ counts: RunSummary, _ header: RunHeader) {
      records = counts.supersededCount
      listed = counts.superseded.map {
        Entry(account: $0.account, item: $0.item?.words, record: header.place($0.location), by: header.place($0.by))
      }
    }

    mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      try fields.field("records", &records, "how many")
      try fields.field("listed", &listed, "the first 1,000")
    }
  }
}

/// A group of ``SilentKinds``.
private struct SilentKind: PlanRecord {
  var key = SilentKinds.Key(app: "", kind: .unread, reason: .quietHours)
  var group = SilentKinds.Group(first: AccountName(""))

  init() {}
  init(key: SilentKinds.Key, group: SilentKinds.Group) { (self.key, self.group) = (key, group) }

  mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("app", &key.app, "the app")
    try fields.field("kind", &key.kind, "the kind")
    try fields.field("reason", &key.reason, "why, in most cases")
    try fields.field("accounts", &group.accounts, "accounts without any")
    try fields.field("notifications", &group.notifications, "notifications kept back")
    try fields.field("account", &group.first.id, "the first of the accounts")
    try fields.field("device", &group.first.device, "its device, if it has a name")
    group.first.app = key.app
  }
}

extension Advice: PlanRecord {
  package init() { self.init(reason: .slotLimit, app: "", change: "", accounts: 0, of: 0, before: 0, after: 0) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("reason", &reason, "the finding")
    try fields.field("app", &app, "the app whose accounts were planned again")
    try fields.field("change", &change, "the change, such as `slots.holds = \"trigger\"`")
    try fields.field("accounts", &accounts, "how many accounts, at most 200")
    try fields.field("affected", &affected, unless: affected <= accounts, "how many have the finding, if more")
    try fields.field("before", &before, "what they lose without the change")
    try fields.field("after", &after, "what they lose with it")
  }
}

extension GateResult: PlanRecord {
  package init() { self.init("", app: nil, 0, of: 0, .count(0)) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("gate", &name, "its key in run files, such as `maxRemoved`")
    try fields.field("app", &app, "the app whose policy sets it, if the operator does not")
    try fields.field("found", &found, "what the run has")
    try fields.field("of", &total, "of how many")
    try fields.field("limit", &limit, "what is allowed")
    try fields.field("state", &state, "`passed`, `near` (above four fifths of the limit) or `failed`")
  }
}

extension GateResult.State: PlanWord {}

extension RunSummary.Marks: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("late", &late, "late events")
    try fields.field("deferred", &deferred, "moved by quiet hours")
    try fields.field("shifted", &shifted, "moved by the clock")
    try fields.sparse("spaced", &spaced, "moved by the minimum gap")
  }
}

extension RunSummary.Slots: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("used", &used, "by all accounts")
    try fields.field("mostUsedByAnAccount", &most, "the most that one account uses")
  }
}

extension Verdict: PlanRecord {
  package init() { self.init(.fine) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field(
      "word", &word,
      "`fine`, `look` (there is a new finding), `hold` (a gate was exceeded) or `nothing` (nothing goes out)")
    try fields.sparse(
      "reason", &reason, "why, with the numbers behind it; if it is fine, the findings that the last run had too")
  }
}

extension Verdict.Word: PlanWord {}

extension RunSummary.Tally: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("scheduled", &scheduled, "how many go out")
    try fields.field("armed", &armed, "how many wait for a place")
    try fields.sparse("ahead", &ahead, "how many are after the window and already on the device")
    try fields.field("dropped", &dropped, "how many do not go out")
  }
}

extension RunSummary.ZoneTally: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("accounts", &accounts, "accounts there")
    try fields.field("outcomes", &decisions, "of their decisions")
  }
}

extension RunSummary.Horizon: PlanRecord {
  package init() { self.init(AccountName(""), at: .distantPast) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("account", &account.id, "whose it is")
    try fields.field("device", &account.device, "which of the account's devices, if it has a name")
    try fields.field("at", &at, "the instant of the first notification that is lost")
  }
}

extension ZoneClock: PlanRecord {
  package init() {
    self.init(zone: "", initial: LocalTimeType(offset: .utc, abbreviation: "", isDaylight: false), changes: [])
  }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("zone", &zone, "its name")
    try initial.describe(&fields)
    try fields.field("changes", &changes, "each with the values from then on")
  }
}

extension ZoneClock.Change: PlanRecord {
  package init() { self.init(at: .distantPast, type: ZoneClock().initial) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("at", &at, "when")
    try type.describe(&fields)
  }
}

extension LocalTimeType {
  fileprivate mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    var seconds = SignedNumber(value: Int(offset.seconds))
    try fields.field("offsetSeconds", &seconds, "east of Greenwich")
    // The range of RFC 9636, section 3.2.
    try fields.check(abs(seconds.value) < 26 * 3600, "offsetSeconds", expected: "less than 26 hours")
    offset = UTCOffset(seconds: seconds.value) ?? offset
    try fields.field("abbreviation", &abbreviation, "such as `CET`")
    try fields.field("daylight", &isDaylight, "whether it is daylight saving time in the tz database")
  }
}

extension DiagnosticLog: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("errors", &errors, "how many")
    try fields.field("warnings", &warnings, "how many")
    try fields.field("codes", &codes, "both by code")
    try fields.field("listed", &first, "the first 1,000")
  }
}

extension SummaryFile {
  /// Returns the superseded records with another header's input numbers. Omits records whose inputs it lacks.
  package func superseded(in other: RunHeader) -> [SupersededRecord] {
    Superseded(counts, header).listed.compactMap(other.record)
  }
}

extension RunHeader {
  fileprivate func record(_ entry: SummaryFile.Superseded.Entry) -> SupersededRecord? {
    guard let record = location(entry.record), let by = location(entry.by) else { return nil }
    return SupersededRecord(
      account: entry.account, item: entry.item.map { SupersededItem(words: $0) }, location: record, by: by)
  }

  /// Returns the location of a place written by ``place(_:)``. The column is not kept.
  private func location(_ place: String) -> RecordLocation? {
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]),
      let input = inputs.firstIndex(where: { $0.file == place[..<colon] })
    else { return nil }
    return RecordLocation(input: input, line: line, column: 1)
  }
}

extension [Int] {
  /// Counts by `Reason.index`, without zeros.
  fileprivate var byReason: [Reason: Int] {
    [Reason: Int](uniqueKeysWithValues: Reason.allCases.filter { self[$0.index] > 0 }.map { ($0, self[$0.index]) })
  }
}

extension [Reason: Int] {
  fileprivate var byIndex: [Int] { Reason.allCases.map { self[$0] ?? 0 } }
}

extension DayCounts {
  var named: Named<Named<Int>> {
    let kinds = Kind.all
    let rows = byDate.sorted { $0.key < $1.key }
    return Named(
      rows.map { date, row in
        (
          date.description,
          Named(kinds.map { ($0.name, $0.index < row.count ? row[$0.index] : 0) }.filter { $0.1 > 0 })
        )
      })
  }

  /// - Returns: nil if a name is not a date or a kind.
  fileprivate init?(_ days: Named<Named<Int>>) {
    self.init()
    for (name, counts) in days.members {
      guard let date = LocalDate(iso8601: name.utf8) else { return nil }
      for (name, count) in counts.members {
        guard let kind = Kind(inPlan: name) else { return nil }
        add(count, kind, on: date)
      }
    }
  }
}
