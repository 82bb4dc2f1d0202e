import CivilTime
import PlanModel

/// A zone's share of a run: everything that depends only on the zones, `now` and `days`.
struct ZoneFrame {
  let timeline: ZoneTimeline
  /// The local date of `now`.
  let today: LocalDate
  /// The start of the local day today + N + 1.
  let windowEnd: Instant

  init(timeline: ZoneTimeline, today: LocalDate, windowEnd: Instant) {
    self.timeline = timeline
    self.today = today
    self.windowEnd = windowEnd
  }

  init(zone: Zone, changes: [(at: Instant, zone: Zone)], now: Instant, days: Int) {
    timeline = ZoneTimeline(zone: zone, changes: changes, range: ZoneTimeline.range(now: now, days: days))
    today = timeline.local(at: now).date
    windowEnd = timeline.startOfDay(today.adding(days: days + 1))
  }
}

/// The deliveries of one notification, by several keys.
struct Deliveries {
  /// The instants of all deliveries, in the order of the export.
  private(set) var instants: [Instant] = []
  /// The dates in their IDs.
  private var dates: Set<LocalDate> = []
  private var latest: Instant?
  /// The latest delivery whose ID names no date.
  private var latestUndated: Instant?

  var isEmpty: Bool { instants.isEmpty }

  mutating func add(at instant: Instant, of date: LocalDate?) {
    instants.append(instant)
    latest = max(latest ?? instant, instant)
    if let date { dates.insert(date) } else { latestUndated = max(latestUndated ?? instant, instant) }
  }

  func hasAny(since first: Instant) -> Bool { latest.map { $0 >= first } ?? false }

  /// Returns whether there is a delivery of that date, or one since `first` whose ID names no date.
  func hasAny(of date: LocalDate?, since first: Instant) -> Bool {
    latestUndated.map { $0 >= first } ?? false || date.map { dates.contains($0) } ?? false
  }
}

/// Everything that kinds and checks need to know about the current account.
final class AccountFrame {
  let account: Shared<Account>
  let policy: Shared<Policy>
  /// The policy's kinds, in its order.
  let kinds: [KindPlan]
  let now: Instant
  /// The number of whole local days after today that belong to the window.
  let days: Int
  let timeline: ZoneTimeline
  let today: LocalDate
  /// The end of the reach, or of the window without one.
  let windowEnd: Instant
  /// The plan's window; nil without a reach, when ``days`` and ``windowEnd`` are the window's.
  let window: Window?
  /// With a reach, the first instant at which a notification finds no slot.
  var firstWithoutSlot: Instant?
  /// The account's quiet hours, else the policy's if they are the same on all days.
  let quietHours: QuietHours?
  /// The texts in the account's language.
  let texts: any NotificationTexts
  let uidStem: UIDStem
  /// Whether everything that conditions leave out is a candidate, and not only the next one.
  var keepsLeftOut = false
  /// Whether due dates on closed days may be skipped.
  var skipsDates = false
  /// Whether an item of a declared kind has no date.
  var hasUndated = false
  let hasDeliveries: Bool
  /// Whether what went out at the end of a snooze was delivered.
  let hasSnoozedDeliveries: Bool
  /// Whether the user snoozed items of shipped kinds.
  let hasSnoozes: Bool
  private let deliveries: [NotificationID: Deliveries]
  /// The deliveries on all devices of the account.
  private let united: [NotificationID: Deliveries]
  /// The dates beyond the window that a longer plan covers; nil for the plan itself.
  private let beyond: ClosedRange<LocalDate>?
  /// The original frame, if this one looks beyond the window. It holds what takes long to compute.
  private let original: AccountFrame?
  /// The account's frame, if ``timeline`` and ``today`` are those of an item's zone. It owns this one.
  private unowned let home: AccountFrame?
  /// The end of the snooze for which this frame looks at earlier dates; nil for others.
  let snoozeEnd: Instant?

