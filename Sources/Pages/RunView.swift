import CivilTime
import PlanModel
import RunModel

/// Everything on the summary page except the accounts.
struct RunView {
  /// The number of coverage horizons, diagnostics and superseded records that are listed.
  static let listed = 200

  private let summary: RunSummary
  private let header: RunHeader
  private let log: DiagnosticLog
  /// Anchors of the accounts on the page, by id.
  private let anchors: [String: String]

  /// - Parameter inlined: The accounts on the page.
  init(_ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog, _ inlined: [ListedAccount]) {
    var summary = summary
    summary.sortHorizons()
    (self.summary, self.header, self.log) = (summary, header, log)
    anchors = Dictionary(inlined.map { ($0.id, AccountName.anchor($0.anchor)) }) { first, _ in first }
  }

  func add(to view: inout PageView) {
    VerdictView(summary, log).add(to: &view)
    view.add("accountWords", summary.accounts.counted("account"))
    addFigures(&view)
    view.add("late", summary.marks.late > 0 ? summary.marks.late : nil)
    view.add("deferred", summary.marks.deferred > 0 ? summary.marks.deferred : nil)
    view.add("shifted", summary.marks.shifted > 0 ? summary.marks.shifted : nil)
    view.add("spaced", summary.marks.spaced > 0 ? summary.marks.spaced : nil)
    addDays(&view)
    addHours(&view)
    addSlots(&view)
    addReasons(&view)
    addClocks(&view)
    view.addKinds(summary.kinds)
    addTallies(&view)
    MeasuresView(summary).add(to: &view)
    addNotes(&view)
  }

  private struct Figure {
    /// The name in `summary.json`, such as `outcomes.scheduled`.
    var name: String
    var count: Int
    /// The count in the previous plan; nil if unknown.
    var before: Int?
    var one: String
    var several: String
    var isLook: Bool
    /// The anchor of its link; with script, ``link`` filters the page.
    var anchor: String
    var link: ShowLink?

    init(
      _ name: String, _ count: Int, _ before: Int?, _ one: String, _ several: String, isLook: Bool = false,
      anchor: String,
      _ link: ShowLink? = nil
    ) {
      self.name = name
      (self.count, self.before, self.one, self.several, self.isLook) = (count, before, one, several, isLook)
      (self.anchor, self.link) = (anchor, link)
    }
  }

  private func addFigures(_ view: inout PageView) {
    let (tally, before) = (summary.decisions, summary.changes?.before)
    let over = summary.horizonCount
    var figures = [
      Figure("accounts", summary.accounts, before?.accounts, "account", "accounts", anchor: "accounts"),
      Figure(
        "outcomes.scheduled", tally.scheduled, before?.outcomes.scheduled, "goes out", "go out", anchor: "days",
        .outcome("scheduled")),
      Figure(
        "outcomes.dropped", tally.dropped, before?.outcomes.dropped, "dropped", "dropped", anchor: "reasons",
        .outcome("dropped")),
      Figure(
        "accountsWithProblems", summary.accountsWithProblems, before?.accountsWithProblems, "account needs attention",
        "accounts need attention",
        isLook: summary.accountsWithProblems > 0, anchor: "accounts", .having(ShowLink.attention)),
      Figure(
        "coverageHorizons.accounts", over, before?.horizons, "account over its slots", "accounts over their slots",
        isLook: over > summary.acceptedHorizons, anchor: "horizons", .having(ShowLink.tally(.over))),
      Figure(
        "rejectedRecords", summary.rejected, before?.rejected, "record rejected", "records rejected",
        isLook: summary.rejected > 0, anchor: "diagnostics"),
    ]
    if tally.armed > 0 {
      figures.insert(
        Figure(
          "outcomes.armed", tally.armed, before?.outcomes.armed, "waits for a place", "wait for a place",
          anchor: "accounts", .outcome("armed")), at: 2)
    }
    if tally.ahead > 0 {
      figures.append(
        Figure(
          "outcomes.ahead", tally.ahead, before?.outcomes.ahead, "planned ahead", "planned ahead", anchor: "accounts",
          .outcome("ahead")))
    }
    view.add("figures", figures) { view, figure in
      view.add("count", figure.count)
      view.add("words", figure.count == 1 ? figure.one : figure.several)
      view.add("isLook", figure.isLook)
      view.add("delta", SinceView.delta(figure.count, figure.before))
      view.add("anchor", figure.count > 0 ? figure.anchor : nil)
      view.add("show", figure.link?.fragment)
    }
  }

