import CivilTime
import PlanModel
import RunModel

/// Everything on the summary page except the accounts.
struct RunView {
  /// The number of coverage horizons and superseded records that are listed.
  static let listed = 200

  private let summary: RunSummary
  private let header: RunHeader
  private var year: Int { header.now.utc.date.year }
  private let log: DiagnosticLog
  /// Anchors of the accounts on the page, by id.
  private let anchors: [String: String]
  private let inlined: [ListedAccount]
  private let worst: WorstAccounts

  /// - Parameter inlined: The accounts on the page.
  init(
    _ summary: RunSummary, _ header: RunHeader, _ log: DiagnosticLog, _ inlined: [ListedAccount], _ worst: WorstAccounts
  ) {
    self.worst = worst
    var summary = summary
    summary.sortHorizons()
    (self.summary, self.header, self.log) = (summary, header, log)
    self.inlined = inlined
    anchors = Dictionary(inlined.map { ($0.id, AccountName.anchor($0.anchor)) }) { first, _ in first }
  }

  func add(to view: inout PageView) {
    VerdictView(summary, log, worst, anchor: anchor).add(to: &view)
    FlowBar(summary).add(to: &view)
    view.add("planAgainAnchor", summary.planAgain.first.map { anchor($0.account) })
    addParts(&view)
    view.add("accountWords", summary.accounts.counted("account"))
    addFigures(&view)
    view.add("late", some: summary.marks.late)
    view.add("deferred", some: summary.marks.deferred)
    view.add("shifted", some: summary.marks.shifted)
    view.add("spaced", some: summary.marks.spaced)
    CalendarView(summary, header).add(to: &view)
    addSlots(&view)
    addReasons(&view)
    addClocks(&view)
    view.addKinds(summary.kinds)
    addTallies(&view)
    MeasuresView(summary).add(to: &view)
    addNotes(&view)
  }

  /// Adds the parts of the page, with the number of each and whether it has a finding.
  private func addParts(_ view: inout PageView) {
    let clocks = Set(summary.zoneUsage.sorted.flatMap { $0.changes.map(\.transition.at) }).count
    let actions = summary.actions.filter { $0.key != .keep }.reduce(0) { $0 + $1.value }
    let findings = Reason.allCases.count { summary.problems($0) > 0 } + summary.silentKinds.groups.count
    let again = PlanAgainCause.allCases.reduce(0) { $0 + summary.planAgain[$1] }
    let (reach, shown) = (summary.measures?.total, summary.changes?.shown?.total)
    let parts: [(words: String, anchor: String, count: Int?, isLook: Bool, isThere: Bool)] = [
      (
        "What changed", "since", summary.changes?.total.total,
        (summary.changes?.lost ?? 0) > 0 || summary.changes?.before?.tellsZones ?? false,
        summary.changes != nil
      ),
      ("Findings", "reasons", findings, findings > 0, true),
      ("Days", "days", summary.days.count, false, true),
      ("Clock changes", "clocks", clocks, false, true),
      ("Slots and run-out", "slots", summary.horizonCount, summary.horizonCount > summary.acceptedHorizons, true),
      ("Plan again by", "again", again, false, summary.planAgain.first != nil),
      ("Devices", "devices", actions, false, true),
      ("Reach", "measures", reach?.mayBeNotified, false, reach != nil),
      ("Planned and shown", "deliveries", shown?.total.planned, false, (shown?.accounts ?? 0) > 0),
      ("Inputs", "diagnostics", log.errors + log.warnings, log.errors > 0, log.errors + log.warnings > 0),
      ("Accounts", "accounts", summary.accounts, false, true),
      ("Sources", "sources", header.inputs.count, false, true),
    ]
    view.add("parts", parts.filter(\.isThere)) { view, part in
      view.add("words", part.words)
      view.add("anchor", part.anchor)
      view.add("count", part.count)
      view.add("isLook", part.isLook)
    }
  }

