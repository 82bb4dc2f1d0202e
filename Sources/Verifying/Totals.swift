import CivilTime
import PlanFiles
import PlanModel
import RunModel

/// The counts of a run, recounted from the lines of its files.
struct Totals {
  private var accounts = 0
  private var accountsWithProblems = 0
  private var untranslated: [String: Int] = [:]
  private var outcomes = RunSummary.Tally()
  private var reasons: [Reason: Int] = [:]
  private var accepted: [Reason: Int] = [:]
  private var kinds: [Kind: RunSummary.Tally] = [:]
  private var apps: [String: RunSummary.Tally] = [:]
  private var zones: [String: RunSummary.ZoneTally] = [:]
  private var days: [LocalDate: [Kind: Int]] = [:]
  private var marks = [0, 0, 0, 0]
  private var actions: [Action.Verb: Int] = [:]
  private var (slotsUsed, maximumSlots) = (0, 0)
  private var (horizons, soonest): (Int, Instant?) = (0, nil)
  private var first: PlanAgainCounts.First?
  private var causes: [PlanAgainCause: Int] = [:]
  private var permissions: [String: [Authorization: Int]] = [:]
  /// Whether a local date is unknown because a zone is missing.
  private var lacksZones = false

  mutating func count(_ account: VerifiedAccount, _ clock: VerifiedClock) {
    accounts += 1
    var tally = RunSummary.Tally()
    var hasProblem = account.stale != nil && account.details?.isNotDue != true
    for line in account.lines {
      tally.add(line.outcome)
      kinds[line.kind, default: .init()].add(line.outcome)
      if line.outcome == .dropped, let reason = line.reason {
        reasons[reason, default: 0] += 1
        let isKnown = account.details?.accepted.contains { $0.covers(reason, line.kind) } ?? false
        if isKnown { accepted[reason, default: 0] += 1 }
        if reason.isProblem, !isKnown { hasProblem = true }
      }
      if line.outcome == .scheduled {
        if let date = clock.local(of: line)?.date {
          days[date, default: [:]][line.kind, default: 0] += 1
        } else {
          lacksZones = true
        }
        if line.isLate { marks[0] += 1 }
        if line.shift == .minimumGap {
          marks[3] += 1
        } else {
          if line.deferredFrom != nil { marks[1] += 1 }
          if line.shift?.isByClock == true { marks[2] += 1 }
        }
      }
    }
    if hasProblem { accountsWithProblems += 1 }
    outcomes.add(tally)
    apps[account.app, default: .init()].add(tally)
    for line in account.actions ?? [] { actions[line.action.verb, default: 0] += 1 }
    if let details = account.details { count(account, details, tally) }
  }

  private mutating func count(_ account: VerifiedAccount, _ details: AccountLine, _ tally: RunSummary.Tally) {
    if let zone = details.zones.first?.zone {
      zones[zone, default: .init()].accounts += 1
      zones[zone]?.decisions.add(tally)
    }
    if let locale = details.locale, let language = LanguageTag.untranslated(locale, in: details.language) {
      untranslated[language, default: 0] += 1
    }
    // Damaged files may contain any number.
    slotsUsed &+= details.slots.use.used
    maximumSlots = max(maximumSlots, details.slots.use.used)
    if let at = details.coverageHorizon {
      horizons += 1
      soonest = min(soonest ?? at, at)
    }
    if let at = details.planAgainBy, let cause = details.planAgainCause {
      causes[cause, default: 0] += 1
      if at < first?.planAgain.at ?? .distantFuture {
        first = .init(account.name, PlanAgain(at, cause))
      }
    }
    if details.stale == nil { permissions[details.app, default: [:]][details.authorization, default: 0] += 1 }
  }

  /// Returns the counts that the files determine.
  func figures(_ files: VerifiedFiles) -> CountsByName {
    var figures = CountsByName()
    if files.accounts != nil {
      figures.set("accounts", accounts)
      figures.know("untranslated")
      for (language, count) in untranslated { figures.set("untranslated.\(language)", count) }
      figures.set("slots.used", slotsUsed)
      figures.set("slots.mostUsedByAnAccount", maximumSlots)
      figures.set("coverageHorizons.accounts", horizons)
      figures.set("coverageHorizons.soonest", soonest.map { "\($0)" })
      figures.set("coverageHorizons.listed", min(horizons, RunSummary.listedHorizons))
      if let first {
        figures.set("planAgain.earliest", first.words)
        for cause in PlanAgainCause.allCases { figures.set("planAgain.causes.\(cause.rawValue)", causes[cause] ?? 0) }
      }
      for (app, states) in permissions {
        for (state, count) in states { figures.set("measures.\(app).\(state.rawValue)", count) }
      }
    }
    if files.actions != nil {
      for verb in Action.Verb.allCases { figures.set("actions.\(verb.rawValue)", actions[verb] ?? 0) }
    }
    guard files.plan != nil else { return figures }
    figures.set("decisions", outcomes.total)
    figures.set("outcomes", outcomes)
    for (index, mark) in ["late", "deferred", "shifted", "spaced"].enumerated() {
      figures.set("marks.\(mark)", marks[index])
    }
    figures.know("reasons")
    for (reason, count) in reasons { figures.set("reasons.\(reason.code)", count) }
    figures.know("kinds")
    for (kind, tally) in kinds { figures.set("kinds.\(kind.name)", tally) }
    if !lacksZones {
      figures.know("byDay")
      for (date, counts) in days {
        for (kind, count) in counts { figures.set("byDay.\(date).\(kind.name)", count) }
      }
    }
    guard files.accounts != nil else { return figures }
    figures.set("accountsWithProblems", accountsWithProblems)
    figures.know("accepted")
    for (reason, count) in accepted { figures.set("accepted.\(reason.code)", count) }
    figures.know("apps")
    for (app, tally) in apps { figures.set("apps.\(app)", tally) }
    figures.know("zones")
    for (zone, count) in zones {
      figures.set("zones.\(zone).accounts", count.accounts)
      figures.set("zones.\(zone).outcomes", count.decisions)
    }
    return figures
  }
}

