import Answers
import Bytes
import CivilTime
import Diagnostics
import PlanModel
import Planning
import Resolving
import RunModel
import Wording

/// `tickler list` and `tickler next`: what goes out, as a person reads it. Plans as a plan would.
package enum AgendaRun {
  package struct Question: Sendable {
    /// nil: all accounts.
    package var account: AccountName?
    /// The local date on which it goes out; nil: any of the window.
    package var date: LocalDate?
    /// How many of the soonest; nil: as many as anybody reads.
    package var most: Int?
    /// The zone that times are shown in; nil: what the account's clock shows.
    package var zone: String?
    /// Whether bills that pay themselves, and income, are shown too.
    package var showsAllBills = false
    package var isJSON = false
    package var hasColors = false
    /// The width of the terminal that shows it; nil: none does.
    package var columns: Int?

    package init() {}
  }

  /// More than anybody reads, and what memory has room for.
  fileprivate static let most = 10_000

  /// - Returns: What to print, and 1 where records were rejected, else 0.
  package static func run(
    _ options: PlanOptions, _ question: Question
  ) throws(FatalInput) -> (output: String, status: Int32) {
    let options = reaching(question.date, options)
    let sources = try Sources.read(options)
    let zone = try question.zone.map { (name) throws(FatalInput) in try sources.zone(named: name) }
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var planner = AccountPlanner(now: options.now, days: options.days, texts: WordingCache())
    var report = InputReport(sources, options, about: question.account?.id)
    var agenda = Agenda(most: question.most ?? AgendaRun.most, isByInstant: question.most != nil)
    /// Whether the inputs have the account that is asked for, be it refused.
    var isKnown = question.account == nil
    var nearest: String?
    // Numbers are for those who note changes, and an id that is redacted names no item.
    var numbers = options.changes == nil || options.redactor != nil ? nil : ItemNumbers()
    for chunk in sources.chunks {
      var refused: [(Shared<Account>, AccountLimitError)] = []
      try reader.forEachAccount(in: chunk) { (account: Shared<Account>, policy: Shared<Policy>) throws(FatalInput) in
        numbers?.number(account.value, policy.value)
        if let wanted = question.account, !wanted.matches(account.value, options.redactor) {
          nearest = wanted.nearest(account.id, nearest)
          return
        }
        isKnown = true
        do throws(AccountLimitError) {
          var plan = try planner.plan(account, policy)
          sources.disclosure.redactor?.redact(&plan)
          plan.enter(into: &agenda, question, zone, now: options.now, days: options.days ?? 0, numbers?.ofAccount)
        } catch {
          refused.append((account, error))
        }
      }
      for (account, excess) in refused { reader.refuse(account.value, for: excess) }
      let found = report.take(from: &reader)
      if let id = question.account?.id, found.contains(where: { sources.disclosure.isAbout(id, $0) }) { isKnown = true }
    }
    let status = try report.status()
    if !isKnown, let account = question.account { throw FatalInput.noAccount(account, nearest: nearest) }
    agenda.cut()
    let writer = AgendaWriter(
      agenda.entries, overdue: agenda.overdue, left: question.most == nil ? agenda.left : 0, now: options.now,
      today: agenda.todays.count == 1 ? agenda.todays.first : nil,
      days: question.most == nil && question.date == nil ? options.days : nil,
      words: OwnLanguage.words(common: agenda.languages),
      sums: question.most == nil && question.date == nil && options.redactor == nil ? agenda.allSums : [],
      columns: question.columns,
      hasColors: question.hasColors)
    return (question.isJSON ? writer.json.text : writer.text, status)
  }

  /// With a window that has the date, whatever zone it is asked of.
  private static func reaching(_ date: LocalDate?, _ options: PlanOptions) -> PlanOptions {
    guard let date else { return options }
    var options = options
    options.days = min(max(0, date.days(since: options.now.utc.date) + 1), 366)
    return options
  }
}

/// The soonest entries.
private struct Agenda {
  let most: Int
  /// Whether the soonest come first, whatever their clocks show; else by what these show.
  let isByInstant: Bool
  private(set) var entries: [AgendaEntry] = []
  private(set) var left = 0
  /// Tasks that are past and not done.
  private(set) var overdue: [AgendaEntry] = []
  /// Those of the accounts that have entries.
  var languages: Set<String> = []
  private var sums = AgendaSums()
  /// The dates that the clocks show now.
  var todays: Set<LocalDate> = []

  init(most: Int, isByInstant: Bool) { (self.most, self.isByInstant) = (most, isByInstant) }

  mutating func add(_ entry: AgendaEntry) {
    entries.append(entry)
    if entries.count >= 2 * most { cut() }
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
    if overdue.count >= 2 * most { cut() }
  }

  mutating func cut() {
    left += max(0, overdue.count - AgendaRun.most)
    overdue = overdue.indices.sorted { a, b in
      let (x, y) = (overdue[a].local, overdue[b].local)
      return x != y ? isBefore(x, y) : a < b
    }.suffix(AgendaRun.most).map { overdue[$0] }
    // Entries of one time keep their order, which is that of the inputs.
    let order = entries.indices.sorted { a, b in
      let (x, y) = (entries[a], entries[b])
      if isByInstant, x.at != y.at { return isBefore(x.at, y.at) }
      return x.local != y.local ? isBefore(x.local, y.local) : a < b
    }
    left += max(0, entries.count - most)
    entries = order.prefix(most).map { entries[$0] }
  }
}

/// None first.
private func isBefore<Time: Comparable>(_ a: Time?, _ b: Time?) -> Bool {
  guard let a, let b else { return a == nil && b != nil }
  return a < b
}

