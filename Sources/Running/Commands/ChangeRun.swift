import CivilTime
import Diagnostics
import Importing
import PlanModel
import Resolving
import RunModel
import System

/// Runs `tickler done`, `paid`, `snooze` and `undo`, which record what the user did in the file of `--changes`.
package enum ChangeRun {
  package enum UserAction: Sendable {
    /// `nil` for the open due date.
    case done(TimeQuery.Day?)
    case paid(TimeQuery.Day?)
    case snoozed(SnoozeEnd)
    case undone
  }

  private struct Match {
    var item: ItemReference
    let title: String
    let series: String?
    /// Its series, else its id without the date that imports give to dates of one event: `<id>/2026-10-15`.
    var event: String {
      let parts = item.id.text.split(separator: "/")
      let isDate = parts.count > 1 && LocalDate(iso8601: parts.last!.utf8) != nil
      return series ?? (isDate ? parts.dropLast().joined(separator: "/") : item.id.text)
    }
    /// Its time of day; midnight for a whole day.
    let time: LocalTime
    let dates: DueDates
    /// The account's zone now.
    let zone: Zone
    /// The wall time now on the item's clock.
    let now: LocalDateTime
    /// Whether it is paid instead of done.
    let isPayment: Bool
    let named: LocalDate?
    /// The items of its series that match.
    var items: [ItemReference] = []
    /// Returns whether anything goes out at the end of a snooze.
    var isRemindedAt: (Instant) -> Bool

    /// The due date for `done` or `paid` if the user names none; `nil` if all are done.
    var due: DueDates.Due?

    /// Returns the due date that the user names, else the item's; `nil` if it is done already.
    ///
    /// - Parameter isSure: Whether the user confirmed that it is meant, although no list shows it yet.
    /// - Throws: Status 64 if it is no due date, or lies further ahead than `list` shows.
    func due(_ isSure: Bool, _ action: UserAction) throws(RunFault) -> DueDates.Due? {
      if let named {
        if dates.has(named, through: action.isPayment) { return .date(named) }
        if dates.isDone(named) { return nil }
        let near = dates.near(named).map { "\($0)" }.joined(separator: " or ")
        throw RunFault(
          .usage,
          "\(words) is not due \(action.isPayment ? "up to" : "on") \(named)"
            + (near.isEmpty ? "" : "; \(action.option) takes its due date: \(near)"),
          redacted: "the item is not due on \(named)")
      }
      guard let due else { return nil }
      let days = due.date.days(since: dates.today)
      if days <= 14 || isSure { return due }
      throw RunFault(
        .usage,
        "\(words) is due on \(due.date), in \(days) days; repeat with --yes if that is done, or name a date with "
          + action.option,
        redacted: "the item is due in \(days) days; repeat with --yes, or name a date with \(action.option)")
    }

    /// Why nothing would go out at the end of a snooze.
    var whyNotSnoozed: String {
      let done = dates.lastDone.map { "already \(isPayment ? "paid through" : "done on") \($0)" }
      if dates.isOver { return done ?? "it is over" }
      let other = (dates.next?.description ?? (done == nil ? "it" : nil)).map {
        "no reminder of \($0) would go out before then"
      }
      return [done, other].compactMap(\.self).joined(separator: ", and ")
    }

    /// Whether it is due on the date that the user names, if any.
    var isDueOnNamed: Bool { named.map { dates.occurs(on: $0) } ?? true }

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
      if let word = options.paths.first, item != nil, options.namesPaths, try !Path.exists(word) {
        throw RunFault(
          .usage,
          "cannot read \(word): No such file or directory; a title or a time of several words takes quotes: "
            + "tickler \(action.name) \("\(item ?? "") \(word)".quotedForDiagnostic)",
          redacted: "cannot read a PATH: No such file or directory; a title of several words takes quotes")
      }
      throw RunFault(.usage, "name the file of changes: --changes FILE, or the key changes of ~/.config/tickler.toml")
    }
    let match = try item.map { (item) throws(RunFault) in try find(item, action, account, options) }
    if let match, action.isCompletion, try match.due(isSure, action) == nil {
      let date = (match.named ?? match.dates.done).map { " \(action.isPayment ? "through" : "on") \($0)" } ?? ""
      return try print("\(match.words): already \(action.isPayment ? "paid" : "done")\(date)\n")
    }
    if let match, case .snoozed(let end) = action {
      let until = end.instant(after: options.now, in: match.zone)
      if match.dates.isOver || until > options.now && !match.isRemindedAt(until) {
        return try print("\(match.words): \(match.whyNotSnoozed), so nothing is snoozed\n")
      }
    }
    try ChangesFile.append(to: path, at: options.now, print: print) { (file) throws(RunFault) in
      guard var match else {
        guard let last = file.changes.last else { throw RunFault(.noInput, "nothing to undo") }
        let (words, zone) = (try? known(last.item, options)) ?? (last.item.words.visible, nil)
        return (last.item, nil, "\(words): \(last.edit.words(in: zone).visible), undone\n")
      }
      let edit: ItemChange.Edit
      switch action {
      case .done, .paid:
        guard let due = try match.due(isSure, action) else {
          throw RunFault(.usage, "\(match.words) is done already", redacted: "the item is done already")
        }
        edit =
          switch due {
          case .date(let date): action.isPayment ? .paidThrough(date) : .completedOn(date)
          case .time(let time): .completedAt(time)
          }
      case .snoozed(let end):
        let (until, now) = (end.instant(after: options.now, in: match.zone), options.now)
        let words = "\(match.zone.local(at: until).forReaders)"
        guard until > now else {
          throw RunFault(
            .usage, "\(words) is not after now, \(match.zone.local(at: now).forReaders); name a later time")
        }
        if end.isOfAnyYear, until > now.advanced(bySeconds: 300 * 86_400) {
          throw RunFault(.usage, "the next such time is \(words); name the year if it is meant")
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

  /// Returns the words and the zone of an item if the inputs have it.
  private static func known(
    _ item: ItemReference, _ options: PlanOptions
  ) throws(RunFault) -> (words: String, zone: Zone?)? {
    var found: (words: String, zone: Zone?)?
    try forEachItem(options) { record, _, declaration, candidate, _ in
      let owner = record.value
      guard candidate.id == item.id, declaration.kind.name == item.kind, item.account.matches(owner) else { return }
      let title = candidate.title ?? ""
      found = (
        "\(title.isEmpty ? candidate.id.text : title) (\(item.words))".visible,
        owner.zoneChanges.last { $0.at <= options.now }?.zone ?? owner.zone
      )
    }
    return found
  }

  /// Finds the only item that the text names, or of a series the one that was due last or is next.
  ///
  /// - Throws: Status 66 if no item matches, 65 with the matches if several do.
  private static func find(
    _ text: String, _ action: UserAction, _ account: AccountName?, _ options: PlanOptions
  ) throws(RunFault) -> Match {
    // By rank: the id or number, the title, its beginning, and another word of it.
    var ranked: [[Match]] = [[], [], [], []]
    /// The changed occurrences of series, which may have titles of their own.
    var changed: [Match] = []
    var names: Set<String> = []
    /// An item that another command changes.
    var other: (words: String, declaration: ItemDeclaration)?
    var planned = PlannedDates()
    let listed = Int(text)
    let part = text.lowercased()
    try forEachItem(options) { record, policy, declaration, item, number in
      let owner = record.value
      guard account?.matches(owner) ?? true else { return }
      let title = item.title ?? ""
      let whole = title.lowercased()
      let rank =
        item.id.text == text || item.series == text || number == listed
        ? 0 : whole == part ? 1 : whole.hasPrefix(part) ? 2 : whole.contains(" \(part)") ? 3 : nil
      let isChanged = item.series != nil && item.schedule?.repetition.isNone ?? false
      guard rank != nil || isChanged && action.fits(declaration) else {
        if action.fits(declaration) { names.formUnion([item.id.text, title].filter { !$0.isEmpty }) }
        return
      }
      let reference = ItemReference(
        account: AccountName(owner.id, app: owner.app, nil), kind: declaration.kind.name, id: item.id)
      let zone = owner.zoneChanges.last { $0.at <= options.now }?.zone ?? owner.zone
      let now = (item.zone ?? zone).local(at: options.now)
      var named = action.day?.latest(now.date)
      var dates = DueDates(item, declaration, record, policy, now, options.now, named, &planned)
      if let last = named, case .weekday(_, nil)? = action.day, !dates.occurs(on: last) {
        // The list's Friday is the next one.
        let next = DueDates(item, declaration, record, policy, now, options.now, last.adding(days: 7), &planned)
        if next.occurs(on: last.adding(days: 7)) { (named, dates) = (last.adding(days: 7), next) }
      }
      let match = Match(
        item: reference, title: title.visible, series: item.series, time: item.times.all.first ?? .midnight,
        dates: dates, zone: zone, now: now, isPayment: UserAction.paid(nil).fits(declaration), named: named,
        isRemindedAt: {
          PlannedDates.hasNotification(
            of: item, declaration.kind, snoozedUntil: $0, after: dates.doneThrough, record, policy, options.now)
        }, due: dates.open)
      guard action.fits(declaration) else {
        other = other ?? (match.words, declaration)
        return
      }
      if let rank { ranked[rank].append(match) }
      if isChanged { changed.append(match) }
    }
    let found = ranked.first { !$0.isEmpty } ?? []
    guard let first = found.first else {
      if let other {
        let own: ChangeRun.UserAction = action.isPayment ? .done(nil) : .paid(nil)
        let words =
          action.isCompletion && own.fits(other.declaration)
          ? "takes tickler \(own.name), not tickler \(action.name)" : "cannot be changed by tickler \(action.name)"
        throw RunFault(.noInput, "\(other.words) \(words)", redacted: "the item \(words)")
      }
      throw RunFault(
        .noInput,
        "no \(action.what) has the id \(text.quotedForDiagnostic), a title with a word that begins so, or this number"
          + (text.nearest(in: names).map { "; the nearest is \($0.quotedForDiagnostic)" } ?? ""),
        redacted: "no such item")
    }
    func isOfSeries(_ match: Match) -> Bool {
      match.event == first.event && match.item.account == first.item.account && match.item.kind == first.item.kind
    }
    if found.allSatisfy(isOfSeries) {
      let items = Set(found.map(\.item))
      let series = found + changed.filter { first.series != nil && isOfSeries($0) && !items.contains($0.item) }
      // Another item of the series may be due on the date.
      if let name = first.series, name != text, !series.contains(where: \.isDueOnNamed) {
        return try find(name, action, first.item.account, options)
      }
      return series.count == 1 && first.series == nil ? first : due(series, first.now)
    }
    let list = found.prefix(20).map { "\n  \($0.words)" }.joined()
    StandardError.write("tickler: \(found.count) items fit \(text.quotedForDiagnostic):\(list)\n")
    throw RunFault(
      .dataError, "\(text.quotedForDiagnostic) is not unique; use an id or a title, or --account",
      redacted: "several items fit")
  }

  /// Returns the item of a series whose occurrence was due last, and of a day with several an open one: the last up to now,
  /// else the first after it. If all are done, returns the next one of a later day.
  private static func due(_ series: [Match], _ now: LocalDateTime) -> Match {
    let named = series.filter(\.isDueOnNamed)
    let matches = (named.isEmpty ? series : named).sorted { $0.time < $1.time }
    let latest = matches.compactMap(\.dates.last).max()
    let ofLatest = matches.filter { latest != nil && $0.dates.last == latest }
    let later = ofLatest.partitioningIndex { latest!.at($0.time) > now }
    let inTurn = ofLatest[..<later].reversed() + ofLatest[later...]
    func isOpen(_ match: Match) -> Bool { match.named.map { !match.dates.isDone($0) } ?? !match.dates.isDone }
    let last = inTurn.first(where: isOpen) ?? inTurn.first
    let next =
      last?.dates.today == latest
      ? nil : matches.filter { $0.dates.next != nil }.min { $0.dates.next! < $1.dates.next! }
    let isNext = last?.dates.isDone ?? true && next != nil
    var match = (isNext ? next : last) ?? matches[0]
    match.due = (isNext ? match.dates.next : match.dates.last).map { .date($0) } ?? match.due
    if !isNext, match.dates.isDone { match.due = nil }
    match.items = series.map(\.item)
    match.isRemindedAt = { end in series.contains { $0.isRemindedAt(end) } }
    return match
  }

  /// Calls `body` with each item and its number, which is 0 if no command changes it.
  private static func forEachItem(
    _ options: PlanOptions, _ body: (Shared<Account>, Shared<Policy>, ItemDeclaration, Item, Int) -> Void
  ) throws(RunFault) {
    let sources = try Sources.read(options)
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var numbers = ItemNumbers()
    for chunk in sources.chunks {
      try reader.forEachAccount(in: chunk) { (record: Shared<Account>, policy: Shared<Policy>) throws(RunFault) in
        numbers.number(record.value, policy.value) { body(record, policy, $0, $1, $2) }
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

  fileprivate var day: TimeQuery.Day? {
    switch self {
    case .done(let day), .paid(let day): day
    case .snoozed, .undone: nil
    }
  }

  fileprivate var isPayment: Bool { if case .paid = self { true } else { false } }

  fileprivate var isCompletion: Bool { if case .done = self { true } else { isPayment } }

  fileprivate var what: String { isPayment ? "payment" : "item" }

  /// The option that names a due date.
  fileprivate var option: String { isPayment ? "--through" : "--on" }

  /// The command.
  fileprivate var name: String {
    switch self {
    case .done: "done"
    case .paid: "paid"
    case .snoozed: "snooze"
    case .undone: "undo"
    }
  }
}

/// The end of a snooze, as the user writes it.
package enum SnoozeEnd: Sendable {
  /// The next such time on the account's clock.
  case moment(TimeQuery)
  /// A number of seconds from now.
  case later(Int64)
  /// A number of days from now, at the same time of day.
  case days(Int)

  /// - Parameter text: `30m`, `2h`, `3d`, or a moment such as `tomorrow` and `friday 9:00`.
  package init?(_ text: String) {
    if let number = Int64(text.dropLast()), 1...10_000 ~= number,
      let unit: Int64 = ["m": 60, "h": 3600, "d": 86_400][text.suffix(1)]
    {
      self = text.hasSuffix("d") ? .days(Int(number)) : .later(number * unit)
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
    case .days(let days):
      zone.instant(of: zone.local(at: now).date.adding(days: days).at(zone.local(at: now).time))
    }
  }

  /// Whether it is a date without a year.
  fileprivate var isOfAnyYear: Bool { if case .moment(.local(.annual, _)) = self { true } else { false } }
}

extension Zone {
  fileprivate func local(at instant: Instant) -> LocalDateTime { instant.local(at: offset(at: instant)) }
}

extension ItemChange.Edit {
  /// - Parameter zone: The account's; nil if it is unknown.
  fileprivate func words(in zone: Zone? = nil) -> String {
    switch self {
    case .completedOn(let date): "done on \(date)"
    case .completedAt(let time): "done on \(time.forReaders)"
    case .paidThrough(let date): "paid through \(date)"
    case .snoozedUntil(let instant):
      "snoozed until \(zone.map { "\($0.local(at: instant).forReaders)" } ?? "\(instant)")"
    }
  }
}
