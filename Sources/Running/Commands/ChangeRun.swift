import CivilTime
import Diagnostics
import Importing
import PlanModel
import Planning
import Resolving
import RunModel

/// Runs `tickler done`, `paid`, `snooze` and `undo`, which record what the user did in the file of `--changes`.
package enum ChangeRun {
  package enum UserAction: Sendable {
    /// `nil` for the open due date.
    case done(LocalDate?)
    case paid(LocalDate?)
    case snoozed(SnoozeEnd)
    case undone
  }

  private struct Match {
    var item: ItemReference
    let title: String
    let series: String?
    let dates: DueDates
    /// The account's zone now.
    let zone: Zone
    /// Whether it occurs on the date that the user names.
    let occurs: Bool
    /// The items of its series that match.
    var items: [ItemReference] = []

    /// The due date for `done` or `paid` if the user names none.
    var due: LocalDate
    private var today: LocalDate { dates.today }

    /// Returns the due date that the user names, else the item's.
    ///
    /// - Parameter isSure: Whether the user confirmed that it is meant, although no list shows it yet.
    /// - Throws: Status 64 if it lies further ahead than `list` shows.
    func due(_ named: LocalDate?, _ isSure: Bool, option: String) throws(RunFault) -> LocalDate {
      if let named { return named }
      let days = due.days(since: today)
      if days <= 14 || isSure { return due }
      throw RunFault(
        .usage,
        "\(words) is due on \(due), in \(days) days; repeat with --yes if that is done, or name a date with \(option)",
        redacted: "the item is due in \(days) days; repeat with --yes, or name a date with \(option)")
    }

    var words: String { "\(title.isEmpty ? item.id.text : title) (\(item.words))".visible }
  }

  /// - Parameters:
  ///   - item: The item's id, words of its title, or its number in `list`; `nil` for the item of the last
  ///     change.
  ///   - account: `nil` for all accounts.
  ///   - isSure: Whether a due date far ahead is meant.
  ///   - print: Prints the change before it is recorded, so that a change that cannot be shown is not made.
  package static func run(
    _ options: PlanOptions, _ action: UserAction, item: String?, of account: AccountName?, isSure: Bool = false,
    print: (String) throws(RunFault) -> Void
  ) throws(RunFault) {
    guard let path = options.changes else {
      throw RunFault(.usage, "name the file of changes: --changes FILE, or the key changes of ~/.config/tickler.toml")
    }
    let match = try item.map { (item) throws(RunFault) in try find(item, action, account, options) }
    try ChangesFile.append(to: path, at: options.now, print: print) { (file) throws(RunFault) in
      guard var match else {
        guard let last = file.changes.last else { throw RunFault(.noInput, "nothing to undo") }
        return (last.item, nil, "\(last.item.words): \(last.edit.words()), undone\n")
      }
      let edit: ItemChange.Edit
      switch action {
      case .done(let date): edit = .completedOn(try match.due(date, isSure, option: "--on"))
      case .paid(let date): edit = .paidThrough(try match.due(date, isSure, option: "--through"))
      case .snoozed(let end):
        let until = end.instant(after: options.now, in: match.zone)
        guard until > options.now else {
          throw RunFault(.usage, "\(until) is not after now, \(options.now); name a later time")
        }
        edit = .snoozedUntil(until)
      case .undone:
        let items = match.items + [match.item]
        guard let last = file.changes.last(where: { items.contains($0.item) }) else {
          throw RunFault(.noInput, "\(match.words) has no change to undo")
        }
        match.item = last.item
        return (last.item, nil, "\(match.words): \(last.edit.words(in: match.zone)), undone\n")
      }
      return (match.item, edit, "\(match.words): \(edit.words(in: match.zone))\n")
    }
  }

  /// Finds the only item that the text names, or of a series the one that was due last or is next.
  ///
  /// - Throws: Status 66 if no item matches, 65 with the matches if several do.
  private static func find(
    _ text: String, _ action: UserAction, _ account: AccountName?, _ options: PlanOptions
  ) throws(RunFault) -> Match {
    var (exact, begun, inside): ([Match], [Match], [Match]) = ([], [], [])
    let listed = Int(text)
    try forEachItem(options) { owner, policy, declaration, item, number in
      guard action.fits(declaration), account?.matches(owner) ?? true else { return }
      let title = item.title ?? ""
      let isExact = item.id.text == text || item.series == text || number == listed
      let (whole, part) = (title.lowercased(), text.lowercased())
      guard isExact || whole.hasPrefix(part) || whole.contains(" \(part)") else { return }
      let zone = owner.zoneChanges.last { $0.at <= options.now }?.zone ?? owner.zone
      let today = options.now.local(at: zone.offset(at: options.now)).date
      let dates = DueDates(item, today, policy.monthEnd)
      let match = Match(
        item: .init(account: AccountName(owner.id, app: owner.app, nil), kind: declaration.kind.name, id: item.id),
        title: title.visible, series: item.series, dates: dates, zone: zone,
        occurs: action.date.map { item.occurs(on: $0, policy.monthEnd) } ?? true, due: dates.open)
      if isExact {
        exact.append(match)
      } else if whole.hasPrefix(part) {
        begun.append(match)
      } else {
        inside.append(match)
      }
    }
    let found = [exact, begun, inside].first { !$0.isEmpty } ?? []
    guard let first = found.first else {
      throw RunFault(
        .noInput,
        "no \(action.what) has the id \(text.quotedForDiagnostic), a title with a word that begins so, or this number",
        redacted: "no such item")
    }
    let series = found.filter {
      $0.series != nil && $0.series == first.series && $0.item.account == first.item.account
        && $0.item.kind == first.item.kind
    }
    if found.count == max(1, series.count) { return series.isEmpty ? first : due(series) }
    let list = found.prefix(20).map { "\n  \($0.words)" }.joined()
    StandardError.write("tickler: \(found.count) items fit \(text.quotedForDiagnostic):\(list)\n")
    throw RunFault(
      .dataError, "\(text.quotedForDiagnostic) is not unique; use an id or a title, or --account",
      redacted: "several items fit")
  }

  /// Returns the item of a series whose occurrence was due last, unless that one is done, else the one that is next.
  private static func due(_ series: [Match]) -> Match {
    let named = series.filter(\.occurs)
    let matches = named.isEmpty ? series : named
    func first(_ date: (Match) -> LocalDate?, _ isBefore: (LocalDate, LocalDate) -> Bool) -> Match? {
      matches.filter { date($0) != nil }.min { isBefore(date($0)!, date($1)!) }
    }
    let last = first(\.dates.last, >)
    let next = first(\.dates.next, <)
    let isNext = last?.dates.isDone ?? true && next != nil
    var match = (isNext ? next : last) ?? matches[0]
    match.due = (isNext ? match.dates.next : match.dates.last) ?? match.due
    match.items = series.map(\.item)
    return match
  }

  /// Calls `body` with each item that can be changed, and its number.
  private static func forEachItem(
    _ options: PlanOptions, _ body: (Account, Policy, ItemDeclaration, Item, Int) -> Void
  ) throws(RunFault) {
    let sources = try Sources.read(options)
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var numbers = ItemNumbers()
    for chunk in sources.chunks {
      try reader.forEachAccount(in: chunk) { (record: Shared<Account>, policy: Shared<Policy>) throws(RunFault) in
        let (account, policy) = (record.value, policy.value)
        numbers.number(account, policy) { body(account, policy, $0, $1, $2) }
      }
      _ = reader.takeReport()
    }
  }

  /// Returns the ids of items that can be changed, for shell completion.
  package static func itemIDs(_ options: PlanOptions, _ action: UserAction) -> [String] {
    var ids: [String] = []
    try? forEachItem(options) { _, _, declaration, item, _ in
      if action.fits(declaration), !item.isCompleted { ids.append(item.id.text) }
    }
    return ids
  }
}

