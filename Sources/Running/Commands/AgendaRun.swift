import Answers
import CivilTime
import Diagnostics
import OwnWords
import PlanModel
import Planning
import Resolving
import RunModel
import System

/// Runs `tickler list` and `tickler next`, which show upcoming notifications. Plans as `tickler plan` does.
package enum AgendaRun {
  package struct Question: Sendable {
    /// The account to show; `nil` for all accounts.
    package var account: AccountName?
    /// The local date of the notifications; `nil` for the whole window.
    package var day: TimeQuery.Day?
    /// The maximum number of notifications, soonest first; `nil` for the limit of memory.
    package var limit: Int?
    /// The zone in which times are shown; `nil` for the account's own clock.
    package var zone: String?
    /// Whether to show income, and bills that pay themselves, too.
    package var showsAllBills = false
    package var isJSON = false
    package var hasColors = false
    /// The width of the terminal; `nil` if the output is not a terminal.
    package var columns: Int?

    package init() {}
  }

  /// More entries than anyone reads, within the limits of memory.
  fileprivate static let limit = 10_000

  /// - Returns: The output, and status 1 if records were rejected, else 0.
  package static func run(_ options: PlanOptions, _ question: Question) throws(RunFault) -> Answer {
    let options = try reaching(question.day, options)
    let sources = try Sources.read(options)
    let zone = try question.zone.map { (name) throws(RunFault) in try sources.zone(named: name) }
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var planner = AccountPlanner(now: options.now, days: options.days, texts: WordingCache())
    var report = InputReport(sources, options, about: question.account?.id)
    var agenda = Agenda(limit: question.limit ?? AgendaRun.limit, isByInstant: question.limit != nil)
    /// Whether the inputs have the requested account, even if it was rejected.
    var isKnown = question.account == nil
    var nearest: String?
    // Numbers are for recording changes, and a redacted id does not identify an item.
    var numbers = options.changes == nil || options.redactor != nil ? nil : ItemNumbers()
    for chunk in sources.chunks {
      try reader.forEachAccount(withinLimitsIn: chunk) { account, policy in
        numbers?.number(account.value, policy.value)
        if let wanted = question.account, !wanted.matches(account.value, options.redactor) {
          nearest = wanted.nearest(account.id, nearest)
          return
        }
        isKnown = true
        var plan = try planner.plan(account, policy, with: .occurrences)
        sources.disclosure.redactor?.redact(&plan)
        plan.enter(into: &agenda, question, zone, now: options.now, days: options.days ?? 0, numbers?.ofAccount)
      }
      let found = report.take(from: &reader)
      if let id = question.account?.id, found.contains(where: { sources.disclosure.isAbout(id, $0) }) { isKnown = true }
    }
    let status = try report.status()
    if !isKnown, let account = question.account { throw RunFault.noAccount(account, nearest: nearest) }
    agenda.cut()
    let writer = AgendaWriter(
      agenda.entries, overdue: agenda.overdue, left: question.limit == nil ? agenda.left : 0, now: options.now,
      today: agenda.todays.count == 1 ? agenda.todays.first : nil,
      days: question.limit == nil && question.day == nil ? options.days : nil,
      words: OwnLanguage.words(common: agenda.languages),
      sums: question.limit == nil && options.redactor == nil ? agenda.allSums : [],
      columns: question.columns, hasColors: question.hasColors)
    return (question.isJSON ? writer.json.text : writer.text, status)
  }

  /// The days after a date in which reminders of what is due on it are found, such as those that are snoozed.
  private static let later = 14

  /// Returns options with a window that includes the day in any zone.
  private static func reaching(_ day: TimeQuery.Day?, _ options: PlanOptions) throws(RunFault) -> PlanOptions {
    guard let day else { return options }
    var options = options
    let today = options.now.utc.date
    let last = [-1, 0, 1].map { day.next(today.adding(days: $0)) }.max() ?? today
    let ahead = last.days(since: today)
    let most = Policy.maximumDays
    if ahead > most { throw RunFault(.usage, "\(last) is \(ahead) days ahead; a plan reaches at most \(most) (--on)") }
    options.days = min(max(0, ahead + later), most)
    return options
  }
}

/// The soonest entries.
private struct Agenda {
  let limit: Int
  /// Whether entries are ordered by instant rather than by local time.
  let isByInstant: Bool
  private(set) var entries: [AgendaEntry] = []
  private(set) var left = 0
  /// Past tasks that are not done.
  private(set) var overdue: [AgendaEntry] = []
  /// The languages of accounts with entries.
  var languages: Set<String> = []
  private var sums = AgendaSums()
  /// The dates that the clocks show now.
  var todays: Set<LocalDate> = []

