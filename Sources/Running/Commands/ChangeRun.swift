import CivilTime
import Diagnostics
import Importing
import PlanModel
import Planning
import Resolving

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
    /// The account's zone now.
    let zone: Zone

    var words: String { "\(title.isEmpty ? item.id.text : title) (\(item.words))".visible }
  }

  /// - Parameters:
  ///   - item: The item's id, the beginning of its title, or its number in `list`; `nil` for the item of the last
  ///     change.
  ///   - account: `nil` for all accounts.
  ///   - print: Prints the change before it is recorded, so that a change that cannot be shown is not made.
  package static func run(
    _ options: PlanOptions, _ action: UserAction, item: String?, of account: AccountName?,
    print: (String) throws(RunFault) -> Void
  ) throws(RunFault) {
    guard let path = options.changes else {
      throw RunFault(.usage, "name the file of changes: --changes FILE, or the key changes of ~/.config/tickler.toml")
    }
    let match = try item.map { (item) throws(RunFault) in try find(item, action, account, options) }
    try ChangesFile.append(to: path, at: options.now, print: print) { (file) throws(RunFault) in
      guard let match else {
        guard let last = file.changes.last else { throw RunFault(.noInput, "nothing to undo") }
        return (last.item, nil, "\(last.item.words): \(last.edit.words), undone\n")
      }
      let edit: ItemChange.Edit
      switch action {
      case .done(let date): edit = .completedOn(date ?? match.due)
      case .paid(let date): edit = .paidThrough(date ?? match.due)
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
        return (match.item, nil, "\(match.words): \(last.edit.words), undone\n")
      }
      return (match.item, edit, "\(match.words): \(edit.words)\n")
    }
  }

  /// Finds the only item that the text names.
  ///
  /// - Throws: Status 66 if no item matches, 65 with the matches if several do.
  private static func find(
    _ text: String, _ action: UserAction, _ account: AccountName?, _ options: PlanOptions
  ) throws(RunFault) -> Match {
    var (exact, begun): ([Match], [Match]) = ([], [])
    let listed = Int(text)
    try forEachItem(options) { owner, policy, declaration, item, number in
      guard action.fits(declaration), account?.matches(owner) ?? true else { return }
      let title = item.title ?? ""
      let isExact = item.id.text == text || number == listed
      guard isExact || title.lowercased().hasPrefix(text.lowercased()) else { return }
      let zone = owner.zoneChanges.last { $0.at <= options.now }?.zone ?? owner.zone
      let today = options.now.local(at: zone.offset(at: options.now)).date
      let match = Match(
        item: .init(account: AccountName(owner.id, app: owner.app, nil), kind: declaration.kind.name, id: item.id),
        title: title.visible, due: item.openDate(today, policy.monthEnd), zone: zone)
      if isExact { exact.append(match) } else { begun.append(match) }
    }
    let found = exact.isEmpty ? begun : exact
    guard let first = found.first else {
      throw RunFault(
        .noInput,
        "no \(action.what) has the id \(text.quotedForDiagnostic), a title that begins with it, or this number",
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
  case instant(Instant)
  /// A time on the account's clock.
  case local(LocalDateTime)
  /// The next such time on the account's clock.
  case time(LocalTime)
  /// A number of seconds from now.
  case later(Int64)

  /// - Parameter text: `2026-10-24T18:00:00Z`, `2026-10-24T18:00`, `2026-10-24`, `18:00`, `30m`, `2h` or `3d`.
  package init?(_ text: String) {
    if let instant = Instant(rfc3339: text.utf8) {
      self = .instant(instant)
    } else if let date = LocalDate(iso8601: text.utf8) {
      self = .local(date.at(SnoozeEnd.morning))
    } else if let local = LocalDateTime(iso8601: text.utf8) {
      self = .local(local)
    } else if let time = LocalTime(iso8601: text.utf8) {
      self = .time(time)
    } else if let number = Int64(text.dropLast()), 1...10_000 ~= number,
      let unit: Int64 = ["m": 60, "h": 3600, "d": 86_400][text.suffix(1)]
    {
      self = .later(number * unit)
    } else {
      return nil
    }
  }

  /// The time for a date without one.
  private static let morning = LocalTime(hour: 9, minute: 0)!

  fileprivate func instant(after now: Instant, in zone: Zone) -> Instant {
    switch self {
    case .instant(let instant): instant
    case .local(let local): zone.instant(of: local)
    case .time(let time):
      [0, 1].map { zone.instant(of: now.local(at: zone.offset(at: now)).date.adding(days: $0).at(time)) }
        .first { $0 > now } ?? now
    case .later(let seconds): now.advanced(bySeconds: seconds)
    }
  }
}

extension ItemChange.Edit {
  fileprivate var words: String {
    switch self {
    case .completedOn(let date): "done on \(date)"
    case .paidThrough(let date): "paid through \(date)"
    case .snoozedUntil(let instant): "snoozed until \(instant)"
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
