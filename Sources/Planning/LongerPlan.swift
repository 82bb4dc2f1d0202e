import CivilTime
import PlanModel

/// What a plan whose window reached further would make of single instants, by checks 1 to 12 and 14 to 19.
struct LongerPlan {
  struct Key: Hashable {
    var notification: NotificationID
    var at: Instant

    init(_ notification: NotificationID, _ at: Instant) {
      self.notification = notification
      self.at = at
    }
  }

  /// Dates, and the notifications that are asked for on them.
  struct Stretch {
    var dates: ClosedRange<LocalDate>
    var notifications: [NotificationID] = []
  }

  /// The reasons of what it drops; `.some(nil)`: it goes out.
  private var outcomes: [Key: Reason?] = [:]

  init() {}

  /// - Throws: where the account asks for too much.
  init(_ stretches: [Stretch], _ frame: AccountFrame) throws(AccountLimitError) {
    var list = CandidateList()
    for (number, stretch) in stretches.enumerated() {
      // What comes about once, wherever it lies, is the same in all of them.
      let parts = number == 0 ? [Part(account: frame.account, kinds: frame.kinds)] : LongerPlan.parts(stretch, frame)
      for part in parts where !part.kinds.isEmpty {
        list.removeAllButSpending()
        list.expandAll(AccountFrame(frame, part.account, beyond: stretch.dates), kinds: part.kinds)
        if let excess = list.excess { throw excess }
        add(list)
      }
    }
  }

  func isScheduled(_ key: Key) -> Bool { outcomes[key] == .some(nil) }

  func reason(_ key: Key) -> Reason? { outcomes[key] ?? nil }

  /// All that goes out, in no order.
  var scheduled: some Sequence<Key> { outcomes.lazy.filter { $0.value == nil }.map(\.key) }

  private mutating func add(_ list: CandidateList) {
    for candidate in list.candidates {
      guard let at = candidate.at else { continue }
      let key = Key(list.requests[Int(candidate.request)].identifier, at)
      if outcomes[key] == nil || candidate.reason == nil { outcomes[key] = .some(candidate.reason) }
    }
  }

  /// Kinds that are asked for, and an account with what they need.
  private struct Part {
    var account: Shared<Account>
    var kinds: [KindPlan] = []
  }

  /// The account with the items alone that the stretch asks for: a device may have hundreds of requests, each years from the next,
  /// of an account with thousands of items.
  private static func parts(_ stretch: Stretch, _ frame: AccountFrame) -> [Part] {
    var ofItems: [KindPlan] = []
    var others = Part(account: frame.account)
    var wanted: [ItemList: Set<Int>] = [:]
    for kind in frame.kinds {
      let description = kind.definition.description
      if kind.definition.tellsOfOthers,
        stretch.notifications.contains(where: { !IdentifierParts.all(of: $0, kind).isEmpty })
      {
        return [Part(account: frame.account, kinds: frame.kinds)]
      }
      guard description.shape == .series || description.shape == .digest else { continue }
      let readings = stretch.notifications.flatMap { IdentifierParts.all(of: $0, kind) }
      if readings.isEmpty { continue }
      let ids = readings.map { ItemID($0.id) }
      // A digest or a bundle reads every item.
      let isOfSeveral = description.shape == .digest || description.declaration.bundle != nil
      guard description.subject != .none, !isOfSeveral, let list = kind.list else {
        others.kinds.append(kind)
        continue
      }
      wanted[list, default: []].formUnion(ids.compactMap { frame.places(list)[$0] })
      ofItems.append(kind)
    }
    var account = frame.account.value
    let items = account.items
    account.items = Items()
    for (list, places) in wanted { account.items[list] = places.sorted().map { items[list][$0] } }
    return [Part(account: Shared(account), kinds: ofItems), others]
  }
}
