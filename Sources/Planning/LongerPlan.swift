import CivilTime
import PlanModel

/// The outcome of single instants in a plan with a longer window, by checks 1 to 12 and 14 to 19.
struct LongerPlan {
  struct Key: Hashable {
    var notification: NotificationID
    var at: Instant

    init(_ notification: NotificationID, _ at: Instant) {
      self.notification = notification
      self.at = at
    }
  }

  /// A range of dates, and the notifications to look up on them.
  struct Stretch {
    var dates: ClosedRange<LocalDate>
    var notifications: [NotificationID] = []
  }

  /// The reasons of dropped notifications; `.some(nil)` for scheduled ones.
  private var outcomes: [Key: Reason?] = [:]

  init() {}

  /// - Throws: If the account exceeds a limit.
  init(_ stretches: [Stretch], _ frame: AccountFrame) throws(AccountLimitError) {
    var list = CandidateList()
    for (number, stretch) in stretches.enumerated() {
      // A notification that occurs once, regardless of its date, is the same in all of them.
      let parts = number == 0 ? [Part(account: frame.account, kinds: frame.kinds)] : LongerPlan.parts(stretch, frame)
      for part in parts where !part.kinds.isEmpty {
        list.removeAllKeepingSpending()
        list.expandAll(AccountFrame(frame, part.account, beyond: stretch.dates, isRead: false), kinds: part.kinds)
        if let excess = list.excess { throw excess }
        add(list)
      }
    }
  }

  /// Returns the key of a notification at an instant, whose item may have had another id in version 0.2.0.
  func key(of notification: NotificationID, _ at: Instant) -> Key {
    let key = Key(notification, at)
    guard outcomes[key] == nil, let earlier = EarlierID(notification.text) else { return key }
    let names = scheduled.filter { $0.at == at && earlier.isBefore($0.notification) }.map(\.notification)
    return names.min().map { Key($0, at) } ?? key
  }

  func isScheduled(_ key: Key) -> Bool { outcomes[key] == .some(nil) }

  func reason(_ key: Key) -> Reason? { outcomes[key] ?? nil }

  /// All scheduled notifications, unordered.
  var scheduled: some Sequence<Key> { outcomes.lazy.filter { $0.value == nil }.map(\.key) }

  private mutating func add(_ list: CandidateList) {
    for candidate in list.candidates {
      guard let at = candidate.at else { continue }
      let key = Key(list.requests[Int(candidate.request)].identifier, at)
      if outcomes[key] == nil || candidate.reason == nil { outcomes[key] = .some(candidate.reason) }
    }
  }

  /// The kinds to plan, and an account with the items that they need.
  private struct Part {
    var account: Shared<Account>
    var kinds: [KindPlan] = []
  }

  /// Returns the account with only the items that the stretch needs: a device may have hundreds of requests, years
  /// apart, of an account with thousands of items.
  private static func parts(_ stretch: Stretch, _ frame: AccountFrame) -> [Part] {
    var ofItems: [KindPlan] = []
    var others = Part(account: frame.account)
    var wanted: [ItemList: Set<Int>] = [:]
    for kind in frame.kinds {
      let description = kind.definition.description
      if kind.definition.derivesFromOtherKinds,
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
