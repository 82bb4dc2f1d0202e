import Bytes
import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// `summary.json`: the results of a run. Equal runs write equal files.
package struct SummaryFile: PlanRecord {
  /// nil in files of earlier versions.
  package var verdict: Verdict?
  package var header = RunHeader()
  package var accounts = 0
  package var accountsWithProblems = 0
  package var stale = 0
  package var notDue = 0
  package var untranslated = Named<Int>()
  package var rejected = 0
  package var decisions = 0
  package var outcomes = RunSummary.Tally()
  package var marks = Marks()
  package var reasons: [Reason: Int] = [:]
  package var accepted: [Reason: Int] = [:]
  package var kinds = Named<RunSummary.Tally>()
  package var apps = Named<RunSummary.Tally>()
  package var zones = Named<RunSummary.ZoneTally>()
  package var clocks: [ZoneClock] = []
  package var days = Named<Named<Int>>()
  package var actions: [Action.Verb: Int] = [:]
  package var slots = Slots()
  package var horizons = Horizons()
  package var planAgain = PlanAgainCounts()
  package var measures: Measures?
  package var changes: ChangeLog?
  package var superseded = Superseded()
  package var diagnostics = DiagnosticLog()

  package init() {}

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.format("tickler-summary/1")
    try fields.field("verdict", &verdict, "the run in a word")
    try header.describe(&fields)
    try fields.field(
      "command", &header.command, "the command line, without options that do not affect results, such as `--jobs`")
    try fields.field("accounts", &accounts, "how many were planned")
    try fields.field("accountsWithProblems", &accountsWithProblems, "those with a decision that needs attention")
    try fields.field(
      "stale", &stale, unless: stale == 0,
      "with `--keep-going`: those that keep their earlier plan, since an input could not be used")
    try fields.field(
      "notDue", &notDue, unless: notDue == 0,
      "with `--due-before`: those that keep their earlier plan, since they are not due")
    try fields.field(
      "untranslated", &untranslated, unless: untranslated.members.isEmpty,
      "those whose texts are in another language than their `locale` asks for, by the language asked for")
    try fields.field("rejectedRecords", &rejected, "records refused with a diagnostic")
    try fields.field("decisions", &decisions, "how many in all")
    try fields.field("outcomes", &outcomes, "decisions by outcome")
    try fields.field("marks", &marks, "scheduled ones with a mark")
    try fields.field("reasons", &reasons, "dropped ones by reason, in the order of the checks")
    try fields.field(
      "accepted", &accepted, unless: accepted.isEmpty,
      "of these, those that `[[accepted]]` of the policies covers; see policies.md")
    try fields.field("kinds", &kinds, "outcomes by kind")
    try fields.field("apps", &apps, "outcomes by app")
    try fields.field("zones", &zones, "accounts and outcomes by the account's first zone")
    try fields.field(
      "clocks", &clocks, "each zone's offset and abbreviation, and their changes within the plan's reach")
    try fields.field("byDay", &days, "what is scheduled, by local date and kind")
    try fields.field("actions", &actions, "how many of each")
    try fields.field("slots", &slots, "slots used")
    try fields.field("coverageHorizons", &horizons, "accounts that lose something to the slot limit")
    try fields.field(
      "planAgain", &planAgain, unless: planAgain.first == nil,
      "when plans become incomplete; see [below](#plan-again-by)")
    try fields.field(
      "measures", &measures, "what the exports show about the effect of notifications; see [below](#measures)")
    try fields.field(
      "changes", &changes, "with `--previous`: what differs from the earlier plan; see [changes.md](changes.md)")
    try fields.field("superseded", &superseded, "records replaced by a newer one in another file")
    try fields.field("diagnostics", &diagnostics, "what was wrong with the inputs")
    let known = Verdict(
      accounts: accounts, outcomes, rejected: rejected, problems: accountsWithProblems,
      emptyExports: diagnostics.codes[.noAccounts] ?? 0
    ).word
    try fields.check(verdict.map { $0.word == known } ?? true, "verdict", expected: known.rawValue)
  }
}

