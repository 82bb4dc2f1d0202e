import CivilTime
import PlanModel

/// A notification that reached the user.
struct DeliveredNotification {
  let notice: Notice
  let at: Instant
  /// The local date of its delivery.
  let day: LocalDate

  init(_ delivered: Account.Delivered, _ frame: AccountFrame) {
    at = delivered.at
    day = frame.date(at: delivered.at)
    notice = Notice(
      notification: delivered.id.notification, date: delivered.id.date ?? day, at: at,
      isUndated: delivered.id.date == nil)
  }
}

/// A notification that a device shows or holds, as its ID describes it.
struct Notice {
  let notification: NotificationID
  /// The date in the ID, else the local date of its instant; nil if it has neither.
  let date: LocalDate?
  var at: Instant?
  /// Whether ``date`` is that of its instant by the account's clock, since its ID has none.
  var isUndated = false

  /// Returns its date by the clock of its item.
  func date(_ clock: AccountFrame) -> LocalDate? { isUndated ? at.map(clock.date) ?? date : date }

  /// Returns every way to parse its identifier as one of the kind's.
  func parts(_ kind: KindPlan) -> [IdentifierParts] { IdentifierParts.all(of: notification, kind) }

  /// Returns the reason to withdraw it, such as done or paid, or nil if it may stay.
  func withdrawalReason(_ frame: AccountFrame) -> Reason? {
    for kind in frame.kinds {
      if let reason = kind.definition.withdrawal?(self, kind, frame) { return reason }
    }
    return nil
  }

  /// The source of an identifier.
  enum Maker {
    case item(ItemID)
    /// A kind of the app makes such identifiers from items, and the account lacks this item.
    case removed
    case none
  }

  func maker(_ frame: AccountFrame) -> Maker {
    var maker = Maker.none
    for kind in frame.kinds {
      guard let (list, declaration) = kind.itemList else { continue }
      for parts in parts(kind) {
        guard let identity = parts.identity(declaration) else { continue }
        if let item = frame.identities(list, declaration)[identity] { return .item(item) }
        maker = .removed
      }
    }
    return maker
  }
}

extension AccountFrame {
  /// Returns the kinds whose identifiers match delivered notifications that the plan lacks. A kind whose item the account
  /// still has comes first.
  func deliveredKinds(_ plan: AccountPlan) -> [NotificationID: DeliveredKind] {
    if account.value.delivered.isEmpty { return [:] }
    var known = Set(plan.decisions.map { $0.request }.map { plan.requests[Int($0)].identifier })
    var found: [NotificationID: DeliveredKind] = [:]
    for entry in account.value.newestDeliveries where known.insert(entry.id.notification).inserted {
      let id = entry.id.notification
      guard let (kind, parts) = kind(of: id) else { continue }
      found[id] = DeliveredKind(
        kind.settings.kind, destination: kind.settings.delivery.destination.flatMap { parts.filling($0) })
    }
    return found
  }

  /// Returns the kind that makes an identifier, and its fields; nil if none of the policy's does.
  func kind(of id: NotificationID) -> (KindPlan, IdentifierParts)? {
    let notice = Notice(notification: id, date: nil)
    var first: (KindPlan, IdentifierParts)?
    for kind in kinds where kind.mayIdentify(id) {
      for parts in notice.parts(kind) {
        first = first ?? (kind, parts)
        guard let (list, declaration) = kind.itemList, let identity = parts.identity(declaration) else { continue }
        if identities(list, declaration)[identity] != nil { return (kind, parts) }
      }
    }
    return first
  }
}

extension IdentifierParts {
  /// Returns a pattern with the fields of the identifier; nil if it has others.
  fileprivate func filling(_ pattern: IdentifierPattern) -> String? {
    var values = ["part": part]
    if !id.isEmpty { values["id"] = id }
    for name in ["date", "dueDate"] { values[name] = date?.description }
    values["time"] = time.map { FieldValue.time($0).identifierText }
    return pattern.fields.allSatisfy { values[$0] != nil } ? pattern.filled { values[$0] ?? "" } : nil
  }
}

/// The fields parsed from an identifier.
struct IdentifierParts: Hashable {
  var id = ""
  var date: LocalDate?
  var time: LocalTime?
  /// The name of the reminder or form.
  var part = ""
  /// The variant of the kind's identifier that parsed it.
  var variant = "default"
  /// Whether it goes out after a snooze.
  var isSnoozed = false

  /// Returns what names the item: its ID, or its date; nil if the identifier has neither.
  func identity(_ declaration: ItemDeclaration) -> String? {
    declaration.isNamedByDate ? date.map { "\($0)" } : id.isEmpty ? nil : id
  }