extension ChangeRun.UserAction {
  fileprivate func fits(_ item: ItemDeclaration) -> Bool {
    switch self {
    case .done: ItemChange.Edit.completedOn(.first).fits(item)
    case .paid: ItemChange.Edit.paidThrough(.first).fits(item)
    case .snoozed: ItemChange.Edit.snoozedUntil(.distantPast).fits(item)
    case .undone: ItemChange.Edit.canChange(item)
    }
  }

  /// The date that the user names.
  fileprivate var date: LocalDate? {
    switch self {
    case .done(let date), .paid(let date): date
    case .snoozed, .undone: nil
    }
  }

  fileprivate var what: String { if case .paid = self { "payment" } else { "item" } }
}

/// The end of a snooze, as the user writes it.
package enum SnoozeEnd: Sendable {
  /// The next such time on the account's clock.
  case moment(TimeQuery)
  /// A number of seconds from now.
  case later(Int64)

  /// - Parameter text: `30m`, `2h`, `3d`, or a moment such as `tomorrow` and `friday 9:00`.
  package init?(_ text: String) {
    if let number = Int64(text.dropLast()), 1...10_000 ~= number,
      let unit: Int64 = ["m": 60, "h": 3600, "d": 86_400][text.suffix(1)]
    {
      self = .later(number * unit)
    } else if let moment = TimeQuery(text) {
      self = .moment(moment)
    } else {
      return nil
    }
  }

  /// The time for a date without one.
  private static let morning = LocalTime(hour: 9, minute: 0)!

  fileprivate func instant(after now: Instant, in zone: Zone) -> Instant {
    switch self {
    case .moment(let moment): moment.instant(after: now, in: zone, morning: SnoozeEnd.morning)
    case .later(let seconds): now.advanced(bySeconds: seconds)
    }
  }
}

