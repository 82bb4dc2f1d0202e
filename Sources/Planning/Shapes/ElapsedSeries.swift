import CivilTime
import PlanModel

/// A series whose due instants are a fixed time apart, counted from a completion, a date or an instant of the item.
extension ShapedKind {
  /// The intervals before the planned dates for which a series that waits for its hours is followed: 18 years of every 8 hours. An
  /// earlier start counts from the first of its instants in this time.
  private static let followed: Int64 = 20_000

  /// Returns the seconds from one due instant to the next; nil if the item has none.
  func step(_ elapsed: KindDeclaration.Elapsed, _ item: Item) -> Int64? {
    switch elapsed.step {
    case .seconds(let seconds): seconds
    case .field(let place):
      if case .duration(let seconds) = value(place, of: item), seconds >= KindDeclaration.Elapsed.minimumStep {
        seconds
      } else {
        nil
      }
    }
  }

  /// Where the interval begins to count.
  struct ElapsedStart {
    var at: Instant
    /// Whether it is done, so that the first due instant is an interval later.
    var isDone = false
  }

  /// Returns nil if the item has no completion, date or instant to count from.
  func start(_ elapsed: KindDeclaration.Elapsed, _ item: Item, _ clock: AccountFrame) -> ElapsedStart? {
    func instant(of date: LocalDate) -> Instant {
      let local = date.at(allTimes(of: item, clock).first ?? .midnight)
      return clock.instant(of: local) ?? clock.timeline.startOfDay(date)
    }
    if let place = elapsed.start {
      let at: Instant
      switch value(place, of: item) {
      case .instant(let own): at = own
      case .date(let date): at = instant(of: date)
      default: return nil
      }
      return ElapsedStart(at: at, isDone: at <= clock.now)
    }
    if declaration.isFromCompletion, let last = item.lastCompletion {
      let times = item.completedAt.filter { $0.date == last }
      return ElapsedStart(at: times.max().flatMap(clock.instant) ?? instant(of: last), isDone: true)
    }
    return item.schedule.map { ElapsedStart(at: instant(of: $0.start)) }
  }

  /// Returns the due instants before `end`, ascending, from the first one not before `first`.
  func dueInstants(
    _ elapsed: KindDeclaration.Elapsed, _ item: Item, from first: Instant, to end: Instant, _ clock: AccountFrame
  ) -> [Instant] {
    guard let step = step(elapsed, item), let start = start(elapsed, item, clock) else { return [] }
    var at = start.isDone ? start.at.advanced(bySeconds: step) : start.at
    let passed = first.epochSeconds - at.epochSeconds - ShapedKind.followed * step
    if passed > 0 { at = at.advanced(bySeconds: passed / step * step) }
    let began = clock.timeline.local(at: start.at)
    var done: Set<LocalDateTime> = []
    if start.isDone { done = item.completedAt.filter { $0.date == began.date && $0 <= began } }
    if start.isDone, elapsed.start != nil { done.insert(began) }
    var (day, count) = (began.date, done.count)
    var instants: [Instant] = []
    let last = (item.schedule ?? item.everyDay)?.until
    while at < end {
      let local = clock.timeline.local(at: at)
      if let last, local.date > last { break }
      if local.date != day { (day, count) = (local.date, 0) }
      let isFull = elapsed.most.map { count >= $0 } ?? false
      if isFull || elapsed.hours.map({ !$0.contains(local.time) }) ?? false {
        at = opening(elapsed, after: local, isFull: isFull, at, clock) ?? at.advanced(bySeconds: step)
        continue
      }
      count += 1
      if at >= first { instants.append(at) }
      at = at.advanced(bySeconds: step)
    }
    return instants
  }

  /// Returns when the hours begin for what they, or a full day, hold back; nil if it does not wait.
  private func opening(
    _ elapsed: KindDeclaration.Elapsed, after local: LocalDateTime, isFull: Bool, _ at: Instant, _ clock: AccountFrame
  ) -> Instant? {
    guard elapsed.waits, let start = elapsed.hours?.start else { return nil }
    let date = isFull || local.time >= start ? local.date.adding(days: 1) : local.date
    guard let opening = clock.instant(of: date.at(start)), opening > at else { return nil }
    return opening
  }

