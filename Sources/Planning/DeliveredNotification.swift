import CivilTime
import PlanModel

/// A notification that reached the user and is still in the notification center.
struct DeliveredNotification {
  let notification: NotificationID
  /// The date that its id names, else the local date of its delivery.
  let date: LocalDate
  let at: Instant
  /// The local date of its delivery.
  let day: LocalDate

  init(_ delivered: Account.Delivered, _ frame: AccountFrame) {
    notification = delivered.id.notification
    at = delivered.at
    day = frame.date(at: delivered.at)
    date = delivered.id.date ?? day
  }

  /// What its identifier is made of, in each way in which it may be one of the kind's.
  func parts(_ kind: KindPlan) -> [IdentifierParts] { IdentifierParts.all(of: notification, kind) }

  /// Which item it is of; nil: none that the account has.
  ///
  /// - Parameters:
  ///   - places: Where each item stands.
  ///   - isCurrent: Whether the item has identifiers of that variant now: of several that it may be, one that does goes first.
  func item(
    _ kind: KindPlan, _ places: [ItemID: Int], isCurrent: (Int, _ variant: String) -> Bool = { _, _ in true }
  ) -> Int? {
    let found = parts(kind).compactMap { parts in places[ItemID(parts.id)].map { (place: $0, variant: parts.variant) } }
    return (found.first { isCurrent($0.place, $0.variant) } ?? found.first)?.place
  }
}

/// The fields of an identifier that say what it is of.
struct IdentifierParts: Hashable {
  var id = ""
  var date: LocalDate?
  /// The variant of the kind's identifier that it was read by.
  var variant = "default"

  /// Every way to read an identifier as one of the kind's.
  static func all(of notification: NotificationID, _ kind: KindPlan) -> [IdentifierParts] {
    let bytes = Array(notification.text.utf8)
    return kind.patterns.flatMap { variant, pattern in
      IdentifierParts.all(of: bytes, pattern.parts[...]).map { parts in
        var parts = parts
        parts.variant = variant
        return parts
      }
    }
  }

  /// Every way to read `text` by a pattern. An item's id may be anything; the other fields have a form.
  static func all(of text: [UInt8], _ pattern: ArraySlice<IdentifierPattern.Part>) -> [IdentifierParts] {
    read(text[...], pattern)
  }

  private static func read(
    _ text: ArraySlice<UInt8>, _ pattern: ArraySlice<IdentifierPattern.Part>
  ) -> [IdentifierParts] {
    guard let part = pattern.first else { return text.isEmpty ? [IdentifierParts()] : [] }
    let rest = pattern.dropFirst()
    switch part {
    case .literal(let literal):
      return text.starts(with: literal.utf8) ? read(text.dropFirst(literal.utf8.count), rest) : []
    case .field(let name):
      return lengths(of: name, in: text).flatMap { length in
        let value = text.prefix(length)
        return read(text.dropFirst(length), rest).map { parts in
          var parts = parts
          if name == "id" { parts.id = String(decoding: value, as: UTF8.self) }
          if name == "date" { parts.date = LocalDate(iso8601: value) }
          return parts
        }
      }
    }
  }

  /// How many bytes a field may have where `text` begins with it.
  private static func lengths(of field: String, in text: ArraySlice<UInt8>) -> [Int] {
    func digits(_ lengths: [Int]) -> [Int] {
      lengths.filter { $0 <= text.count && text.prefix($0).allSatisfy { (0x30...0x39).contains($0) } }
    }
    func words(_ words: [String]) -> [Int] { words.filter { text.starts(with: $0.utf8) }.map(\.utf8.count) }
    switch field {
    case "time": return digits([4, 6])
    case "weekday", "tier": return digits([1])
    case "date": return text.count >= 10 && LocalDate(iso8601: text.prefix(10)) != nil ? [10] : []
    case "part": return words(["dayBefore", "due", "overdue"])
    case "trigger": return words(HabitItem.Place.Crossing.allCases.map(\.rawValue))
    default: return Array(0...text.count)
    }
  }
}