extension SummaryFile {
  package struct Marks: PlanRecord {
    package var late = 0
    package var deferred = 0
    package var shifted = 0
    package var spaced = 0

    package init() {}

    package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      try fields.field("late", &late, "late events")
      try fields.field("deferred", &deferred, "moved by quiet hours")
      try fields.field("shifted", &shifted, "moved by the clock")
      try fields.field("spaced", &spaced, unless: spaced == 0, "moved by the minimum gap")
    }
  }

  package struct Slots: PlanRecord {
    package var used = 0
    package var maximum = 0

    package init() {}

    package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      try fields.field("used", &used, "by all accounts")
      try fields.field("mostUsedByAnAccount", &maximum, "the most that one account uses")
    }
  }

  package struct Horizons: PlanRecord {
    package var accounts = 0
    package var soonest: Instant?
    package var listed: [RunSummary.Horizon] = []

    package init() {}

    package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      try fields.field("accounts", &accounts, "how many")
      try fields.field("soonest", &soonest, "the first of the horizons")
      try fields.field("listed", &listed, "the soonest 1,000")
    }
  }

  package struct Superseded: PlanRecord {
    package struct Entry: PlanRecord {
      package var account = ""
      package var item: String?
      /// `file:line`.
      package var record = ""
      package var by = ""

      package init() {}

      package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
        try fields.field("account", &account, "whose record it was")
        try fields.field("item", &item, "of an item, its kind and id")
        try fields.field("record", &record, "its place, `file:line`")
        try fields.field("by", &by, "the place of the one that is used")
      }
    }

    package var records = 0
    package var listed: [Entry] = []

    package init() {}

    package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
      try fields.field("records", &records, "how many")
      try fields.field("listed", &listed, "the first 1,000")
    }
  }
}

extension Verdict: PlanRecord {
  package init() { self.init(.fine) }

  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("word", &word, "`fine`, `look` (something needs attention) or `nothing` (nothing goes out)")
    try fields.field(
      "reason", &reason, unless: reason.isEmpty, "why, with the numbers behind it; missing if it is fine")
  }
}

extension Verdict.Word: PlanWord {}