  init(limit: Int, isByInstant: Bool) { (self.limit, self.isByInstant) = (limit, isByInstant) }

  mutating func add(_ entry: AgendaEntry) {
    entries.append(entry)
    if entries.count >= 2 * limit { cutEntries() }
  }

  var allSums: [AgendaSum] {
    let tag = languages.count == 1 ? languages.first.flatMap { LanguageTag($0) } : nil
    return sums.all { sums in
      tag.map { FieldValue.sums(sums).text(in: $0) }
        ?? sums.map { [$0.amount.description, $0.currency].compactMap(\.self).joined(separator: " ") }.joined(
          separator: ", ")
    }
  }

  mutating func add(_ bill: Item, _ share: AgendaSum.Share, due: LocalDate, of account: AccountName) {
    guard case .money(let money) = bill["amount", of: ShippedItems.bill] else { return }
    sums.add(money, share, of: bill.id, due: due, account)
  }

  mutating func add(overdue entry: AgendaEntry) {
    overdue.append(entry)
    if overdue.count >= 2 * AgendaRun.limit { cutOverdue() }
  }

  mutating func cut() {
    cutOverdue()
    cutEntries()
    if isByInstant { entries.sort { $0.at == $1.at ? isBefore($0.next, $1.next) : isBefore($0.at, $1.at) } }
  }

  private mutating func cutOverdue() {
    left += max(0, overdue.count - AgendaRun.limit)
    overdue = overdue.indices.sorted { a, b in
      let (x, y) = (overdue[a].local, overdue[b].local)
      return x != y ? isBefore(x, y) : a < b
    }.suffix(AgendaRun.limit).map { overdue[$0] }
  }

  private mutating func cutEntries() {
    // Entries of one time stay in input order.
    let order = entries.indices.sorted { a, b in
      let (x, y) = (entries[a], entries[b])
      if isByInstant, x.next != y.next { return isBefore(x.next, y.next) }
      if x.local == y.local, x.hasTime != y.hasTime { return y.hasTime }
      return x.local != y.local ? isBefore(x.local, y.local) : a < b
    }
    left += max(0, entries.count - limit)
    entries = order.prefix(limit).map { entries[$0] }
  }
}

/// Returns whether `a` is before `b`. `nil` is first.
private func isBefore<Time: Comparable>(_ a: Time?, _ b: Time?) -> Bool {
  guard let a, let b else { return a == nil && b != nil }
  return a < b
}

extension AccountPlan {
  /// Adds upcoming notifications to the agenda.
  ///
  /// - Parameters:
  ///   - zone: The zone in which times are shown; `nil` for the account's zone at that time.
  ///   - planned: The number of days after today whose bills are totaled.
  ///   - numbers: The numbers of the account's items; `nil` to show none.
  fileprivate func enter(
    into agenda: inout Agenda, _ question: AgendaRun.Question, _ zone: Zone?, now: Instant, days planned: Int,
    _ numbers: [ItemNumbers.Key: Int]?
  ) {
    func clock(_ at: Instant) -> Clock {
      let zone = zone ?? timeline.stays[timeline.stayIndex(at: at)].zone
      return (at.local(at: zone.offset(at: at)), zone)
    }
    agenda.todays.insert(clock(now).local.date)
    agenda.languages.insert(language)
    let wanted = question.day?.next(clock(now).local.date)
    let bills = Dictionary(account.value.items[.bill].map { ($0.id, $0) }) { first, _ in first }
    let today = clock(now).local.date
    for decision in decisions {
      let clock = decision.at.map(clock)
      let request = requests[Int(decision.request)]
      var declaration: KindDeclaration? { policy.value[request.kind]?.description.declaration }
      func entry() -> AgendaEntry { self.entry(of: decision, clock, numbers) }
      if let declaration, declaration.item == .bill, let bill = request.item.flatMap({ bills[$0] }),
        let share = AgendaSum.Share(decision.outcome), let local = decision.local
      {
        let days = declaration.days(of: request.variant)
        let due: LocalDate? =
          switch declaration.shape {
          case _ where request.identifier.snoozed != nil: decision.about?.date ?? local.date
          // A reminder that quiet hours move has the variant of its new words.
          case .series where decision.deferredFrom != nil: decision.about?.date ?? local.date
          case .series: local.date.adding(days: -days)
          case .untilDone: bill.schedule?.newestDate(before: local.date, policy.value.monthEnd)
          default: nil
          }
        // Overdue bills are still to be paid.
        let last = today.adding(days: planned)
        let day = due.map { ShiftedDue(decision, self)?.moved ?? $0 }
        let isOfDays =
          wanted.map { $0 == day } ?? (declaration.shape == .untilDone || day.map { today...last ~= $0 } ?? false)
        if let due, isOfDays, share == .toPay || question.showsAllBills {
          // All devices of an account have the same bills.
          agenda.add(bill, share, due: due, of: AccountName(name.id, app: name.app, nil))
        }
        let isInWindow = decision.at.map { $0 < windowEnd } ?? false
        if question.showsAllBills, share != .toPay, days == 0, let day, day >= today, isInWindow {
          var entry = entry()
          (entry.title, entry.body, entry.share) = (bill.title ?? bill.id.text, amount(of: bill), share)
          entry.notifications = [entry]
          (entry.hasTime, entry.local) = (false, day.at(.midnight))
          if wanted == nil || wanted == day { agenda.add(entry) }
        }
      }
    }
    let open = personalEvents { $0.outcome.goesOut }
    if wanted == nil {
      let ahead = Set(open.lazy.filter { !$0.reminders.isEmpty }.map(\.uid))
      for event in personalEvents(isOfOpenTask) where !event.reminders.isEmpty && !ahead.contains(event.uid) {
        var entry = self.entry(of: event, clock, numbers, bills)
        entry.reminders = []
        if isOver(entry, now, today) { agenda.add(overdue: entry) }
      }
    }
    for event in open {
      var entry = self.entry(of: event, clock, numbers, bills)
      if event.reminders.isEmpty, isOver(entry, now, today) || entry.at.map({ $0 >= windowEnd }) ?? true { continue }
      // `list` leaves out what a condition drops, and `next` all that the plan drops.
      let reason = decisions[event.face].outcome.reason
      if event.reminders.isEmpty, reason == .condition || question.limit != nil && reason != .past { continue }
      // What is under way is not next.
      if question.limit != nil, event.reminders.isEmpty, entry.at.map({ $0 <= now }) ?? false { continue }
      place(&entry, on: wanted ?? today, now)
      entry.next = ([entry.at] + event.reminders.map { decisions[$0].at }).compactMap(\.self).filter { $0 > now }.min()
      let dates = ([entry] + entry.notifications).map { $0.local?.date }
      if let wanted, !dates.contains(wanted) { continue }
      // A notification that waits for a place is not next.
      if question.limit != nil, entry.at == nil { continue }
      agenda.add(entry)
    }
  }

