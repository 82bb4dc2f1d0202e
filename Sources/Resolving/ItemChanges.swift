import CivilTime
import Diagnostics
import PlanModel

/// A user's change to an item after the export was written.
package struct ItemChange: Sendable {
  package enum Edit: Hashable, Sendable {
    case completedOn(LocalDate)
    /// The occurrence that was due, or done, at a wall time.
    case completedAt(LocalDateTime)
    case paidThrough(LocalDate)
    case snoozedUntil(Instant)

    /// Returns whether the kind of item has the changed field.
    package func fits(_ item: ItemDeclaration) -> Bool {
      switch self {
      case .completedOn: item.has(.completedOn) || item.has(.standard(.completions))
      case .completedAt: item.has(.standard(.completions))
      case .paidThrough: item.has(.doneThrough)
      case .snoozedUntil: item.has(.standard(.completed))
      }
    }
  }

  /// The account without its device: a change applies to all devices.
  package var account: AccountName
  package var kind: String
  package var id: ItemID
  package var edit: Edit
  /// When the user made it.
  package var at: Instant
  /// The line in the file of changes.
  package var location: SourceLocation

  package init(
    account: AccountName, kind: String, id: ItemID, edit: Edit, at: Instant, location: SourceLocation
  ) {
    (self.account, self.kind, self.id, self.edit) = (account, kind, id, edit)
    (self.at, self.location) = (at, location)
  }
}

extension RecordResolver {
  /// Applies the changes of the draft's account to its items. Warns of each change to an item that the account does not have.
  mutating func applyChanges() {
    guard !context.changes.isEmpty, let account = draft.account else { return }
    var places: [ItemList: [ItemID: Int]] = [:]
    var completed: [ItemList: [Int: [LocalDate]]] = [:]
    /// When the user snoozed each item.
    var snoozed: [ItemList: [Int: Instant]] = [:]
    /// What is done after it was snoozed is not reminded of again.
    func endSnooze(of place: Int, in list: ItemList, by date: LocalDate) {
      guard let at = snoozed[list]?[place], date >= at.local(at: account.zone.offset(at: at)).date else { return }
      draft.items[list][place].snoozedUntil = nil
    }
    /// The items of each series, found once.
    var members: [ItemList: [String: [Int]]] = [:]
    for change in context.changes[AccountName(account.id, app: account.app, nil)] ?? [] {
      let schema = ((declared?.items ?? []) + context.schema.items).first { $0.kind.name == change.kind }
      if let list = schema?.list, places[list] == nil {
        places[list] = Dictionary(draft.items[list].enumerated().map { ($1.id, $0) }) { first, _ in first }
      }
      let known = schema.flatMap { places[$0.list]?[change.id] }
      let earlier = known == nil ? EarlierID(change.id.text) : nil
      let successor = schema.flatMap { schema in
        let ofDate: Int? =
          if case .completedOn(let date) = change.edit {
            places[schema.list]?[ItemID("\(change.id.text)/\(date)")]
          } else { nil }
        return ofDate ?? earlier?.successors.lazy.compactMap { places[schema.list]?[ItemID($0)] }.first
      }
      guard let schema, change.edit.fits(schema.declaration), let place = known ?? successor else {
        diagnostics.append(
          Diagnostic(
            .warning, .badValue, at: change.location, account: account.id.text,
            item: ItemName(kind: schema?.kind, id: change.id.text).label, itemID: change.id.text, field: "id",
            found: "the change has no item", expected: "an item that one of the inputs has"))
        continue
      }
      switch change.edit {
      case .completedOn(let date):
        let due = earlier?.due(date, of: draft.items[schema.list][place], in: account.zone) ?? date
        completed[schema.list, default: [:]][place, default: []].append(due)
        endSnooze(of: place, in: schema.list, by: due)
      case .completedAt(let time):
        draft.items[schema.list][place].completedAt.insert(time)
        endSnooze(of: place, in: schema.list, by: time.date)
      case .paidThrough(let date):
        let known = draft.items[schema.list][place].doneThrough ?? date
        draft.items[schema.list][place].doneThrough = max(known, date)
        endSnooze(of: place, in: schema.list, by: date)
      case .snoozedUntil(let instant):
        draft.items[schema.list][place].snoozedUntil = instant
        snoozed[schema.list, default: [:]][place] = change.at
        if let series = draft.items[schema.list][place].series {
          if members[schema.list] == nil {
            members[schema.list] = Dictionary(grouping: draft.items[schema.list].indices) {
              draft.items[schema.list][$0].series ?? ""
            }
          }
          // An occurrence moved to another time is an item of its own.
          for index in members[schema.list]?[series] ?? []
          where draft.items[schema.list][index].isDueOnce(change.at..<instant, account) {
            draft.items[schema.list][index].snoozedUntil = instant
          }
        }
        draft.items.hasSnoozes = true
      }
    }
    for (list, dates) in completed {
      for (place, dates) in dates {
        let known = draft.items[list][place].completedOn.all
        draft.items[list][place].completedOn = DateSet(known + dates)
      }
    }
  }
}

extension Item {
  /// Returns whether it does not repeat and is due in a range.
  fileprivate func isDueOnce(_ range: Range<Instant>, _ account: Account) -> Bool {
    guard let schedule, schedule.repetition.isNone else { return false }
    let zone = zone ?? account.zone
    let (first, end) = (range.lowerBound, range.upperBound)
    let due = schedule.start.at(times.all.first ?? .midnight)
    return first.local(at: zone.offset(at: first)) <= due && due < end.local(at: zone.offset(at: end))
  }
}