extension ItemChange.Edit {
  /// - Parameter zone: The account's; nil if it is unknown.
  fileprivate func words(in zone: Zone? = nil) -> String {
    switch self {
    case .completedOn(let date): "done on \(date)"
    case .paidThrough(let date): "paid through \(date)"
    case .snoozedUntil(let instant):
      "snoozed until \(zone.map { "\(instant.local(at: $0.offset(at: instant)).forReaders)" } ?? "\(instant)")"
    }
  }
}

/// The due dates of an item around today.
private struct DueDates {
  let today: LocalDate
  /// The last one up to today, and whether it is done.
  private(set) var last: LocalDate?
  private(set) var isDone = false
  /// The next one that is not done.
  private(set) var next: LocalDate?

  /// The last one up to today, or the next one if that is done.
  var open: LocalDate { (isDone ? nil : last) ?? next ?? last ?? today }

  init(_ item: Item, _ today: LocalDate, _ monthEnd: Policy.MonthEnd) {
    self.today = today
    guard let schedule = item.schedule else { return }
    var dates = [schedule.start]
    if !schedule.repetition.isNone {
      dates = item.dates(in: min(schedule.start, today)...today.adding(days: 366), monthEnd)
    }
    last = dates.last { $0 <= today }
    isDone = last.map { item.isCompleted || item.isDone(on: $0) } ?? false
    next = item.isCompleted ? nil : dates.first { $0 > today && !item.isDone(on: $0) }
  }
}

extension Item {
  fileprivate func dates(in range: ClosedRange<LocalDate>, _ monthEnd: Policy.MonthEnd) -> [LocalDate] {
    var dates: [LocalDate] = []
    schedule?.appendDates(in: range, at: times.all.first ?? .midnight, monthEnd: monthEnd, to: &dates)
    return dates
  }

  fileprivate func occurs(on date: LocalDate, _ monthEnd: Policy.MonthEnd) -> Bool {
    dates(in: date...date, monthEnd).contains(date)
  }
}
