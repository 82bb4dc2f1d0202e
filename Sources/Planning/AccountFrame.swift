import CivilTime
import PlanModel
import Wording

/// A zone's share of a run: what depends on the zones, `now` and `days` alone.
struct ZoneFrame {
  let timeline: ZoneTimeline
  /// The local date of `now`.
  let today: LocalDate
  /// Start of the local day today + N + 1.
  let windowEnd: Instant

  init(zone: Zone, changes: [(at: Instant, zone: Zone)], now: Instant, days: Int) {
    timeline = ZoneTimeline(zone: zone, changes: changes, range: ZoneTimeline.range(now: now, days: days))
    today = timeline.local(at: now).date
    windowEnd = timeline.startOfDay(today.adding(days: days + 1))
  }
}

/// Everything that the kinds and passes know about the account at hand.
package struct AccountFrame {
  package let account: Shared<Account>
  package let policy: Shared<Policy>
  package let now: Instant
  /// Whole local days after today that belong to the window.
  package let days: Int
  package let timeline: ZoneTimeline
  package let today: LocalDate
  package let windowEnd: Instant
  /// The account's, else the policy's.
  package let quietHours: QuietHours?
  /// Check 1 or 2, where the account fails it.
  let gate: Reason?
  let enabledKinds: KindSet
  /// The texts that this account reads.
  let wording: Wording
  let uidStem: UIDStem
  private let deliveries: [NotificationID: [Instant]]

  init(
    _ account: Shared<Account>, _ policy: Shared<Policy>, _ zones: ZoneFrame, _ wording: Wording, now: Instant,
    days: Int
  ) {
    self.policy = policy
    self.wording = wording
    uidStem = UIDStem(app: account.app, account: account.id)
    self.now = now
    self.days = days
    timeline = zones.timeline
    today = zones.today
    windowEnd = zones.windowEnd
    let quiet = account.preferences.quietHours ?? policy.quietHours
    quietHours = quiet?.start == quiet?.end ? nil : quiet
    gate = GatePass.check(account, policy)
    enabledKinds = GatePass.enabledKinds(account, policy)
    deliveries =
      account.delivered.isEmpty
      ? [:] : Dictionary(grouping: account.delivered, by: \.id).mapValues { $0.map(\.at) }
    self.account = account
  }

  /// The dates that repeating kinds look at: today … today + N.
  var dates: ClosedRange<LocalDate> { today...today.adding(days: days) }

  var yesterday: LocalDate { today.adding(days: -1) }

  @inline(__always)
  var hasDeliveries: Bool { !deliveries.isEmpty }

  func deliveries(of id: NotificationID) -> [Instant] {
    deliveries.isEmpty ? [] : deliveries[id] ?? []
  }

  func resolve(_ local: LocalDateTime) -> ZoneTimeline.Resolution {
    timeline.resolve(local, gap: policy.gap, overlap: policy.overlap)
  }

  /// Whether a wall time of yesterday still has a candidate: quiet hours defer it to `now` or later.
  func isCarriedOver(_ local: LocalDateTime, isCritical: Bool) -> Bool {
    guard quietHours != nil, policy.quietHoursAction == .defer, !isCritical,
      case .instant(let instant, _, _) = resolve(local), let moved = QuietHoursPass.end(after: instant, self)
    else { return false }
    return moved >= now
  }

  /// The dates of a kind that has one candidate a day at `time`: yesterday's where it is carried over, then `dates`.
  func dailyDates(at time: LocalTime, isCritical: Bool) -> ClosedRange<LocalDate> {
    isCarriedOver(yesterday.at(time), isCritical: isCritical) ? yesterday...dates.upperBound : dates
  }

  /// The occurrences of a repeating schedule with dates in `range`, ascending.
  func occurrences(of schedule: Schedule, at time: LocalTime, in range: ClosedRange<LocalDate>) -> [LocalDate] {
    var dates: [LocalDate] = []
    find(&dates, of: schedule, at: time, in: range)
    return dates
  }

  /// The same into `dates`, which is emptied first.
  func find(
    _ dates: inout [LocalDate], of schedule: borrowing Schedule, at time: LocalTime, in range: ClosedRange<LocalDate>
  ) {
    dates.removeAll(keepingCapacity: true)
    schedule.appendDates(in: range, at: time, monthEnd: policy.monthEnd, to: &dates)
    if case .rule(let rule) = schedule.repetition, case .utc(let last)? = rule.until {
      dates.removeAll { date in
        if case .instant(let instant, _, _) = resolve(date.at(time)) {
          instant > last
        } else {
          date.at(time) > last.utc
        }
      }
    }
  }
}