  private struct Figure {
    /// The name in `summary.json`, such as `outcomes.scheduled`.
    var name: String
    var count: Int
    /// The difference from the previous plan; nil if there is none or it is unknown.
    var delta: String?
    var one: String
    var several: String
    var isLook: Bool
    /// The anchor of its link; with script, ``link`` filters the page.
    var anchor: String
    var link: ShowLink?

    init(
      _ name: String, _ count: Int, _ before: Int? = nil, delta: String? = nil, _ one: String, _ several: String,
      isLook: Bool = false,
      anchor: String,
      _ link: ShowLink? = nil
    ) {
      self.name = name
      (self.count, self.one, self.several, self.isLook) = (count, one, several, isLook)
      self.delta = delta ?? SinceView.delta(count, before)
      (self.anchor, self.link) = (anchor, link)
    }
  }

  private func addFigures(_ view: inout PageView) {
    let (tally, before) = (summary.decisions, summary.changes?.before)
    let over = summary.horizonCount
    // What the plan before would have with this one's accounts: new and gone ones stand apart.
    func earlier(_ count: KeyPath<RunSummary.Tally, Int>) -> Int? {
      before.map { $0.outcomes[keyPath: count] - $0.goneOutcomes[keyPath: count] + $0.newOutcomes[keyPath: count] }
    }
    let new = before.map { summary.accounts - ($0.accounts - $0.goneAccounts) } ?? 0
    let fleet = [SinceView.delta(new, 0), SinceView.delta(0, before?.goneAccounts)].compactMap(\.self)
    var figures = [
      Figure(
        "accounts", summary.accounts, delta: fleet.isEmpty ? nil : fleet.joined(separator: " "), "account", "accounts",
        anchor: "accounts"),
      Figure(
        "outcomes.scheduled", tally.scheduled, earlier(\.scheduled), "goes out", "go out", anchor: "days",
        .outcome("scheduled")),
      Figure(
        "outcomes.dropped", tally.dropped, earlier(\.dropped), "not sent", "not sent", anchor: "reasons",
        .outcome("dropped")),
      Figure(
        "accountsWithProblems", summary.accountsWithProblems, before?.accountsWithProblems, "account with findings",
        "accounts with findings",
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
          "outcomes.armed", tally.armed, earlier(\.armed), "waits for a place", "wait for a place",
          anchor: "accounts", .outcome("armed")), at: 2)
    }
    // Without an earlier plan, the bar has them.
    if summary.changes == nil { figures.removeAll { $0.name.hasPrefix("outcomes.") } }
    if tally.ahead > 0, summary.changes != nil {
      figures.append(
        Figure(
          "outcomes.ahead", tally.ahead, earlier(\.ahead), "planned ahead", "planned ahead", anchor: "accounts",
          .outcome("ahead")))
    }
    view.add("figures", figures) { view, figure in
      view.add("count", figure.count)
      view.add("words", figure.count == 1 ? figure.one : figure.several)
      view.add("isLook", figure.isLook)
      view.add("delta", figure.delta)
      view.add("anchor", figure.count > 0 ? figure.anchor : nil)
      view.add("show", figure.link?.fragment)
    }
  }

  private func addSlots(_ view: inout PageView) {
    view.add("runOutPicture", RunOutPicture(summary, header)?.markup)
    let bars = RowBars(summary.slotFill.tenths + [summary.slotFill.over, summary.slotFill.unlimited])
    view.add("slotsUsed", summary.slots.used)
    view.add("mostSlotsUsed", summary.slots.most)
    let levels =
      summary.slotFill.tenths.enumerated().map { index, count in
        (index == 10 ? "100 %" : "\(index * 10)–\(index * 10 + 9) %", count, SlotFill.Level.tenth(index))
      } + [
        ("above the limit", summary.slotFill.over, .over), ("without a limit", summary.slotFill.unlimited, .unlimited),
      ]
    view.add("slotFill", levels.filter { $0.1 > 0 }) { view, level in
      view.add("label", level.0)
      view.add(level.1, .having(ShowLink.tally(level.2)))
      view.add("bar", bars.markup(level.1, isProblem: level.0 == "above the limit"))
    }
    view.add("hasHorizons", summary.horizonCount > 0)
    view.add(
      "horizonWords", summary.horizonCount == 1 ? "one account is" : "\(summary.horizonCount.grouped) accounts are")
    view.add("firstHorizon", summary.horizons.first?.at.markup(in: year))
    view.add("horizons", summary.horizons.prefix(RunView.listed)) { view, horizon in
      view.add("account", horizon.account.words.shown(100))
      view.add("anchor", anchor(horizon.account))
      view.add("at", horizon.at.markup(in: year))
    }
    view.add("horizonsLeftOut", some: summary.horizonCount - RunView.listed)
  }

  private func addReasons(_ view: inout PageView) {
    view.addReasons(summary.sortedReasons, isProblem: { summary.problems($0) > 0 }) { reason in
      Kind.all.map { ($0, summary.count($0, reason)) }.filter { $0.1 > 0 }
    }
  }

  /// Returns the anchor of an account, or the question that finds it.
  private func anchor(_ account: AccountName) -> String { anchors[account.words] ?? ShowLink.anchor(of: account) }

  /// Returns whether the page has every row of the account.
  private func isWhole(_ account: AccountName) -> Bool {
    inlined.contains { $0.anchor == account.anchorHash && $0.isComplete }
  }

  private func addClocks(_ view: inout PageView) {
    let usage = summary.zoneUsage.sorted
    let changes = ClockRow.rows(usage)
    view.add("hasClocks", !changes.isEmpty)
    view.add("clocks", changes.enumerated()) { view, entry in
      let row = entry.element
      view.add("number", entry.offset + 1)
      let strips = row.zones.firstIndex { $0.change.affected > 0 }
      view.add("at", row.at.markup(in: year))
      view.add("date", row.date.shortDay(in: year))
      view.add("change", row.change)
      let affected = row.zones.reduce(0) { $0 + $1.change.affected }
      view.add("affected", affected)
      view.add("hasHits", affected > 0)
      view.add("zoneCount", row.zones.count.counted("zone"))
      let names = row.zones.map(\.name)
      view.add("onTheDay", row.zones.reduce(0) { $0 + $1.change.onTheDay })
      view.add("show", row.link(names).fragment)
      view.add("changedZones", row.zones.enumerated()) { view, place in
        let zone = place.element
        view.add(
          "strip",
          zone.change.affected == 0
            ? nil : ClockStrip(change: zone.change, zone: zone.name, id: "clock-\(entry.offset)-\(place.offset)").markup
        )
        view.add("isFirst", place.offset == strips)
        view.add("hits", zone.change.hits) { view, hit in
          view.add("words", hit.words)
          view.add("account", hit.account.words.shown(100))
          view.add(
            "anchor",
            isWhole(hit.account)
              ? Timeline.anchor(hit.occurrence) : ShowLink.anchor(of: hit.account, day: hit.local.date))
        }
        view.add("hitsLeftOut", some: zone.change.affected - zone.change.hits.count)
        view.add("zone", zone.name)
        view.add("clock", zone.change.clock(in: year))
        view.add(zone.change.onTheDay, row.link([zone.name]))
      }
    }
    view.add("zones", usage) { view, usage in
      view.add("zone", usage.zone.name)
      view.add("offset", usage.zone.offset(at: header.now).description)
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
    view.addGroups(of: log.first)
    view.add("diagnosticsLeftOut", some: diagnostics - log.first.count)
    view.add("hasSuperseded", summary.supersededCount > 0)
    view.add("superseded", summary.superseded.prefix(RunView.listed)) { view, record in
      view.add("account", record.account.text.shown(100))
      view.add("item", record.item?.words.shown(100))
      view.add("record", header.shownPlace(record.location))
      view.add("by", header.shownPlace(record.by))
    }
    view.add("supersededLeftOut", some: summary.supersededCount - min(RunView.listed, summary.superseded.count))
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
  fileprivate func clock(in year: Int) -> String {
    let (from, to) = (transition.at.local(at: transition.before), transition.at.local(at: transition.after))
    return "\(from.time.forReaders) → \(from.date == to.date ? to.time.forReaders : to.onPage(in: year))"
  }
}
