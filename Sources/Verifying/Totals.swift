import CivilTime
import PlanFiles
import PlanModel
import RunModel

/// The counts of a run, recounted from the lines of its files.
struct Totals {
  private var counts = RunSummary(now: .distantPast)
  /// Whether a local date is unknown because a zone is missing.
  private var lacksZones = false

  init() { counts.measures = Measures() }

  mutating func count(_ account: VerifiedAccount, _ clock: VerifiedClock) {
    counts.accounts += 1
    var tally = RunSummary.Tally()
    var hasProblem = account.stale != nil && account.details?.isNotDue != true
    if hasProblem {
      counts.stale += 1
      if account.lines.allSatisfy({ $0.outcome == .dropped }) { counts.staleSilent += 1 }
    }
    let made = account.duplicatesByDeferral
    for line in account.lines {
      tally.add(line.outcome)
      counts.tally(line.kind) { $0.add(line.outcome) }
      if line.outcome == .dropped, let reason = line.reason {
        counts.reasons[reason.index] += 1
        let isKnown = account.details?.accepted.contains { $0.covers(reason, line.kind) } ?? false
        if isKnown { counts.accepted[reason.index] += 1 }
        let isMade =
          reason == .duplicate && (line.notification.snoozed != nil || line.moment.map(made.contains) ?? false)
        if isMade, !isKnown { counts.deferredDuplicates += 1 }
        if reason.isProblem, !isKnown, !isMade { hasProblem = true }
      }
      if line.outcome == .scheduled {
        if let date = clock.local(of: line)?.date {
          counts.dayCounts.add(1, line.kind, on: date)
        } else {
          lacksZones = true
        }
        counts.marks.count(
          isLate: line.isLate, isDeferred: line.deferredFrom != nil, line.shift)
      }
    }
    if hasProblem { counts.accountsWithProblems += 1 }
    counts.decisions.add(tally)
    counts.apps[account.app, default: .init()].add(tally)
    for line in account.actions ?? [] { counts.actions[line.action.verb, default: 0] += 1 }
    if let details = account.details { count(account, details, tally) }
  }

  private mutating func count(_ account: VerifiedAccount, _ details: AccountLine, _ tally: RunSummary.Tally) {
    if let zone = details.zones.first?.zone { counts.zones[zone, default: .init()].count(tally) }
    if let locale = details.locale, let language = LanguageTag.untranslated(locale, in: details.language) {
      counts.untranslated[language, default: 0] += 1
    }
    counts.slots.count(details.slots.use.used)
    if let at = details.coverageHorizon { counts.count(.init(account.name, at: at)) }
    if let at = details.planAgainBy, let cause = details.planAgainCause, details.stale == nil || details.isNotDue {
      counts.planAgain.count(.init(account.name, PlanAgain(at, cause)))
    }
    if details.stale == nil { counts.measures?.apps[details.app, default: .init()][details.authorization] += 1 }
  }

  /// Returns the counts that the files determine.
  func figures(_ files: VerifiedFiles, _ summary: SummaryFile?) -> CountsByName {
    var groups: Set<String> = []
    if files.accounts != nil {
      groups = ["accounts", "untranslated", "slots", "coverageHorizons", "measures"]
      if counts.planAgain.first != nil { groups.insert("planAgain") }
    }
    if files.actions != nil { groups.insert("actions") }
    if files.plan != nil {
      groups.formUnion(["decisions", "outcomes", "marks", "reasons", "kinds"])
      if !lacksZones { groups.insert("byDay") }
      if files.accounts != nil {
        groups.formUnion(["accountsWithProblems", "stale", "accepted", "apps", "zones"])
        // Earlier versions do not say it.
        if summary?.counts.staleSince != nil { groups.insert("staleSilent") }
      }
    }
    return CountsByName(SummaryFile(counts, RunHeader(), DiagnosticLog()), groups)
  }
}

extension VerifiedAccount {
  /// The kinds and instants of duplicates, if quiet hours moved a notification of that kind there.
  fileprivate var duplicatesByDeferral: Set<String> {
    guard lines.contains(where: { $0.reason == .duplicate }) else { return [] }
    return Set(lines.filter { $0.deferredFrom != nil }.compactMap(\.moment))
  }
}

extension PlanLine {
  fileprivate var moment: String? { at.map { "\(kind.name) \($0)" } }
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

/// Counts by name, such as `kinds.task.dropped`, from a file or recounted. Missing ones are 0.
struct CountsByName {
  private(set) var values: [String: String] = [:]
  /// The known groups: the first parts of names. Counts in other groups are unknown.
  private(set) var groups: Set<String> = []

  init() {}

  /// - Parameter known: The groups to adopt; nil for all.
  init(_ record: some PlanRecord, _ known: Set<String>? = nil) {
    let counts = RecordCounts(record)
    groups = known.map(counts.groups.intersection) ?? counts.groups
    for (name, count) in counts.members where groups.contains(CountsByName.group(of: name)) { values[name] = count }
  }

  /// Marks a group as known, even without counts. The first part of a name is enough.
  mutating func know(_ group: String) { groups.insert(CountsByName.group(of: group)) }

  mutating func set(_ name: String, _ value: Int) {
    know(name)
    values[name] = value == 0 ? nil : String(value)
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