  struct Window {
    var days: Int
    var end: Instant
  }

  /// - Parameters:
  ///   - days: The whole local days after today that candidates cover: the reach, or the window without one.
  ///   - window: The plan's window; nil if it is the whole span.
  init(
    _ account: Shared<Account>, _ policy: Shared<Policy>, _ kinds: [KindPlan], _ zones: ZoneFrame,
    _ texts: any NotificationTexts, now: Instant, days: Int, window: Window? = nil
  ) {
    self.window = window
    self.account = account
    self.policy = policy
    self.kinds = kinds
    self.texts = texts
    uidStem = UIDStem(app: account.value.app, account: account.value.id, account.value.device)
    self.now = now
    self.days = days
    timeline = zones.timeline
    today = zones.today
    beyond = nil
    original = nil
    (home, snoozeEnd) = (nil, nil)
    windowEnd = zones.windowEnd
    let quiet = account.value.preferences.quietHours ?? policy.value.quietHours
    quietHours = quiet?.start == quiet?.end ? nil : quiet
    let elsewhere = account.value.deliveredElsewhere
    hasDeliveries = !account.value.delivered.isEmpty || !elsewhere.isEmpty
    hasSnoozes = account.value.items.hasSnoozes
    deliveries = hasDeliveries ? AccountFrame.deliveries(account.delivered) : [:]
    united = elsewhere.isEmpty ? deliveries : AccountFrame.deliveries(account.delivered + elsewhere)
    hasSnoozedDeliveries = united.keys.contains { $0.snoozed != nil }
  }

  /// The running session that started last.
  private(set) lazy var lastSession = items(.session).filter(\.isRunning)
    .max { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }

  /// By kind if the policy's quiet hours differ between kinds, else under −1.
  private var quietEnds: [Int: [Instant?]] = [:]

  /// Returns, for each stay, when the quiet hours at its beginning are over for the kind.
  func quietEnds(_ kind: KindPlan) -> [Instant?] {
    if let original { return original.quietEnds(kind) }
    let key = kind.quietRules == nil ? -1 : kind.position
    if let known = quietEnds[key] { return known }
    let ends = Deferral.endsAfterMoves(kind, self)
    quietEnds[key] = ends
    return ends
  }

  private var knownClosedDays: ClosedDays?

  /// Returns the days on which nothing of the account is paid or done.
  func closedDays(_ holidays: HolidayCalendars) -> ClosedDays {
    if let knownClosedDays { return knownClosedDays }
    let days = holidays.closedDays(of: account.value)
    knownClosedDays = days
    return days
  }

  /// The kind that reports what quiet hours held back; nil if the policy has none, or it is off.
  private(set) lazy var digest: KindPlan? = kinds.first { kind in
    kind.definition.derivesFromOtherKinds && Checks.gate(kind, self) == nil
  }

  private(set) lazy var foreground: ForegroundStretches =
    original?.foreground ?? ForegroundStretches(account.value.active)
  private lazy var mornings: DateSet = original?.mornings ?? dates(of: .morning)
  private lazy var bedtimes: DateSet = original?.bedtimes ?? dates(of: .bedtime)

  /// Returns the dates on which the diary has an entry.
  func written(_ flow: ShippedItems.Flow) -> DateSet { flow == .morning ? mornings : bedtimes }

  private func dates(of flow: ShippedItems.Flow) -> DateSet {
    DateSet(items(.entry).compactMap { $0.isEntry(of: flow) ? $0.schedule?.start : nil })
  }

  /// Returns a list of the account's items, in input order.
  func items(_ list: ItemList) -> [Item] { list == .habit ? habits : account.value.items[list] }

  /// The habits, each with its streak.
  private lazy var habits = account.value.items[.habit].withStreaks(on: today)

  private var itemPlaces: [ItemList: [ItemID: Int]] = [:]

