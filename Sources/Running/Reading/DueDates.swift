import CivilTime
import PlanModel
import Planning

/// The due dates of an account's items, by the kinds that say when they are due.
struct PlannedDates {
  private var account: AccountName?
  private var dates: [ItemNumbers.Key: Set<LocalDate>] = [:]

  /// Returns the due dates of an item, ascending. Plans the account once for all its items.
  mutating func dates(
    of item: ItemID, _ kind: ItemKind, _ account: Shared<Account>, _ policy: Shared<Policy>, from now: Instant,
    days: Int
  ) -> [LocalDate] {
    if account.value.name != self.account {
      (self.account, dates) = (account.value.name, [:])
      var planner = AccountPlanner(now: now, days: days, texts: WordingCache())
      if let plan = try? planner.plan(account, policy) { add(plan, policy.value) }
    }
    return dates[ItemNumbers.Key(kind: kind, id: item)]?.sorted() ?? []
  }

  /// Returns whether anything goes out at the end of a snooze, about a date after the one that is done.
  static func hasNotification(
    of item: Item, _ kind: ItemKind, snoozedUntil end: Instant, after done: LocalDate?, _ record: Shared<Account>,
    _ policy: Shared<Policy>, _ now: Instant
  ) -> Bool {
    let days = Int((end.epochSeconds - now.epochSeconds) / 86_400) + 2
    guard days <= Policy.maximumDays else { return true }
    let declared = policy.value.items.firstIndex { $0.kind == kind }
    let list = declared.map { ItemList(declared: $0) } ?? ItemList(shipped: kind)
    var account = record.value
    account.items = Items()
    account.items[list] = [item]
    account.items[list][0].snoozedUntil = end
    account.items.hasSnoozes = true
    var planner = AccountPlanner(now: now, days: days, texts: WordingCache())
    guard let plan = try? planner.plan(Shared(account), policy) else { return true }
    return plan.decisions.contains {
      guard $0.at == end, $0.outcome.reason == nil, let about = $0.about?.date ?? $0.local?.date else { return false }
      return done.map { about > $0 } ?? true
    }
  }

  private mutating func add(_ plan: AccountPlan, _ policy: Policy) {
    for decision in plan.decisions {
      let request = plan.requests[Int(decision.request)]
      guard let item = request.item, let local = decision.local,
        let declaration = policy[request.kind]?.description.declaration, let kind = declaration.fields?.kind,
        declaration.shape == .series || declaration.shape == .untilDone, decision.outcome.reason != .condition
      else { continue }
      dates[ItemNumbers.Key(kind: kind, id: item), default: []].insert(decision.about?.date ?? local.date)
    }
  }
}

/// The due dates of an item around today.
struct DueDates {
  enum Due: Equatable {
    case date(LocalDate)
    /// An occurrence of a day with several.
    case time(LocalDateTime)

    var date: LocalDate {
      switch self {
      case .date(let date): date
      case .time(let time): time.date
      }
    }
  }

  /// How far planned due dates are searched, in days.
  private static let span = 14

  let today: LocalDate
  /// The due dates, ascending; empty if any date may be one.
  private var all: [LocalDate] = []
  private let item: Item
  /// What `done` means if it counts from when the item was done.
  private var now: Due?

  /// - Parameters:
  ///   - local: The account's wall time now.
  ///   - named: A date that the user names.
  init(
    _ item: Item, _ declaration: ItemDeclaration, _ account: Shared<Account>, _ policy: Shared<Policy>,
    _ local: LocalDateTime, _ now: Instant, _ named: LocalDate?, _ planned: inout PlannedDates
  ) {
    (self.item, today) = (item, local.date)
    let kinds = policy.value.kinds.map(\.description.declaration).filter {
      $0.fields?.kind == declaration.kind && ($0.shape == .series || $0.shape == .untilDone)
    }
    if kinds.contains(where: \.isFromCompletion) {
      let isTimed = declaration.has(.standard(.completions)) && kinds.contains { $0.elapsed != nil }
      self.now =
        isTimed ? .time(local.date.at(LocalTime(hour: local.time.hour, minute: local.time.minute)!)) : .date(today)
      return
    }
    if !ShippedItems.declarations.contains(where: { $0.kind == declaration.kind }) {
      let first = min(today, named ?? today).adding(days: -DueDates.span)
      let start = now.advanced(bySeconds: Int64(first.days(since: today)) * 86_400)
      let days = min(max(today, named ?? today).days(since: first) + DueDates.span, Policy.maximumDays)
      all = planned.dates(of: item.id, declaration.kind, account, policy, from: start, days: days)
      if !all.isEmpty { return }
    }
    guard let schedule = item.schedule else {
      if !declaration.has(.standard(.days)) { return }
      let near = min(today, named ?? today).adding(days: -366)...max(today, named ?? today).adding(days: 366)
      all = near.filter { item.days.contains($0.weekday) && declaration.isInUse(item, on: $0) }
      return
    }
    all = [schedule.start]
    if !schedule.repetition.isNone {
      let last = max(today.adding(days: 366), named ?? today)
      schedule.appendDates(
        in: min(schedule.start, today)...last, at: item.times.all.first ?? .midnight, monthEnd: policy.value.monthEnd,
        to: &all)
      all.removeFirst()
    }
  }

  /// The last one up to today, and whether it is done.
  var last: LocalDate? { all.last { $0 <= today } }
  var isDone: Bool { last.map(item.isDone) ?? false }
  /// The next one that is not done; `nil` if today's is done, so that a repeated command changes nothing.
  var next: LocalDate? {
    item.isCompleted || last == today && isDone ? nil : all.first { $0 > today && !item.isDone(on: $0) }
  }
  /// Whether no date is left.
  var isOver: Bool { all.isEmpty ? item.isCompleted : all.allSatisfy { item.isDone(on: $0) } }
  /// The newest one that is done, if none is open.
  var done: LocalDate? { all.isEmpty ? today : all.last { item.isDone(on: $0) } }

  /// The date on which it was done last, if none is due since.
  var lastDone: LocalDate? { isOver ? done : all.isEmpty ? item.lastCompletion : isDone ? last : nil }

  /// The same; `nil` if completions count by their time.
  var doneThrough: LocalDate? { all.isEmpty ? nil : lastDone }

  /// The last one up to today, or the next one if that is done; `nil` if all are done.
  var open: Due? {
    if case .time = now { return now }
    if all.isEmpty { return item.isDone(on: today) ? nil : now ?? .date(today) }
    return ((isDone ? nil : last) ?? next).map { .date($0) }
  }

  func occurs(on date: LocalDate) -> Bool { all.isEmpty || all.contains(date) }

  func isDone(_ date: LocalDate) -> Bool { item.isDone(on: date) }

  /// Returns whether a date that the user names is due and not done.
  ///
  /// - Parameter through: Whether all dates up to it count.
  func has(_ date: LocalDate, through: Bool) -> Bool {
    if all.isEmpty { return !item.isDone(on: date) }
    return all.contains { (through ? $0 <= date : $0 == date) && !item.isDone(on: $0) }
  }

  /// Returns the due dates around another date.
  func near(_ date: LocalDate) -> [LocalDate] {
    [all.last { $0 < date && !item.isDone(on: $0) }, all.first { $0 >= date && !item.isDone(on: $0) }].compactMap(
      \.self)
  }
}