extension AccountPlan {
  /// Puts what goes out into the agenda.
  ///
  /// - Parameters:
  ///   - zone: Where times are shown; nil: where the account is then.
  ///   - planned: The days after today that bills are added up of.
  ///   - numbers: Those of the account's items; nil: none are shown.
  fileprivate func enter(
    into agenda: inout Agenda, _ question: AgendaRun.Question, _ zone: Zone?, now: Instant, days planned: Int,
    _ numbers: [ItemNumbers.Key: Int]?
  ) {
    func clock(_ at: Instant) -> (local: LocalDateTime, zone: String) {
      let zone = zone ?? timeline.stays[timeline.stayIndex(at: at)].zone
      return (at.local(at: zone.offset(at: at)), zone.name)
    }
    agenda.todays.insert(clock(now).local.date)
    agenda.languages.insert(language)
    var tasks: [ItemID: Item]?
    let bills = Dictionary(account.value.items[.bill].map { ($0.id, $0) }) { first, _ in first }
    let today = clock(now).local.date
    for decision in decisions {
      let clock = decision.at.map(clock)
      let local = clock?.local
      let request = requests[Int(decision.request)]
      var declaration: KindDeclaration? { policy.value[request.kind]?.description.declaration }
      func entry() -> AgendaEntry {
        let kind = numbers == nil ? nil : declaration?.fields?.kind
        let number = kind.flatMap { kind in request.item.flatMap { numbers?[.init(kind: kind, id: $0)] } }
        return AgendaEntry(
          account: name, kind: request.kind, notification: request.identifier, number: number, title: request.title,
          body: request.body, at: decision.at, local: local, zone: clock?.zone, due: ShiftedDue(decision, self))
      }
      if case .dropped(.past) = decision.outcome, request.isOneOff, declaration?.item == .task, question.date == nil,
        let id = request.item
      {
        if tasks == nil { tasks = Dictionary(account.value.items[.task].map { ($0.id, $0) }) { first, _ in first } }
        // What ended with its date, as an event does, is over.
        if tasks?[id]?.schedule?.until == nil { agenda.add(overdue: entry()) }
      }
      if let declaration, declaration.item == .bill, let bill = request.item.flatMap({ bills[$0] }),
        let share = AgendaSum.Share(decision.outcome), let local = decision.local
      {
        let days = declaration.days(of: request.variant)
        let due: LocalDate? =
          switch declaration.shape {
          case .series: local.date.adding(days: -days)
          case .untilDone: bill.schedule?.newestDate(before: local.date, policy.value.monthEnd)
          default: nil
          }
        // What is overdue is still to pay.
        let last = today.adding(days: planned)
        if let due, declaration.shape == .untilDone || today...last ~= ShiftedDue(decision, self)?.moved ?? due,
          share == .toPay || question.showsAllBills
        {
          agenda.add(bill, share, due: due, of: name)
        }
        if question.showsAllBills, share != .toPay, days == 0, let at = decision.at, at > now, at < windowEnd {
          var entry = entry()
          (entry.title, entry.body, entry.share) = (bill.title ?? bill.id.text, "", share)
          if case .money(let money) = bill["amount", of: ShippedItems.bill], let tag = LanguageTag(language) {
            entry.body = FieldValue.money(money).text(in: tag)
          }
          if question.date == nil || question.date == entry.local?.date { agenda.add(entry) }
        }
      }
      if !decision.outcome.goesOut { continue }
      if let date = question.date, local?.date != date { continue }
      // What waits for a place is not next.
      if question.most != nil, decision.at == nil { continue }
      agenda.add(entry())
    }
  }
}

extension Sources {
  fileprivate func zone(named name: String) throws(FatalInput) -> Zone {
    do throws(ZoneDatabase.Unreadable) {
      if let zone = try zones.zone(named: name) { return zone }
    } catch {
      throw FatalInput(.noInput, "cannot read the time zone \(name): \(error.reason)")
    }
    throw FatalInput(.usage, "there is no time zone \(name.quotedForDiagnostic) in \(zones.path) (--time-zone)")
  }
}

extension StandardOutput {
  /// The width of the terminal; nil: it is none, or does not say.
  package static var columns: Int? { OpenFile.standardOutput.terminalColumns }

  /// Whether a person watches who wants colors: a terminal that has them, and nobody who asks for none (no-color.org).
  package static var hasColors: Bool {
    hasColors(OpenFile.standardOutput)
  }

  static func hasColors(_ output: borrowing OpenFile) -> Bool {
    output.isTerminal && (Machine.environment("NO_COLOR") ?? "").isEmpty && Machine.environment("TERM") != "dumb"
  }

  /// How standard output shows text. Asks the terminal once.
  package static let terminal = TerminalText(columns: columns, hasColors: hasColors)
}

extension Schedule {
  /// The last of its dates before a day; nil if there is none in the year before it.
  fileprivate func newestDate(before day: LocalDate, _ monthEnd: Policy.MonthEnd) -> LocalDate? {
    if repetition.isNone { return start < day ? start : nil }
    var dates: [LocalDate] = []
    appendDates(in: day.adding(days: -366)...day.adding(days: -1), at: .midnight, monthEnd: monthEnd, to: &dates)
    return dates.last
  }
}

extension KindDeclaration {
  /// The days from a due date to one of its reminders; negative before it.
  ///
  /// - Parameter variant: The request's, which is the reminder's name where texts have no names of their own.
  fileprivate func days(of variant: String?) -> Int {
    let reminder = reminders.first { $0.name == variant } ?? reminders.first
    return reminder.map { $0.time == nil ? Int($0.seconds / 86_400) : $0.days } ?? 0
  }
}
