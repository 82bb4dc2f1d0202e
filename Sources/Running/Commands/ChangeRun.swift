import CivilTime
import Diagnostics
import PlanModel
import Planning
import Resolving

/// `tickler done`, `tickler paid` and `tickler undo`: notes what the user did, in the file of `--changes`.
package enum ChangeRun {
  package enum Deed: Sendable {
    /// nil: the due date that is open.
    case done(LocalDate?)
    case paid(LocalDate?)
    case undone
  }

  private struct Match {
    var account: AccountName
    var kind: String
    var id: ItemID
    var title: String
    /// The due date that `done` or `paid` is about if the user names none.
    var due: LocalDate

    var words: String { "\(title.isEmpty ? id.text : title) (\(kind) \(id.text) of \(account.words))" }
  }

  /// - Parameters:
  ///   - item: The item's id, or the beginning of its title; nil: the item of the last change.
  ///   - account: nil: all accounts.
  /// - Returns: What to print.
  package static func run(
    _ options: PlanOptions, _ deed: Deed, item: String?, of account: AccountName?
  ) throws(FatalInput) -> String {
    guard let path = options.changes else {
      throw FatalInput(.usage, "name the file of changes: --changes FILE, or the key changes of ~/.config/tickler.toml")
    }
    if case .undone = deed, item == nil {
      var words = ""
      try ChangesFile.append(to: path, at: options.now) { (entries) throws(FatalInput) in
        guard let last = entries.last?.change else { throw FatalInput(.noInput, "there is no change to undo") }
        words = "\(last.kind) \(last.id.text) of \(last.account.words): \(last.edit.words), undone\n"
        return (last.account, last.kind, last.id, nil)
      }
      return words
    }
    let match = try find(item ?? "", deed, account, options)
    var words = ""
    try ChangesFile.append(to: path, at: options.now) { (entries) throws(FatalInput) in
      let edit: ItemChange.Edit?
      switch deed {
      case .done(let date): edit = .completedOn(date ?? match.due)
      case .paid(let date): edit = .paidThrough(date ?? match.due)
      case .undone:
        let last = entries.last {
          $0.change.account == match.account && $0.change.kind == match.kind && $0.change.id == match.id
        }
        guard let last = last?.change else { throw FatalInput(.noInput, "\(match.words) has no change to undo") }
        words = "\(match.words): \(last.edit.words), undone\n"
        return (match.account, match.kind, match.id, nil)
      }
      if let edit { words = "\(match.words): \(edit.words)\n" }
      return (match.account, match.kind, match.id, edit)
    }
    return words
  }

  /// Finds the one item that the text names.
  ///
  /// - Throws: 66 if no item fits, 65 with the matches if several do.
  private static func find(
    _ text: String, _ deed: Deed, _ account: AccountName?, _ options: PlanOptions
  ) throws(FatalInput) -> Match {
    let sources = try Sources.read(options)
    var reader = ChunkReader(context: sources.context, roster: sources.roster)
    var exact: [Match] = []
    var begun: [Match] = []
    var seen: Set<AccountName> = []
    for chunk in sources.chunks {
      try reader.forEachAccount(in: chunk) { (record: Shared<Account>, policy: Shared<Policy>) throws(FatalInput) in
        let owner = record.value
        let name = AccountName(owner.id, app: owner.app, nil)
        guard account?.matches(owner) ?? true, seen.insert(name).inserted else { return }
        let zone = owner.zoneChanges.last { $0.at <= options.now }?.zone ?? owner.zone
        let today = options.now.local(at: zone.offset(at: options.now)).date
        let shipped = ShippedItems.declarations.map { ($0, ItemList(shipped: $0.kind)) }
        let own = policy.value.items.enumerated().map { ($1, ItemList(declared: $0)) }
        for (declaration, list) in shipped + own where deed.fits(declaration) {
          for item in owner.items[list] {
            let title = item.title ?? ""
            let match = Match(
              account: name, kind: declaration.kind.name, id: item.id, title: title.visible,
              due: item.openDate(today, policy.value.monthEnd))
            if item.id.text == text {
              exact.append(match)
            } else if title.lowercased().hasPrefix(text.lowercased()) {
              begun.append(match)
            }
          }
        }
      }
      _ = reader.takeReport()
    }
    let found = exact.isEmpty ? begun : exact
    guard let first = found.first else {
      throw FatalInput(
        .noInput, "no \(deed.what) has the id \(text.quotedForDiagnostic) or a title that begins with it",
        redacted: "no such item")
    }
    if found.count == 1 { return first }
    let list = found.prefix(20).map { "\n  \($0.words)" }.joined()
    StandardError.write("tickler: \(found.count) items fit \(text.quotedForDiagnostic):\(list)\n")
    throw FatalInput(
      .dataError, "\(text.quotedForDiagnostic) is not unique; use an id, or --account", redacted: "several items fit")
  }
}

extension ChangeRun.Deed {
  fileprivate func fits(_ item: ItemDeclaration) -> Bool {
    switch self {
    case .done: ItemChange.Edit.completedOn(.first).fits(item)
    case .paid: ItemChange.Edit.paidThrough(.first).fits(item)
    case .undone: ItemChange.Edit.completedOn(.first).fits(item) || ItemChange.Edit.paidThrough(.first).fits(item)
    }
  }

  fileprivate var what: String { if case .paid = self { "bill" } else { "item" } }
}

extension ItemChange.Edit {
  fileprivate var words: String {
    switch self {
    case .completedOn(let date): "done on \(date)"
    case .paidThrough(let date): "paid through \(date)"
    }
  }
}

extension Item {
  /// The last due date up to today, or the next one if that is done; the only one of an item that does not repeat.
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
