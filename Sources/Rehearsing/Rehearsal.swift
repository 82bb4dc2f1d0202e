import CivilTime
import PlanModel

/// When accounts are planned again.
package enum ReplanRegime: String, CaseIterable, Sendable {
  /// Every 24 hours.
  case nightly
  /// At the replan deadline of each plan.
  case deadline
  case once
}

/// The setup of a rehearsal and its results.
package struct Rehearsal: Sendable {
  package var now: Instant
  package var nights: Int
  package var regime: ReplanRegime
  /// The tz database of the plans, and that of the devices if it differs.
  package var tzdata = ""
  package var deviceTzdata: String?
  /// The share of missed nights, and the seed that selects them.
  package var miss: (share: Double, seed: Int)?
  package var gap = GapPolicy.next
  package var travel: [(at: Instant, zone: String)] = []
  /// The exports that replace the inputs.
  package var later: [(at: Instant, input: String)] = []
  package var all: RehearsalTally
  package var apps: [String: RehearsalTally] = [:]
  package var kinds: [AppKind: RehearsalTally] = [:]
  /// The first `maximumAccounts` accounts, in input order.
  package var accounts: [(name: AccountName, tally: RehearsalTally)] = []
  package var furtherAccounts = 0
  /// Plans that devices carried out, nights on which they were missed, and actions that devices refused.
  package var plans = 0
  package var missed = 0
  package var refused = 0

  /// A kind within its app: two apps can have kinds of the same name.
  package struct AppKind: Hashable, Comparable, Sendable {
    package var app: String
    package var kind: Kind

    package static func < (a: AppKind, b: AppKind) -> Bool {
      let order = a.app.compareBytes(b.app)
      return order != 0 ? order < 0 : a.kind.name.compareBytes(b.kind.name) < 0
    }
  }

  /// More accounts than anyone reads through.
  private static let maximumAccounts = 10_000

  package init(now: Instant, nights: Int, regime: ReplanRegime) {
    (self.now, self.nights, self.regime) = (now, nights, regime)
    all = RehearsalTally(nights: nights)
  }

  /// Adds a device's showings.
  package mutating func add(_ judged: [Showing.Judged], of name: AccountName) {
    var own = RehearsalTally(nights: nights)
    own.add(judged, since: now)
    all.add(own)
    let app = name.app ?? ""
    apps[app, default: RehearsalTally(nights: nights)].add(own)
    for (kind, judged) in Dictionary(grouping: judged, by: \.kind) {
      kinds[AppKind(app: app, kind: kind), default: RehearsalTally(nights: nights)].add(judged, since: now)
    }
    list(name, own)
  }

  private mutating func list(_ name: AccountName, _ tally: RehearsalTally) {
    if accounts.count < Rehearsal.maximumAccounts { accounts.append((name, tally)) } else { furtherAccounts += 1 }
  }

  /// Merges the rehearsal of later accounts.
  package mutating func add(_ other: Rehearsal) {
    all.add(other.all)
    for (app, tally) in other.apps { apps[app, default: RehearsalTally(nights: nights)].add(tally) }
    for (kind, tally) in other.kinds { kinds[kind, default: RehearsalTally(nights: nights)].add(tally) }
    for (name, tally) in other.accounts { list(name, tally) }
    furtherAccounts += other.furtherAccounts
    plans += other.plans
    missed += other.missed
    refused += other.refused
  }
}