  private func addDays(_ view: inout PageView) {
    let kinds = KindSeries(summary)
    let days = summary.days
    let used = summary.kindsOfDays
    view.add("daysPicture", DaysPicture(summary, kinds)?.markup)
    view.add("dayKinds", used) { $0.add("kind", $1.name) }
    view.add("days", days.sorted { $0.key < $1.key }) { view, day in
      view.add("date", day.key.description)
      view.add("words", day.key.forReaders)
      view.add(day.value.reduce(0, +), .day(day.key...day.key))
      view.add("cells", used) { view, kind in
        view.add("kind", kind.name)
        view.add(day.value[kind.index], .day(day.key...day.key, kind: kind))
        view.add("isNone", day.value[kind.index] == 0)
      }
    }
  }

  private func addHours(_ view: inout PageView) {
    view.add("hoursPicture", HoursPicture(summary)?.markup)
    view.add("hours", 0..<24) { view, hour in
      view.add("hour", hour < 10 ? "0\(hour):00" : "\(hour):00")
      view.add("cells", Weekday.allCases) { view, weekday in
        view.add(summary.hours[Int(weekday.rawValue) * 24 + hour], .hour(hour, on: weekday))
      }
    }
  }

  private func addSlots(_ view: inout PageView) {
    view.add("slotsPicture", SlotsPicture(summary)?.markup)
    view.add("slotsUsed", summary.slots.used)
    view.add("mostSlotsUsed", summary.slots.most)
    view.add("slotFill", summary.slotFill.tenths.enumerated()) { view, tenth in
      view.add("label", SlotsPicture.label(tenth.offset))
      view.add(tenth.element, .having(ShowLink.tally(.tenth(tenth.offset))))
    }
    view.add("slotsOver", summary.slotFill.over)
    view.add("slotsUnlimited", summary.slotFill.unlimited)
    view.add("unlimitedShow", ShowLink.having(ShowLink.tally(.unlimited)).fragment)
    view.add("hasHorizons", summary.horizonCount > 0)
    view.add(
      "horizonWords", summary.horizonCount == 1 ? "one account is" : "\(summary.horizonCount.grouped) accounts are")
    view.add("firstHorizon", summary.horizons.first?.at.markup)
    view.add("horizons", summary.horizons.prefix(RunView.listed)) { view, horizon in
      view.add("account", horizon.account.words.shown(100))
      view.add("anchor", anchors[horizon.account.words])
      view.add("at", horizon.at.markup)
    }
    let left = summary.horizonCount - RunView.listed
    view.add("horizonsLeftOut", left > 0 ? left : nil)
    view.add("horizonDays", summary.horizonDays.sorted { $0.key < $1.key }) { view, day in
      view.add("words", day.key.forReaders)
      view.add("count", day.value)
    }
  }

  private func addReasons(_ view: inout PageView) {
    view.addReasons(ReasonBars.order(summary), isProblem: { summary.problems($0) > 0 }) { reason in
      Kind.all.map { ($0, summary.count($0, reason)) }.filter { $0.1 > 0 }
    }
  }

  private func addClocks(_ view: inout PageView) {
    let usage = summary.zoneUsage.sorted
    view.add("clocksPicture", ClocksPicture(usage, header)?.markup)
    let changes = ClockRow.rows(usage)
    view.add("hasClocks", !changes.isEmpty)
    view.add("clocks", changes) { view, row in
      view.add("at", row.at.markup)
      view.add("date", row.date.shortDay)
      view.add("change", row.change)
      view.add("accounts", row.zones.reduce(0) { $0 + $1.change.accounts })
      view.add("affected", row.zones.reduce(0) { $0 + $1.change.affected })
      view.add("zoneCount", row.zones.count.counted("zone"))
      let names = row.zones.map(\.name)
      view.add("onTheDay", row.zones.reduce(0) { $0 + $1.change.onTheDay })
      view.add("show", row.link(names).fragment)
      view.add("changedZones", row.zones) { view, zone in
        view.add("zone", zone.name)
        view.add("clock", zone.change.clock)
        view.add(zone.change.onTheDay, row.link([zone.name]))
      }
    }
    view.add("zones", usage) { view, usage in
      view.add("zone", usage.zone.name)
      view.add("offset", usage.zone.offset(at: header.now).description)
      view.add("accounts", usage.accounts)
      view.add("scheduled", usage.scheduled)
      let all = ShowLink(["outcome": "scheduled", "zone": usage.zone.name])
      view.add("show", usage.scheduled > 0 ? all.fragment : nil)
    }
  }

