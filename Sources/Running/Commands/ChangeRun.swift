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
    let item: ItemReference
    let title: String
    /// The due date for `done` or `paid` if the user names none.
    let due: LocalDate
    /// Today, and the account's zone now.
    let today: LocalDate
    let zone: Zone

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
      guard let match else {
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
        guard let last = file.changes.last(where: { $0.item == match.item }) else {
          throw RunFault(.noInput, "\(match.words) has no change to undo")
        }
        return (match.item, nil, "\(match.words): \(last.edit.words(in: match.zone)), undone\n")
      }
      return (match.item, edit, "\(match.words): \(edit.words(in: match.zone))\n")
    }
  }

  /// Finds the only item that the text names.
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
      let isExact = item.id.text == text || number == listed
      let (whole, part) = (title.lowercased(), text.lowercased())
      guard isExact || whole.hasPrefix(part) || whole.contains(" \(part)") else { return }
      let zone = owner.zoneChanges.last { $0.at <= options.now }?.zone ?? owner.zone
      let today = options.now.local(at: zone.offset(at: options.now)).date
      let match = Match(
        item: .init(account: AccountName(owner.id, app: owner.app, nil), kind: declaration.kind.name, id: item.id),
        title: title.visible, due: item.openDate(today, policy.monthEnd), today: today, zone: zone)
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
    if found.count == 1 { return first }
    let list = found.prefix(20).map { "\n  \($0.words)" }.joined()
    StandardError.write("tickler: \(found.count) items fit \(text.quotedForDiagnostic):\(list)\n")
    throw RunFault(
      .dataError, "\(text.quotedForDiagnostic) is not unique; use an id or a title, or --account",
      redacted: "several items fit")
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

extension Item {
  /// Returns the last due date up to today, or the next one if that is done. For an item that does not repeat, returns
  /// its only date.
  fileprivate func openDate(_ today: LocalDate, _ monthEnd: Policy.MonthEnd) -> LocalDate {
    guard let schedule else { return today }
    if schedule.repetition.isNone { return schedule.start }
    let time = times.all.first ?? .midnight
    var dates: [LocalDate] = []
    let first = min(schedule.start, today)
    schedule.appendDates(in: first...today.adding(days: 366), at: time, monthEnd: monthEnd, to: &dates)
    let last = dates.last { $0 <= today }
    if let last, !isDone(on: last) { return last }
    return dates.first { $0 > today && !isDone(on: $0) } ?? last ?? today
  }
}