  /// Returns the position of each item in a list.
  func places(_ list: ItemList) -> [ItemID: Int] {
    if let known = itemPlaces[list] { return known }
    let ids = items(list).map(\.id)
    let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    itemPlaces[list] = places
    return places
  }

  private var knownIdentities: [ItemList: [String: ItemID]] = [:]

  /// Returns the items of a list by the IDs or dates that identifiers contain.
  ///
  /// - Parameter declaration: The declaration of the list's items.
  func identities(_ list: ItemList, _ declaration: ItemDeclaration) -> [String: ItemID] {
    if let known = knownIdentities[list] { return known }
    let identities = Dictionary(
      items(list).map { (declaration.isNamedByDate ? $0.schedule.map { "\($0.start)" } ?? "" : $0.id.text, $0.id) }
    ) { first, _ in first }
    knownIdentities[list] = identities
    return identities
  }

  /// Returns the place that arms a notification of the kind.
  func place(of item: ItemID, _ kind: Kind) -> PlaceTrigger? {
    let plan = kinds.first { $0.settings.kind == kind }
    guard let list = plan?.list else { return nil }
    return places(list)[item].flatMap { items(list)[$0].place }
  }

  /// Creates a frame of the same account on other dates than its window's: later ones, for a longer plan, or earlier ones,
  /// for what a snooze holds back or a calendar still shows.
  ///
  /// - Parameters:
  ///   - account: The account, or one with some of its items.
  ///   - snoozeEnd: The end of the snooze that holds back what is on earlier dates.
  ///   - isRead: Whether anyone reads its texts.
  convenience init(
    _ frame: AccountFrame, _ account: Shared<Account>, beyond dates: ClosedRange<LocalDate>, snoozeEnd: Instant? = nil,
    isRead: Bool
  ) {
    self.init(
      frame, account, ZoneFrame(timeline: frame.timeline, today: frame.today, windowEnd: .distantFuture), beyond: dates,
      texts: isRead ? frame.texts : NoTexts(frame.texts.language), original: frame.original ?? frame,
      snoozeEnd: snoozeEnd)
  }

  /// Creates a frame with the clock of an item's zone. Quiet hours and the window stay the account's.
  private convenience init(_ frame: AccountFrame, in zone: Zone) {
    let clock = ZoneFrame(zone: zone, changes: [], now: frame.now, days: frame.days)
    self.init(
      frame, frame.account,
      ZoneFrame(timeline: clock.timeline, today: clock.today, windowEnd: frame.windowEnd),
      beyond: frame.beyond.map { $0.lowerBound.adding(days: -1)...$0.upperBound.adding(days: 1) },
      texts: frame.texts, home: frame, snoozeEnd: frame.snoozeEnd)
  }

  /// Creates a frame that differs from another one in its dates or its clock.
  private init(
    _ frame: AccountFrame, _ account: Shared<Account>, _ zones: ZoneFrame, beyond: ClosedRange<LocalDate>?,
    texts: any NotificationTexts, original: AccountFrame? = nil, home: AccountFrame? = nil, snoozeEnd: Instant?
  ) {
    (self.account, self.texts, self.beyond, self.snoozeEnd) = (account, texts, beyond, snoozeEnd)
    (self.original, self.home) = (original, home)
    (timeline, today, windowEnd, window) = (zones.timeline, zones.today, zones.windowEnd, nil)
    (kinds, policy, uidStem, quietHours) = (frame.kinds, frame.policy, frame.uidStem, frame.quietHours)
    (now, days) = (frame.now, frame.days)
    (hasDeliveries, hasSnoozes) = (frame.hasDeliveries, frame.hasSnoozes)
    (deliveries, united, hasSnoozedDeliveries) = (frame.deliveries, frame.united, frame.hasSnoozedDeliveries)
  }