  /// Returns every way to parse an identifier as one of the kind's.
  static func all(of notification: NotificationID, _ kind: KindPlan) -> [IdentifierParts] {
    var all = read(notification, kind)
    if let plain = notification.snoozed {
      all += self.all(of: plain, kind).map { parts in
        var parts = parts
        parts.isSnoozed = true
        return parts
      }
    }
    let declaration = kind.definition.description.declaration
    if let first = notification.again { all += self.all(of: first, kind) }
    guard declaration.shape == .series, declaration.fields?.has(.standard(.remind)) ?? false else { return all }
    if notification.text.utf8.contains(UInt8(ascii: "/")), let earlier = EarlierID(notification.text) {
      all += earlier.successors.flatMap { read(NotificationID($0), kind) }.map { parts in
        var parts = parts
        (parts.date, parts.part) = (earlier.date ?? parts.date, earlier.reminder?.name ?? parts.part)
        return parts
      }
    }
    // An item's own reminder is appended.
    guard let dot = notification.text.lastIndex(of: "."),
      let own = ReminderOffset(named: String(notification.text[notification.text.index(after: dot)...]))
    else { return all }
    return all
      + read(NotificationID(String(notification.text[..<dot])), kind).filter(\.part.isEmpty).map { parts in
        var parts = parts
        parts.part = own.name
        return parts
      }
  }

  private static func read(_ notification: NotificationID, _ kind: KindPlan) -> [IdentifierParts] {
    let bytes = Array(notification.text.utf8)
    // Two free-form fields are tried in every length of both, so long identifiers are skipped.
    if kind.hasOpenFields, bytes.count > maximumBytes { return [] }
    let forms = kind.definition.description.forms.map(\.name)
    let words = forms + kind.definition.description.declaration.reminders.map(\.name).filter { !forms.contains($0) }
    return kind.patterns.flatMap { variant, pattern in
      IdentifierParts.all(of: bytes, pattern.parts[...], words: words).map { parts in
        var parts = parts
        parts.variant = variant
        return parts
      }
    }
  }

  /// Returns every way to parse `text` by a pattern. An item's ID is free-form; the other fields have a format.
  ///
  /// - Parameter words: The allowed values of the field `part`.
  static func all(
    of text: [UInt8], _ pattern: ArraySlice<IdentifierPattern.Part>, words: [String] = []
  ) -> [IdentifierParts] {
    read(text[...], pattern, words)
  }

  private static let maximumBytes = 1024

  private static func read(
    _ text: ArraySlice<UInt8>, _ pattern: ArraySlice<IdentifierPattern.Part>, _ words: [String]
  ) -> [IdentifierParts] {
    guard let part = pattern.first else { return text.isEmpty ? [IdentifierParts()] : [] }
    let rest = pattern.dropFirst()
    switch part {
    case .literal(let literal):
      return text.starts(with: literal.utf8) ? read(text.dropFirst(literal.utf8.count), rest, words) : []
    case .field(let name):
      return lengths(of: name, in: text, words).flatMap { length in
        let value = text.prefix(length)
        return read(text.dropFirst(length), rest, words).map { parts in
          var parts = parts
          if name == "id" { parts.id = String(decoding: value, as: UTF8.self) }
          if name == "date" || name == "dueDate" { parts.date = LocalDate(iso8601: value) }
          if name == "time" { parts.time = LocalTime(compact: value) }
          if name == "part" { parts.part = String(decoding: value, as: UTF8.self) }
          return parts
        }
      }
    }
  }

  /// Returns the byte lengths that a field may have at the start of `text`.
  private static func lengths(of field: String, in text: ArraySlice<UInt8>, _ own: [String]) -> [Int] {
    func digits(_ lengths: [Int]) -> [Int] {
      lengths.filter { $0 <= text.count && text.prefix($0).allSatisfy { (0x30...0x39).contains($0) } }
    }
    func words(_ words: [String]) -> [Int] { words.filter { text.starts(with: $0.utf8) }.map(\.utf8.count) }
    switch field {
    case "time": return digits([4, 6])
    case "weekday", "tier": return digits([1])
    case "date", "dueDate": return text.count >= 10 && LocalDate(iso8601: text.prefix(10)) != nil ? [10] : []
    case "part":
      let known = words(own)
      // Items may have reminders of their own.
      let others = (3...20).filter { length in
        length <= text.count && !known.contains(length)
          && ReminderOffset(named: String(decoding: text.prefix(length), as: UTF8.self)) != nil
      }
      return known + others
    case "trigger": return words(PlaceTrigger.Crossing.allCases.map(\.rawValue))
    default: return Array(0...text.count)
    }
  }
}

extension LocalTime {
  /// Parses `HHmm` or `HHmmss`, the format in identifiers.
  fileprivate init?(compact digits: ArraySlice<UInt8>) {
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    let seconds = digits.count == 6 ? number : number * 100
    self.init(hour: seconds / 10_000, minute: seconds / 100 % 100, second: seconds % 100)
  }
}

extension KindPlan {
  /// The account's list of the items from which the kind is made; nil if it needs none.
  var list: ItemList? { itemList?.list }

  /// The items from which the kind is made; nil if it needs none.
  var itemList: (list: ItemList, declaration: ItemDeclaration)? {
    let declaration = definition.description.declaration
    return declaration.item.flatMap { list in declaration.fields.map { (list, $0) } }
  }

  /// Whether its identifiers have more than one free-form field.
  fileprivate var hasOpenFields: Bool {
    let closed: Set = ["time", "date", "dueDate", "part", "trigger", "tier", "weekday"]
    return patterns.contains { _, pattern in pattern.fields.count { !closed.contains($0) } > 1 }
  }
}