extension RunSummary.Tally {
  fileprivate mutating func add(_ outcome: PlanLine.Outcome) {
    switch outcome {
    case .scheduled: scheduled += 1
    case .armed: armed += 1
    case .ahead: ahead += 1
    case .dropped: dropped += 1
    }
  }
}

extension SummaryFile {
  /// The same counts as the file gives them.
  var figures: CountsByName {
    var figures = CountsByName()
    for (name, value) in [
      ("accounts", accounts), ("accountsWithProblems", accountsWithProblems), ("rejectedRecords", rejected),
      ("decisions", decisions), ("marks.late", marks.late), ("marks.deferred", marks.deferred),
      ("marks.shifted", marks.shifted), ("marks.spaced", marks.spaced), ("slots.used", slots.used),
      ("slots.mostUsedByAnAccount", slots.maximum),
      ("coverageHorizons.accounts", horizons.accounts), ("coverageHorizons.listed", horizons.listed.count),
    ] {
      figures.set(name, value)
    }
    figures.set("coverageHorizons.soonest", horizons.soonest.map { "\($0)" })
    figures.set("outcomes", outcomes)
    for group in ["untranslated", "reasons", "accepted", "kinds", "apps", "zones", "byDay", "actions"] {
      figures.know(group)
    }
    for (language, count) in untranslated.members { figures.set("untranslated.\(language)", count) }
    for (reason, count) in reasons { figures.set("reasons.\(reason.code)", count) }
    for (reason, count) in accepted { figures.set("accepted.\(reason.code)", count) }
    for (name, tally) in kinds.members { figures.set("kinds.\(name)", tally) }
    for (name, tally) in apps.members { figures.set("apps.\(name)", tally) }
    for (name, zone) in zones.members {
      figures.set("zones.\(name).accounts", zone.accounts)
      figures.set("zones.\(name).outcomes", zone.decisions)
    }
    for (date, kinds) in days.members {
      for (kind, count) in kinds.members { figures.set("byDay.\(date).\(kind)", count) }
    }
    for (verb, count) in actions { figures.set("actions.\(verb.rawValue)", count) }
    if let first = planAgain.first {
      figures.set("planAgain.earliest", first.words)
      for cause in PlanAgainCause.allCases { figures.set("planAgain.causes.\(cause.rawValue)", planAgain[cause]) }
    }
    if let measures {
      figures.know("measures")
      for (name, app) in measures.apps {
        for state in Authorization.allCases { figures.set("measures.\(name).\(state.rawValue)", app[state]) }
      }
    }
    return figures
  }
}

/// Counts by name, such as `kinds.task.dropped`, from a file or recounted. Missing ones are 0.
struct CountsByName {
  private(set) var values: [String: String] = [:]
  /// The known groups: the first parts of names. Counts in other groups are unknown.
  private(set) var groups: Set<String> = []

  /// Marks a group as known, even without counts. The first part of a name is enough.
  mutating func know(_ group: String) { groups.insert(CountsByName.group(of: group)) }

  mutating func set(_ name: String, _ value: String?) {
    know(name)
    values[name] = value
  }

  mutating func set(_ name: String, _ value: Int) { set(name, value == 0 ? nil : String(value)) }

  mutating func set(_ name: String, _ tally: RunSummary.Tally) {
    set("\(name).scheduled", tally.scheduled)
    set("\(name).armed", tally.armed)
    set("\(name).ahead", tally.ahead)
    set("\(name).dropped", tally.dropped)
  }

  private static func group(of name: String) -> String { String(name.prefix { $0 != "." }) }

  /// Returns the differing counts in groups that both know, in the order of names.
  func differences(from other: CountsByName) -> [(name: String, found: String, expected: String)] {
    let known = groups.intersection(other.groups)
    return Set(values.keys).union(other.values.keys).filter { known.contains(CountsByName.group(of: $0)) }.sorted()
      .compactMap { name in
        let (found, expected) = (values[name] ?? "0", other.values[name] ?? "0")
        return found == expected ? nil : (name, found, expected)
      }
  }

  /// Adopts the groups that are unknown here.
  mutating func fill(from other: CountsByName) {
    let new = other.groups.subtracting(groups)
    groups.formUnion(new)
    for (name, value) in other.values where new.contains(CountsByName.group(of: name)) { values[name] = value }
  }
}