/// Counts of verdicts, and the days on which devices first went wrong.
package struct RehearsalTally: Sendable {
  /// By verdict.
  private var counts = Array(repeating: 0, count: ShowingVerdict.allCases.count)
  /// The number of devices that first went wrong on each day, counted from 1. Index 0 counts devices that never did.
  private var firstDays: [Int]

  /// The numbers of nights at which reports show how many devices are still right.
  package static let milestones = [7, 14, 30, 60]

  package init(nights: Int) { firstDays = Array(repeating: 0, count: nights + 1) }

  package subscript(_ verdict: ShowingVerdict) -> Int { counts[verdict.rawValue] }

  /// The number of planned notifications.
  package var planned: Int { self[.right] + self[.otherTime] + self[.otherWords] + self[.missing] }

  /// The number of devices with anything planned or shown.
  package var devices: Int { firstDays.reduce(0, +) }

  /// Returns the number of devices that stay right through a given night.
  package func correct(_ nights: Int) -> Int { devices - firstDays[1...nights].reduce(0, +) }

  /// The day, counted from 1, by whose end half of the devices went wrong; `nil` if fewer than half did.
  package var medianFirstDay: Int? {
    firstDays.indices.dropFirst().first { 2 * (devices - correct($0)) >= devices && correct($0) < devices }
  }

  /// Adds the verdicts of one device, if it has any. A day is 24 hours.
  fileprivate mutating func add(_ judged: [Showing.Judged], since now: Instant) {
    if judged.isEmpty { return }
    var first = 0
    for (verdict, _, at) in judged {
      counts[verdict.rawValue] += 1
      if verdict == .right { continue }
      let day = max(1, Int((at.epochSeconds - now.epochSeconds + 86_399) / 86_400))
      first = first == 0 ? day : min(first, day)
    }
    firstDays[first] += 1
  }

  fileprivate mutating func add(_ other: RehearsalTally) {
    for index in counts.indices { counts[index] += other.counts[index] }
    for index in firstDays.indices { firstDays[index] += other.firstDays[index] }
  }
}

// MARK: Presentation

extension Rehearsal {
  /// The milestones within the rehearsed nights.
  package var milestones: [Int] { RehearsalTally.milestones.filter { $0 <= nights } }

  package var sortedApps: [(name: String, tally: RehearsalTally)] {
    apps.sorted { $0.key.compareBytes($1.key) < 0 }.map { ($0.key, $0.value) }
  }

  package var sortedKinds: [(kind: AppKind, tally: RehearsalTally)] {
    kinds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The accounts that go wrong, earliest first.
  package var wrongAccounts: [(name: AccountName, tally: RehearsalTally)] {
    let wrong = accounts.enumerated().compactMap { index, account in
      account.tally.medianFirstDay.map { (day: $0, index: index) }
    }
    return wrong.sorted { ($0.day, $0.index) < ($1.day, $1.index) }.map { accounts[$0.index] }
  }

  /// The setup in words, one line per circumstance.
  package var circumstances: [String] {
    var lines = ["\(nights.of("night")) from \(now), \(regime.words); tz database \(tzdata)"]
    if let deviceTzdata { lines.append("tz database \(deviceTzdata) on the devices") }
    if let (share, seed) = miss { lines.append("a share of \(share) of the nights missed, by seed \(seed)") }
    lines += travel.map { "in \($0.zone) from \($0.at), which no plan knows ahead" }
    lines += later.map { "accounts as in \($0.input) from \($0.at)" }
    if gap == .later { lines.append("skipped wall times fire later by the gap") }
    return lines
  }

  /// `6420 plans, 12 nights missed, 0 actions refused`.
  package var effort: String {
    "\(plans.of("plan")) carried out, \(missed.of("night")) missed, \(refused.of("action")) refused"
  }
}

extension ReplanRegime {
  /// Text to follow a comma.
  package var words: String {
    switch self {
    case .nightly: "planned every night"
    case .deadline: "planned again when the plan says so"
    case .once: "planned once"
    }
  }
}

extension ShowingVerdict {
  /// Text for a column header.
  package var words: String {
    switch self {
    case .right: "right"
    case .otherTime: "time"
    case .otherWords: "words"
    case .missing: "missing"
    case .twice: "twice"
    case .unplanned: "unplanned"
    }
  }
}

extension RehearsalTally {
  /// The percentage of planned notifications that were right, rounded down (`93.4`); `-` if none were planned.
  package var rightShare: String { RehearsalTally.share(self[.right], of: planned) }

  /// Returns the percentage of devices that stay right through a given night.
  package func correctShare(_ nights: Int) -> String { RehearsalTally.share(correct(nights), of: devices) }

  private static func share(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "-" : "\(1000 * part / whole / 10).\(1000 * part / whole % 10)"
  }
}