  /// Returns whether a decision is the past reminder of a task that does not repeat. One that ends with its date, as an
  /// event does, is over.
  private var isOfOpenTask: (Decision) -> Bool {
    let tasks = Dictionary(account.value.items[.task].map { ($0.id, $0) }) { first, _ in first }
    return { decision in
      let request = requests[Int(decision.request)]
      guard case .dropped(.past) = decision.outcome, request.isOneOff,
        policy.value[request.kind]?.description.declaration.item == .task,
        let task = request.item.flatMap({ tasks[$0] })
      else { return false }
      return task.schedule?.until == nil
    }
  }

  /// Returns whether what an entry is about is over: it has ended, has begun without an end, or is of an earlier day.
  private func isOver(_ entry: AgendaEntry, _ now: Instant, _ today: LocalDate) -> Bool {
    if let end = entry.end ?? (entry.hasTime ? entry.at : nil) { return end <= now }
    return entry.local.map { $0.date < today } ?? false
  }

  /// Shows the end of what is under way, and moves what began before a day and lasts until then to that day.
  private func place(_ entry: inout AgendaEntry, on day: LocalDate, _ now: Instant) {
    guard let until = entry.until, let end = entry.end, let first = entry.local?.date, let start = entry.at else {
      return
    }
    let last = until.time == .midnight ? until.date.adding(days: -1) : until.date
    let isMoved = first < day && day <= last && end > now
    if isMoved { (entry.hasTime, entry.local) = (false, day.at(.midnight)) }
    let isUnderWay = start <= now && now < end && (entry.hasTime || first < last)
    guard isMoved || isUnderWay else { return entry.until = nil }
    if entry.notifications.first?.notification.snoozed == nil { entry.body = "" }
  }

  private typealias Clock = (local: LocalDateTime, zone: Zone)

  private func entry(of decision: Decision, _ clock: Clock?, _ numbers: [ItemNumbers.Key: Int]?) -> AgendaEntry {
    let request = requests[Int(decision.request)]
    let kind = numbers == nil ? nil : policy.value[request.kind]?.description.declaration.fields?.kind
    let number = kind.flatMap { kind in request.item.flatMap { numbers?[.init(kind: kind, id: $0)] } }
    var entry = AgendaEntry(
      account: name, kind: request.kind, notification: request.identifier, number: number, title: request.title,
      body: request.body, at: decision.at, local: clock?.local, zone: clock?.zone.name, due: ShiftedDue(decision, self))
    entry.about = decision.about
    return entry
  }