  /// Returns what is due as seen when a reminder of it goes out, on the account's clock, with its end if it is under way
  /// then.
  ///
  /// - Parameters:
  ///   - isOfDay: Whether it is about the whole day.
  ///   - duration: The seconds that it lasts; nil if unknown.
  ///   - out: When it goes out, if that is not its own time: after quiet hours, or at the end of a snooze.
  func seen(
    _ due: LocalDateTime, by reminder: ReminderOffset, isOfDay: Bool, lasting duration: Int64? = nil,
    at out: Instant? = nil
  ) -> RelativeTime {
    let about = time(of: due, moved: nil, isOfDay: isOfDay)
    let (local, out) = (reminder.applied(to: due), out ?? snoozeEnd)
    var when = RelativeTime(date: about.date, time: about.time, from: local.date)
    if let out {
      when.from = (home ?? self).date(at: out)
      if !isOfDay { when.seconds = intended(due).map { $0.epochSeconds - out.epochSeconds } }
    } else {
      if let home { when.from = intended(local).map(home.date) ?? local.date }
      if !isOfDay, reminder.isElapsed || reminder == .due { when.seconds = -reminder.seconds }
    }
    guard let duration, duration > 0 else { return when }
    if isOfDay {
      let last = due.date.adding(days: Int((duration - 1) / 86_400))
      if when.date < when.from, when.from <= last { when.end = last.at(.midnight) }
    } else if let read = out ?? intended(local), let began = intended(due), began < read {
      // Whole days are days by the clock.
      let days = duration % 86_400 == 0 ? Int(duration / 86_400) : 0
      let ends = intended(due.date.adding(days: days).at(due.time))?.advanced(bySeconds: days == 0 ? duration : 0)
      if let ends, read < ends { when.end = (home ?? self).timeline.local(at: ends) }
    }
    return when
  }

  /// Returns a due time on the account's clock.
  ///
  /// - Parameter moved: The open day that it moves to.
  func time(of due: LocalDateTime, moved: LocalDate?, isOfDay: Bool) -> About {
    let date = moved ?? due.date
    if isOfDay { return About(date: date, time: nil) }
    guard let home, let at = intended(date.at(due.time)) else { return About(date: date, time: due.time) }
    let local = home.timeline.local(at: at)
    return About(date: local.date, time: local.time)
  }

  private var itemClocks: [ObjectIdentifier: AccountFrame] = [:]

  /// Returns the frame with an item's clock: this one, unless the item has a zone.
  func clock(of item: Item) -> AccountFrame {
    guard let zone = item.zone, home == nil else { return self }
    if let known = itemClocks[ObjectIdentifier(zone)] { return known }
    let clock = AccountFrame(self, in: zone)
    itemClocks[ObjectIdentifier(zone)] = clock
    return clock
  }

  /// Returns the frame with the clock of a candidate's item.
  func clock(of candidate: Candidate, _ kind: KindPlan) -> AccountFrame {
    guard candidate.isInItemZone, let list = kind.list else { return self }
    return clock(of: items(list)[Int(candidate.item)])
  }

  /// Returns when what a candidate is about begins: for a whole day, its midnight. nil if no clock shows it.
  func dueInstant(of candidate: Candidate, _ kind: KindPlan) -> Instant? {
    guard let due = candidate.due else { return nil }
    let date = due.date.adding(days: Int(candidate.moved))
    let clock = clock(of: candidate, kind)
    if candidate.isOfDay || candidate.dueTime == nil { return clock.timeline.startOfDay(date) }
    return clock.instant(of: date.at(due.time))
  }

  /// Returns whether a kind reports an event at its instant.
  func isOfInstant(_ kind: Kind) -> Bool {
    kinds.first { $0.settings.kind == kind }?.definition.description.shape.isOfInstant ?? false
  }

  private static func deliveries(_ delivered: [Account.Delivered]) -> [NotificationID: Deliveries] {
    var deliveries: [NotificationID: Deliveries] = [:]
    for entry in delivered {
      let date = entry.id.date
      deliveries[entry.id.notification, default: Deliveries()].add(at: entry.at, of: date)
      // The ID may belong to a notification that merely ends like a date or a part.
      if date != nil || entry.id.part != .once {
        deliveries[NotificationID(entry.id.text), default: Deliveries()].add(at: entry.at, of: nil)
      }
    }
    return deliveries
  }