  /// Adds the candidates of an item.
  func expand(
    _ elapsed: KindDeclaration.Elapsed, _ item: Item, at index: Int, _ clock: AccountFrame, _ kind: KindPlan,
    _ list: inout CandidateList
  ) {
    let reminders = reminders(of: item)
    let reach = reminders.map { max($0.reach.after, $0.reach.before) }.max() ?? 0
    let dates = clock.dates
    let first = clock.timeline.startOfDay(dates.lowerBound.adding(days: -1 - reach))
    // A flight west may bring the last day back.
    let end = clock.timeline.startOfDay(dates.upperBound.adding(days: 2 + reach))
    let weekdays = days(clock).intersection(item.days)
    let bounds = item.schedule ?? item.everyDay
    let due = dueInstants(elapsed, item, from: first, to: end, clock).filter { at in
      let date = clock.date(at: at)
      return weekdays.contains(date.weekday) && isInCycle(date, item, clock)
        && !(bounds?.exceptions.contains(date) ?? false)
    }
    for (number, reminder) in reminders.enumerated() {
      list.beginSeries()
      var shared: [LocalTime: Int32] = [:]
      var last: [LocalTime: LocalDate] = [:]
      for instant in due {
        if list.isFull { return }
        let local = clock.timeline.local(at: instant)
        let own = at(reminder, instant, local, clock)
        let date = clock.date(at: own)
        let begins = reminder.isLead(at: local.time) ? instant : nil
        let isCarried = date < dates.lowerBound && clock.isCarriedOver(own, before: begins, kind)
        guard isCarried || dates.contains(date) && clock.isPlanned(clock.timeline.local(at: own)) else { continue }
        // A clock change or a flight may put the reminders of two due times on one date.
        let isSecond = last.updateValue(date, forKey: local.time) == date
        let isAgain = isSecond || !clock.timeline.isFirst(instant, showing: local)
        if isAgain { list.beginSeries() }
        let isOfDate = kind.namesDates || kind.namesWhen || isAgain
        let request =
          (isOfDate ? nil : shared[local.time])
          ?? list.add(request(item, local, isAgain: isAgain, reminder, number, clock, kind))
        if !isAgain { shared[local.time] = request }
        list.add(request, .event(own), item: index, figure: number)
        list.isOf(local.date, from: date)
        list.remind(reminder, of: local.time, isOfDay: false, inZone: item.zone != nil)
      }
    }
  }

  /// Returns when a reminder of a due instant goes out.
  private func at(
    _ reminder: ReminderOffset, _ due: Instant, _ local: LocalDateTime, _ clock: AccountFrame
  ) -> Instant {
    if reminder.time == nil { return due.advanced(bySeconds: reminder.seconds) }
    return clock.instant(of: reminder.applied(to: local)) ?? due
  }

  private func request(
    _ item: Item, _ due: LocalDateTime, isAgain: Bool, _ reminder: ReminderOffset, _ number: Int,
    _ clock: AccountFrame, _ kind: KindPlan
  ) -> NotificationRequest {
    let isOwn = !item.remind.isEmpty
    let hasPart = kind.settings.identifier().fields.contains("part")
    return clock.request(
      kind, item: item.id, form: isOwn ? form(of: reminder, item, clock) : forms[number],
      part: isOwn && !hasPart && reminder != .due ? reminder.name : "", isAgain: isAgain, subject: subject(of: item),
      isReminder: reminder != .due, duration: item.duration, zone: item.zone,
      isBound: true, location: item.location, rotation: kind.rotation(reminder.applied(to: due).date)
    ) { name in
      if name == "when" { return .when(clock.seen(due, by: reminder, isOfDay: false)) }
      let own = field(name, due.date, due.time, reminder, nil)
      return own.isNone ? value(name, of: item, clock) : own
    }
  }

  /// Returns whether what was due at a wall time is done: counted from completions, by any that is as late.
  func isDone(_ item: Item, _ due: LocalDateTime, _ frame: AccountFrame) -> Bool {
    if item.isDone(due) { return true }
    if let place = declaration.elapsed?.start, case .instant(let start) = value(place, of: item) {
      return frame.timeline.local(at: start) >= due
    }
    guard declaration.isFromCompletion, let last = item.lastCompletion else { return false }
    return last > due.date || item.completedAt.contains { $0 >= due }
  }
}

extension ZoneTimeline {
  /// Returns whether clocks show a wall time at an instant for the first time. They show it again after a change, or
  /// after a flight west.
  fileprivate func isFirst(_ instant: Instant, showing local: LocalDateTime) -> Bool {
    guard case .instant(let first, _, _) = resolve(local, gap: .later, overlap: .first) else { return true }
    return first == instant
  }
}