extension RunSummary.Tally: PlanRecord {
  package mutating func describe<Fields: FieldVisitor & ~Copyable>(_ fields: inout Fields) throws(Fields.Fault) {
    try fields.field("scheduled", &scheduled, "how many go out")
    try fields.field("armed", &armed, "how many wait for a place")
    try fields.field("ahead", &ahead, unless: ahead == 0, "how many are after the window and already on the device")
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
  package init(_ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog) {
    verdict = summary.verdict(log)
    self.header = header
    accounts = summary.accounts
    accountsWithProblems = summary.accountsWithProblems
    (stale, notDue) = (summary.stale, summary.notDue)
    untranslated = Named(sorting: summary.untranslated.map { ($0.key, $0.value) })
    rejected = summary.rejected
    decisions = summary.decisions.total
    outcomes = summary.decisions
    (marks.late, marks.deferred, marks.shifted) = (summary.late, summary.deferred, summary.shifted)
    marks.spaced = summary.spaced
    for reason in Reason.allCases where summary.reasons[reason.index] > 0 {
      reasons[reason] = summary.reasons[reason.index]
    }
    for reason in Reason.allCases where summary.accepted[reason.index] > 0 {
      accepted[reason] = summary.accepted[reason.index]
    }
    kinds = Named(sorting: summary.kinds.map { ($0.key.name, $0.value) })
    apps = Named(sorting: summary.apps.map { ($0.key, $0.value) })
    zones = Named(sorting: summary.zones.map { ($0.key, $0.value) })
    clocks = summary.clocks.clocks(now: header.now)
    days = Named(
      summary.days.sorted { $0.key < $1.key }.map { date, counts in
        (
          date.description,
          Named(Kind.all.map { ($0.name, $0.index < counts.count ? counts[$0.index] : 0) }.filter { $0.1 > 0 })
        )
      })
    for verb in Action.Verb.allCases { actions[verb] = summary.actions[verb] ?? 0 }
    (slots.used, slots.maximum) = (summary.slotsUsed, summary.mostSlotsUsed)
    var sorted = summary
    sorted.sortHorizons()
    horizons.accounts = summary.horizonCount
    horizons.listed = sorted.horizons
    horizons.soonest = sorted.horizons.first?.at
    planAgain = summary.planAgain
    measures = summary.measures
    changes = summary.changes
    superseded.records = summary.supersededCount
    superseded.listed = summary.superseded.map { .init($0, header) }
    diagnostics = log
  }

  /// Returns the counts of the run as far as the file has them: enough to sum up several runs, not enough for a page.
  ///
  /// - Parameters:
  ///   - header: The header of the whole run, which names the inputs.
  ///   - clocks: The table behind ``clocks``.
  package func counts(_ header: RunHeader, _ clocks: ClockTable) -> RunSummary {
    var whole = self
    whole.header = header
    var counts = RunSummary(now: header.now)
    (counts.accounts, counts.accountsWithProblems, counts.rejected) = (accounts, accountsWithProblems, rejected)
    (counts.stale, counts.notDue) = (stale, notDue)
    counts.untranslated = Dictionary(untranslated.members.map { ($0.name, $0.value) }) { first, _ in first }
    counts.decisions = outcomes
    (counts.late, counts.deferred, counts.shifted) = (marks.late, marks.deferred, marks.shifted)
    counts.spaced = marks.spaced
    for (reason, count) in reasons { counts.reasons[reason.index] = count }
    for (reason, count) in accepted { counts.accepted[reason.index] = count }
    counts.kinds = Dictionary(kinds.members.map { (Kind($0.name), $0.value) }) { first, _ in first }
    counts.apps = Dictionary(apps.members.map { ($0.name, $0.value) }) { first, _ in first }
    counts.zones = Dictionary(zones.members.map { ($0.name, $0.value) }) { first, _ in first }
    for (name, kinds) in days.members {
      guard let date = LocalDate(iso8601: name.utf8) else { continue }
      for (kind, count) in kinds.members { counts.dayCounts.add(count, Kind(kind), on: date) }
    }
    counts.clocks = clocks
    counts.actions = actions
    (counts.slotsUsed, counts.mostSlotsUsed) = (slots.used, slots.maximum)
    (counts.horizonCount, counts.horizons) = (horizons.accounts, horizons.listed)
    counts.planAgain = planAgain
    (counts.measures, counts.changes) = (measures, changes)
    (counts.supersededCount, counts.superseded) = (superseded.records, whole.supersededRecords)
    return counts
  }

  /// The records that a newer one superseded, if the header lists their inputs.
  package var supersededRecords: [SupersededRecord] {
    superseded.listed.compactMap { entry in
      guard let record = header.location(entry.record), let by = header.location(entry.by) else { return nil }
      return SupersededRecord(account: entry.account, item: entry.item, location: record, by: by)
    }
  }
}

extension SummaryFile.Superseded.Entry {
  fileprivate init(_ record: SupersededRecord, _ header: RunHeader) {
    account = record.account
    item = record.item
    self.record = header.place(record.location)
    by = header.place(record.by)
  }
}

extension RunHeader {
  /// Returns the location of a place written by ``place(_:)``. The column is not kept.
  fileprivate func location(_ place: String) -> RecordLocation? {
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]),
      let input = inputs.firstIndex(where: { $0.file == place[..<colon] })
    else { return nil }
    return RecordLocation(input: input, line: line, column: 1)
  }
}
