import PlanModel
import RunModel

/// What is new, worse and resolved since the previous plan, and the number of changes by cause.
struct SinceView {
  /// A count that can differ from the previous plan.
  private struct Step {
    var words: String
    /// The counts of the accounts that both plans have.
    var before: Int
    var now: Int
    /// The part of ``before`` that does not go out for another reason now.
    var otherwise = 0
    /// The count of the accounts that are new.
    var fresh = 0
    /// The accepted ones: no longer a problem, but not resolved.
    var accepted = 0
    /// The section with details.
    var anchor: String
    var link: ShowLink?
  }

  private let changes: ChangeLog?
  private let year: Int
  private var steps: [Step] = []

  init(_ summary: RunSummary) {
    (changes, year) = (summary.changes, summary.now.utc.date.year)
    guard let before = changes?.before else { return }
    if let rejected = before.rejected {
      let words = max(rejected, summary.rejected) == 1 ? "record rejected" : "records rejected"
      // A record in a broken input may be as it was.
      let unread = summary.brokenInputs > 0 ? max(0, rejected - summary.rejected) : 0
      steps.append(
        Step(words: words, before: rejected, now: summary.rejected, otherwise: unread, anchor: "diagnostics"))
    }
    for reason in Reason.allCases where reason.isLoss {
      steps.append(
        Step(
          words: reason.summary, before: before.comparable(reason),
          now: max(0, summary.losses(reason) - (before.fresh[reason] ?? 0)),
          otherwise: before.otherwise[reason] ?? 0, fresh: before.fresh[reason] ?? 0,
          accepted: summary.accepted[reason.index], anchor: "reason-\(reason.code)",
          link: .reason(reason)))
    }
  }

  /// Adds the same names for every log.
  func add(to view: inout PageView) {
    view.add("hasChanges", changes != nil)
    view.add("sinceNow", changes?.before?.now?.markup(in: year))
    let moves: [(String, (Step) -> Bool)] = [
      ("sinceNew", { $0.before == 0 && $0.now > 0 }), ("sinceWorse", { $0.before > 0 && $0.now > $0.before }),
      ("sinceBetter", { $0.now > 0 && $0.now + $0.accepted + $0.otherwise < $0.before }),
      ("sinceResolved", { $0.now == 0 && $0.accepted == 0 && $0.before > $0.otherwise }),
      ("sinceFresh", { $0.fresh > 0 }),
    ]
    for (name, matches) in moves {
      let found = steps.filter(matches)
      view.add("\(name)Any", !found.isEmpty)
      view.add(name, found) { view, step in
        view.add("words", step.words)
        view.add("before", name == "sinceResolved" ? step.before - step.otherwise : step.before)
        view.add("count", name == "sinceFresh" ? step.fresh : step.now)
        view.add("anchor", step.now + step.fresh > 0 ? step.anchor : nil)
        // The link opens both.
        view.add("show", step.now > 0 && step.fresh > 0 ? nil : step.link?.fragment)
      }
    }
    let acting = (changes?.total.total ?? 0) - (changes?.passing ?? 0)
    let causes = ChangeGroup.order.filter { $0 != .time && changes?.causes[$0] != nil }.map(\.words)
    let words =
      causes.isEmpty
      ? ""
      : " by "
        + ([causes.dropLast().joined(separator: ", ")] + causes.suffix(1))
        .filter { !$0.isEmpty }.joined(separator: " and ")
    view.add(
      "sinceChanges",
      changes.map { _ in acting == 0 ? "no change by data and settings" : acting.counted("change") + words })
    view.add("sincePassing", changes.flatMap { $0.passing > 0 ? $0.passing : nil })
    view.add("plannedShown", plannedShown)
    let before = changes?.before
    view.add("zoneChanges", before.flatMap { $0.tellsZones ? $0.zoneChanges : nil })
    view.add("zoneChangesOf", before.map { ($0.accounts - $0.goneAccounts).counted("account") })
  }