  /// Returns an occurrence with its reminders as an entry at its own time.
  private func entry(
    of event: PersonalEvent, _ clock: (Instant) -> Clock, _ numbers: [ItemNumbers.Key: Int]?, _ bills: [ItemID: Item]
  ) -> AgendaEntry {
    let places = event.reminders.isEmpty ? [event.past ?? event.face] : event.reminders
    let notifications = places.map { self.entry(of: decisions[$0], decisions[$0].at.map(clock), numbers) }
    let face = decisions[event.face]
    let request = requests[Int(face.request)]
    var entry = self.entry(of: face, face.at.map(clock), numbers)
    entry.notifications = notifications
    let near = face.at ?? notifications.first?.at
    guard let near, let own = OwnTime(face, request, timeline, request.zone, near: near) else { return entry }
    if let duration = request.duration, duration > 0 {
      let last = own.lastDay(duration)
      let end =
        last.map { timeline.startOfDay($0.adding(days: 1)) }
        ?? own.end(lasting: Int64(duration), timeline, request.zone)
      let local = clock(end).local
      (entry.end, entry.until) = (end, About(date: last ?? local.date, time: last == nil ? local.time : nil))
    }
    let (local, zone) = clock(own.start)
    // A traveler's line has one clock.
    let times = event.reminders.isEmpty ? [] : notifications.compactMap(\.at).map { $0.local(at: zone.offset(at: $0)) }
    (entry.at, entry.local, entry.zone) = (own.start, local, zone.name)
    if let day = own.day {
      (entry.hasTime, entry.local, entry.reminders) = (false, day.at(.midnight), times)
      // The heading says when a task is.
      if policy.value[request.kind]?.description.declaration.item == .task { entry.body = "" }
    } else {
      entry.reminders = times == [entry.local] ? [] : times
    }
    // The words of a reminder are true when it goes out, not when the occurrence is.
    if let snoozed = notifications.first, snoozed.notification.snoozed != nil {
      (entry.title, entry.body) = (snoozed.title, snoozed.body)
    } else if event.own == nil || face.deferredFrom != nil || face.outcome.reason.map({ $0 != .past }) ?? false {
      // So are a bill's title and body.
      let declaration = policy.value[request.kind]?.description.declaration
      let bill = declaration?.item == .bill && declaration?.shape == .series ? request.item.flatMap { bills[$0] } : nil
      (entry.title, entry.body) = (bill?.title ?? entry.title, bill.map(amount) ?? "")
    }
    return entry
  }

  private func amount(of bill: Item) -> String {
    guard case .money(let money) = bill["amount", of: ShippedItems.bill], let tag = LanguageTag(language) else {
      return ""
    }
    return FieldValue.money(money).text(in: tag)
  }
}

extension Sources {
  fileprivate func zone(named name: String) throws(RunFault) -> Zone {
    do throws(ZoneDatabase.Unreadable) {
      if let zone = try zones.zone(named: name) { return zone }
    } catch {
      throw RunFault(.noInput, "cannot read the time zone \(name): \(error.reason)")
    }
    throw RunFault(.usage, "\(zones.path) has no time zone \(name.quotedForDiagnostic) (--time-zone)")
  }
}

extension StandardOutput {
  /// The width of the terminal; `nil` if there is none, or it is unknown.
  package static var columns: Int? { OpenFile.standardOutput.terminalColumns }

  /// Whether to print colors: on a terminal that supports them, unless the user asks for none (no-color.org).
  package static var hasColors: Bool { hasColors(OpenFile.standardOutput) }

  static func hasColors(_ output: borrowing OpenFile) -> Bool {
    output.isTerminal && (Machine.environment("NO_COLOR") ?? "").isEmpty && Machine.environment("TERM") != "dumb"
  }

  /// Formats text for standard output. Queries the terminal once.
  package static let terminal = TerminalText(columns: columns, hasColors: hasColors)
}

extension Schedule {
  /// Returns the last date before a day; `nil` if there is none in the preceding year.
  fileprivate func newestDate(before day: LocalDate, _ monthEnd: Policy.MonthEnd) -> LocalDate? {
    if repetition.isNone { return start < day ? start : nil }
    var dates: [LocalDate] = []
    appendDates(in: day.adding(days: -366)...day.adding(days: -1), at: .midnight, monthEnd: monthEnd, to: &dates)
    return dates.last
  }
}

extension KindDeclaration {
  /// Returns the days from a due date to one of its reminders, negative before it.
  ///
  /// - Parameter variant: The variant of the request, which names the reminder if texts have no names of their own.
  fileprivate func days(of variant: String?) -> Int {
    let reminder = reminders.first { $0.name == variant } ?? reminders.first
    return reminder.map { $0.time == nil ? Int($0.seconds / 86_400) : $0.days } ?? 0
  }
}