  /// The dates that repeating kinds cover: today … today + N. In an item's zone, the account's window may last a day longer.
  var dates: ClosedRange<LocalDate> { beyond ?? today...today.adding(days: home == nil ? days : days + 1) }

  /// Returns whether a wall time of ``dates`` is planned: in an item's zone, the last day's only inside the account's window.
  func isPlanned(_ local: LocalDateTime) -> Bool {
    guard home != nil, beyond == nil, local.date > today.adding(days: days) else { return true }
    return intended(local).map { $0 < windowEnd } ?? false
  }

  var yesterday: LocalDate { today.adding(days: -1) }

  /// - Parameter onAnyDevice: Whether deliveries on the account's other devices count as well.
  func deliveries(of id: NotificationID, onAnyDevice: Bool) -> Deliveries {
    hasDeliveries ? (onAnyDevice ? united : deliveries)[id] ?? Deliveries() : Deliveries()
  }

  /// The deliveries of all the account's devices. If any of them has a name, an ID counts once on a local date.
  var unitedDeliveries: [Account.Delivered] {
    let account = account.value
    if account.devices.isEmpty { return account.delivered }
    var known: Set<RequestID> = []
    var day: LocalDate?
    let all = (account.delivered + account.deliveredElsewhere).map { (entry: $0, day: date(at: $0.at)) }
    return all.sorted { $0.day < $1.day }.filter { entry, date in
      if date != day { (day, known) = (date, []) }
      return known.insert(entry.id).inserted
    }.map(\.entry)
  }

  func resolve(_ local: LocalDateTime) -> ZoneTimeline.Resolution {
    timeline.resolve(local, gap: policy.value.gap, overlap: policy.value.overlap)
  }

  /// Returns the instant of a wall time; nil if there is none.
  func instant(of local: LocalDateTime) -> Instant? {
    if case .instant(let instant, _, _) = resolve(local) { instant } else { nil }
  }

  /// Returns the instant of a wall time, before quiet hours move it; nil if there is none.
  func intended(_ local: LocalDateTime) -> Instant? {
    switch resolve(local) {
    case .instant(let instant, _, _): instant
    case .zoneChange where policy.value.zoneChange == .atChange:
      timeline.moveOver(local).map { timeline.stays[$0].start }
    default: nil
    }
  }

  /// Returns whether a wall time of yesterday still has a candidate, because quiet hours defer it to after `now`.
  private func isCarriedOver(_ local: LocalDateTime, before due: LocalDateTime?, _ kind: KindPlan) -> Bool {
    guard kind.quietHoursMove(self) else { return false }
    // Quiet hours are on the account's clock.
    return intended(local).map { isDeferred($0, before: due.flatMap(intended), kind) } ?? false
  }

  /// Returns whether quiet hours defer what was due yesterday to after `now`.
  ///
  /// - Parameter due: When what a lead precedes begins, which quiet hours must not pass; nil for others.
  func isCarriedOver(_ at: Instant, before due: Instant?, _ kind: KindPlan) -> Bool {
    guard beyond == nil, date(at: at) == yesterday, kind.quietHoursMove(self) else { return false }
    return isDeferred(at, before: due, kind)
  }

  /// Returns whether quiet hours defer what is wanted at an instant to after `now`.
  private func isDeferred(_ at: Instant, before due: Instant? = nil, _ kind: KindPlan) -> Bool {
    Deferral.end(after: at, kind, home ?? self).map { end in end > now && due.map { end < $0 } ?? true } ?? false
  }

  /// Returns whether what is wanted at an instant goes out after `now`, after quiet hours.
  func isAhead(_ at: Instant, _ kind: KindPlan) -> Bool { at > now || isDeferred(at, kind) }

