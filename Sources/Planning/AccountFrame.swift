import CivilTime
import PlanModel

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

/// Everything that kinds and checks know about the account at hand.
final class AccountFrame {
  let account: Shared<Account>
  let policy: Shared<Policy>
  /// The policy's kinds, in its order.
  let kinds: [KindPlan]
  let now: Instant
  /// Whole local days after today that belong to the window.
  let days: Int
  let timeline: ZoneTimeline
  let today: LocalDate
  let windowEnd: Instant
  /// The account's, else the policy's.
  let quietHours: QuietHours?
  /// The texts that this account reads.
  let texts: any NotificationTexts
  let uidStem: UIDStem
  let hasDeliveries: Bool
  private let deliveries: [NotificationID: [Instant]]

  init(
    _ account: Shared<Account>, _ policy: Shared<Policy>, _ kinds: [KindPlan], _ zones: ZoneFrame,
    _ texts: any NotificationTexts, now: Instant, days: Int
  ) {
    self.account = account
    self.policy = policy
    self.kinds = kinds
    self.texts = texts
    uidStem = UIDStem(app: account.value.app, account: account.value.id)
    self.now = now
    self.days = days
    timeline = zones.timeline
    today = zones.today
    windowEnd = zones.windowEnd
    let quiet = account.value.preferences.quietHours ?? policy.value.quietHours
    quietHours = quiet?.start == quiet?.end ? nil : quiet
    hasDeliveries = !account.value.delivered.isEmpty
    deliveries = hasDeliveries ? Dictionary(grouping: account.delivered, by: \.id).mapValues { $0.map(\.at) } : [:]
  }

  /// The dates that repeating kinds look at: today … today + N.
  var dates: ClosedRange<LocalDate> { today...today.adding(days: days) }

  var yesterday: LocalDate { today.adding(days: -1) }

  func deliveries(of id: NotificationID) -> [Instant] { hasDeliveries ? deliveries[id] ?? [] : [] }

  func resolve(_ local: LocalDateTime) -> ZoneTimeline.Resolution {
    timeline.resolve(local, gap: policy.value.gap, overlap: policy.value.overlap)
  }

  /// Whether a wall time of yesterday still has a candidate: quiet hours defer it to `now` or later.
  func isCarriedOver(_ local: LocalDateTime, isCritical: Bool) -> Bool {
    guard quietHours != nil, policy.value.quietHoursAction == .defer, !isCritical,
      case .instant(let instant, _, _) = resolve(local), let moved = Deferral.end(after: instant, self)
    else { return false }
    return moved >= now
  }

  /// The first date of repeating kinds: yesterday, where its candidate is carried over, else today.
  ///
  /// - Parameter later: Seconds after `time` on the clock's face.
  func firstDate(at time: LocalTime, later: Int64 = 0, isCritical: Bool) -> LocalDate {
    isCarriedOver(yesterday.at(time).adding(seconds: later), isCritical: isCritical) ? yesterday : today
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
    schedule.appendDates(in: range, at: time, monthEnd: policy.value.monthEnd, to: &dates)
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