  /// The section of planned and shown notifications. It is a single name, since each name of a page slows every
  /// lookup.
  private var plannedShown: [PageView] {
    guard let shown = changes?.shown, shown.total.accounts > 0 else { return [] }
    var view = PageView()
    view.add("accounts", shown.total.accounts.counted("account"))
    view.add("silent", shown.total.silent > 0 ? shown.total.silent.counted("account") : nil)
    view.add("rows", rows(shown))
    return [view]
  }

  /// Returns the rows of planned and shown notifications: for each app the total, then its kinds and platforms.
  private func rows(_ shown: ShownCounts) -> [PageView] {
    var rows: [PageView] = []
    for (name, app) in shown.apps.sorted(by: { $0.key.compareBytes($1.key) < 0 }) where app.accounts > 0 {
      let kinds = app.kinds.sorted { $0.key < $1.key }.map { ($0.key.name, $0.value) }
      let platforms = app.platforms.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      for (part, tally) in [(nil, app.total)] + kinds + platforms {
        var view = PageView()
        view.add("app", name.shown(60))
        view.add("part", part)
        view.add("planned", tally.planned)
        view.add("asPlanned", tally.asPlanned)
        view.add("otherTime", tally.otherTime)
        view.add("notShown", tally.notShown - tally.notSeen)
        view.add("notSeen", tally.notSeen)
        view.add("unplanned", tally.unplanned)
        rows.append(view)
      }
    }
    return rows
  }

  /// Returns the increase of a figure, such as `+3`; nil if it is unchanged or unknown.
  static func delta(_ now: Int, _ before: Int?) -> String? {
    guard let before, before != now else { return nil }
    return now > before ? "+\((now - before).grouped)" : "−\((before - now).grouped)"
  }
}

/// The replan deadline, the accounts that allow notifications, and the engagement figures.
struct MeasuresView {
  private let planAgain: PlanAgainCounts
  private let measures: Measures?
  /// The accounts that keep an earlier plan.
  private let kept: Int

  init(_ summary: RunSummary) {
    kept = summary.stale + summary.notDue
    planAgain = summary.planAgain
    measures = summary.measures
  }

  func add(to view: inout PageView) {
    view.add("hasAgain", planAgain.first != nil)
    view.add("againCauses", PlanAgainCause.allCases.filter { planAgain[$0] > 0 }) { view, cause in
      view.add("words", cause.words)
      view.add("code", cause.rawValue)
      view.add(planAgain[cause], .having(ShowLink.tally(cause)))
    }
    view.add("hasMeasures", measures != nil)
    let total = measures?.total ?? Measures.App()
    view.add("keptPlans", kept > 0 ? kept.counted("account") : nil)
    view.add("permissions", Authorization.allCases.filter { total[$0] > 0 }) { view, state in
      view.add("code", state.rawValue)
      view.add("words", state.words)
      view.add(total[state], .having(ShowLink.tally(state)))
      view.add("remedy", state == .authorized ? nil : state.remedy)
    }
    view.add("measuredApps", (measures?.apps ?? [:]).sorted { $0.key.compareBytes($1.key) < 0 }) { view, app in
      view.add("app", app.key.shown(60))
      view.add("accounts", app.value.accounts)
      view.add("show", ShowLink(["app": app.key, "has": ShowLink.reach]).fragment)
      view.add("mayBeNotified", share(app.value.mayBeNotified, of: app.value.accounts))
      view.add("measuredKinds", app.value.kinds.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }) { view, kind in
        view.add("kind", kind.key.name)
        view.add("delivered", some: kind.value.delivered)
        view.add("completed", share(kind.value.completed, of: kind.value.delivered))
        view.add("streaks", some: kind.value.streaks)
        view.add("streaksAtRisk", kind.value.streaks > 0 ? kind.value.streaksAtRisk : nil)
      }
    }
    view.add("hasEngagement", !total.engagement.isEmpty)
  }

  /// Returns `12 (80 %)`; nil if `whole` is 0.
  private func share(_ part: Int, of whole: Int) -> String? {
    Measures.percent(part, of: whole).map { "\(part.grouped) (\($0) %)" }
  }
}