  private func addTallies(_ view: inout PageView) {
    view.add("apps", summary.apps.sorted { $0.key.compareBytes($1.key) < 0 }) { view, app in
      view.add("app", app.key.shown(60))
      view.add(app.value, hasAhead: summary.decisions.ahead > 0) { ShowLink(["outcome": $0, "app": app.key]) }
    }
    view.add("actions", Action.Verb.allCases.filter { (summary.actions[$0] ?? 0) > 0 }) { view, verb in
      view.add("verb", verb.rawValue)
      view.add("count", summary.actions[verb] ?? 0)
    }
    addActionCauses(&view)
  }

  /// Adds the actions by verb and cause, or only by verb if the causes are unknown, as in a redacted plan.
  private func addActionCauses(_ view: inout PageView) {
    let rows = Action.Verb.allCases.flatMap { verb in
      let causes = header.redacted == nil ? summary.actionCauses.of(verb) : []
      let others = (summary.actions[verb] ?? 0) - causes.reduce(0) { $0 + $1.count }
      return (others > 0 ? [(verb, nil, others)] : []) + causes.map { (verb, $0.code as String?, $0.count) }
    }
    view.add("hasActions", !rows.isEmpty)
    view.add("actionCauses", rows) { view, row in
      view.add("verb", row.0.rawValue)
      view.add("why", row.1 == nil && header.redacted != nil ? nil : row.0.words(row.1))
      let reason = row.1.flatMap { Reason(code: $0) }
      view.add("reason", reason.flatMap { summary.reasons[$0.index] > 0 ? $0.code : nil })
      // A row without a cause counts actions whose cause is missing or unknown.
      view.add(row.2, .having(ShowLink.tally(row.0, row.1)))
    }
  }

  private func addNotes(_ view: inout PageView) {
    let diagnostics = log.errors + log.warnings
    view.add("hasDiagnostics", diagnostics > 0)
    view.add("diagnosticCount", diagnostics)
    view.add("diagnostics", log.first.prefix(RunView.listed)) { $0.add($1, 300) }
    let more = diagnostics - min(RunView.listed, log.first.count)
    view.add("diagnosticsLeftOut", more > 0 ? more : nil)
    view.add("hasSuperseded", summary.supersededCount > 0)
    view.add("superseded", summary.superseded.prefix(RunView.listed)) { view, record in
      view.add("account", record.account.text.shown(100))
      view.add("item", record.item?.words.shown(100))
      view.add("record", header.shownPlace(record.location))
      view.add("by", header.shownPlace(record.by))
    }
    let left = summary.supersededCount - min(RunView.listed, summary.superseded.count)
    view.add("supersededLeftOut", left > 0 ? left : nil)
  }
}

/// Zones whose clocks change at one instant, on one local day, by the same amount.
private struct ClockRow {
  let at: Instant
  let date: LocalDate
  let change: String
  var zones: [(name: String, change: ZoneUsage.Change)]

  /// Returns the rows in order of time.
  static func rows(_ usage: [ZoneUsage.Usage]) -> [ClockRow] {
    let changes = usage.flatMap { usage in usage.changes.filter { $0.accounts > 0 }.map { (usage.zone.name, $0) } }
      .sorted { a, b in
        let (x, y) = (a.1.transition.at, b.1.transition.at)
        return x != y ? x < y : a.0.compareBytes(b.0) < 0
      }
    var rows: [ClockRow] = []
    for (zone, change) in changes {
      let (at, words) = (change.transition.at, change.transition.change)
      let row = rows.lastIndex { $0.at == at && $0.date == change.date && $0.change == words }
      if let row {
        rows[row].zones.append((zone, change))
      } else {
        rows.append(ClockRow(at: at, date: change.date, change: words, zones: [(zone, change)]))
      }
    }
    return rows
  }

  func link(_ zones: [String]) -> ShowLink {
    ShowLink(["outcome": "scheduled", "day": "\(date)", "zone": zones.joined(separator: ","), "clock": "1"])
  }
}

extension ZoneUsage.Change {
  /// `02:00 → 03:00`.
  fileprivate var clock: String {
    let (from, to) = (transition.at.local(at: transition.before), transition.at.local(at: transition.after))
    return "\(from.time.forReaders) → \(from.date == to.date ? to.time.forReaders : to.onPage)"
  }
}