  /// Returns when a notification of the kind goes out that is wanted at a wall time, after quiet hours; nil if the wall time has
  /// no instant.
  func instantOut(_ local: LocalDateTime, _ kind: KindPlan) -> Instant? {
    intended(local).map { Deferral.end(after: $0, kind, self) ?? $0 }
  }

  /// Returns the date of ``instantOut(_:_:)``.
  func dateOut(_ local: LocalDateTime, _ kind: KindPlan) -> LocalDate? { instantOut(local, kind).map(date) }

  /// Returns the first date of repeating kinds: yesterday if its candidate is carried over, else today.
  ///
  /// - Parameters:
  ///   - later: Seconds after `time` on the clock's face.
  ///   - due: When what yesterday's lead precedes begins; nil for others.
  func firstDate(
    at time: LocalTime, later: Int64 = 0, before due: LocalDateTime? = nil, _ kind: KindPlan
  ) -> LocalDate {
    if let beyond { return beyond.lowerBound }
    return isCarriedOver(yesterday.at(time).adding(seconds: later), before: due, kind) ? yesterday : today
  }

  func date(at instant: Instant) -> LocalDate { timeline.local(at: instant).date }

  /// Returns the dates of a repeating schedule in `range`, ascending.
  func occurrences(of schedule: Schedule, at time: LocalTime, in range: ClosedRange<LocalDate>) -> [LocalDate] {
    var dates: [LocalDate] = []
    find(&dates, of: schedule, at: time, in: range)
    return dates
  }

  /// Like ``occurrences(of:at:in:)``, into `dates`, which must be empty.
  func find(
    _ dates: inout [LocalDate], of schedule: borrowing Schedule, at time: LocalTime, in range: ClosedRange<LocalDate>
  ) {
    schedule.appendDates(in: range, at: time, monthEnd: policy.value.monthEnd, to: &dates)
    if case .rule(let rule) = schedule.repetition, case .utc(let last)? = rule.until {
      dates.removeAll { date in
        if let instant = instant(of: date.at(time)) {
          instant > last
        } else {
          // No clock shows it, so the account's offset at UNTIL applies.
          date.at(time) > timeline.local(at: last)
        }
      }
    }
  }
}

/// Replaces texts that are never read.
private final class NoTexts: NotificationTexts {
  let language: LanguageTag

  init(_ language: LanguageTag) { self.language = language }

  func words(_: Int, _: MessageForm, _: StableHash, _: (String) -> FieldValue) -> Words {
    Words(title: "", body: "", variant: nil)
  }
}

/// The times when the app was in the foreground, for lookup by instant.
struct ForegroundStretches {
  /// The beginnings and ends of all stretches, ascending.
  private let bounds: [Instant]
  /// For the interval from each bound to the next, the index of its first stretch in the export; −1 if the app was not
  /// in the foreground.
  private let owners: [Int]

  init(_ stretches: [Range<Instant>]) {
    let bounds = Set(stretches.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    var owners = Array(repeating: -1, count: bounds.count)
    // For each bound, the next one that may still be free.
    var free = Array(0...bounds.count)
    func firstFree(from start: Int) -> Int {
      var place = start
      while free[place] != place {
        free[place] = free[free[place]]
        place = free[place]
      }
      return place
    }
    for (index, stretch) in stretches.enumerated() {
      let end = bounds.partitioningIndex { $0 >= stretch.upperBound }
      var place = firstFree(from: bounds.partitioningIndex { $0 >= stretch.lowerBound })
      while place < end {
        owners[place] = index
        free[place] = place + 1
        place = firstFree(from: place + 1)
      }
    }
    (self.bounds, self.owners) = (bounds, owners)
  }

  /// Returns the index of the first stretch in the export that contains `instant`.
  func first(with instant: Instant) -> Int? {
    let place = bounds.partitioningIndex { $0 > instant } - 1
    return place < 0 || owners[place] < 0 ? nil : owners[place]
  }
}
