import CivilTime

/// A date on which a series has no notification because a rule of its schedule leaves it out.
public struct SkippedDate: Hashable, Sendable {
  public enum Rule: String, CaseIterable, Sendable {
    /// The month lacks the day.
    case monthEnd
    /// The item lists the date as an exception.
    case exdates
    /// The series ended before.
    case until
    /// The weekday is not among those of the item or the kind.
    case days
    /// The date is among the days off.
    case cycle
    /// The series begins later.
    case startDate
    /// It is no date of an RRULE for none of these causes.
    case rule
  }

  public let kind: Kind
  public var item: ItemID?
  public var notification: NotificationID
  public let rule: Rule
  /// The key to change, and its value, as the export or the policy has them.
  public let key: String
  public let value: String
  /// What it would be about, if that is another date.
  public var due: LocalDate?
  /// The record that has the key; nil if the policy has it.
  public let location: RecordLocation?

  public init(
    _ rule: Rule, kind: Kind, item: ItemID?, notification: NotificationID, key: String, value: String,
    location: RecordLocation?
  ) {
    (self.rule, self.kind, self.item, self.notification) = (rule, kind, item, notification)
    (self.key, self.value, self.location) = (key, value, location)
  }

  /// What the rule says, as a sentence without its full stop.
  public func words(of date: LocalDate) -> String {
    switch rule {
    case .monthEnd where key != "monthEnd":
      "the month has no \(value), which \(key) names; BYMONTHDAY=-1 is its last day"
    case .monthEnd where due != nil:
      "the month of what it is about has no such day; monthEnd = \"clamp\" in the policy moves that to \(due!)"
    case .monthEnd: "the month has no such day; monthEnd = \"clamp\" in the policy moves it to \(date)"
    case .exdates: "the date is among \(key)"
    case .until: "the series ended on \(value), its \(key)"
    case .days: "\(date.weekday.code) is not among \(key), \(value)"
    case .cycle: "it is one of the days off of \(key), \(value)"
    case .startDate: "the series begins on \(value), its \(key)"
    case .rule: "the dates of \(key) around it are \(value)"
    }
  }
}
