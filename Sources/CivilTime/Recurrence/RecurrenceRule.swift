/// An RRULE value (RFC 5545 section 3.3.10) as written, with each part in its range. ``Recurrence`` checks the parts against each
/// other and adds the first date.
///
/// The order of the parts does not matter, nor do order and repetition within a list.
public struct RecurrenceRule: Hashable, Sendable {
  /// FREQ: the length of a period.
  public enum Frequency: String, CaseIterable, Sendable {
    /// A day.
    case daily = "DAILY"
    /// A week.
    case weekly = "WEEKLY"
    /// A month.
    case monthly = "MONTHLY"
    /// A calendar year.
    case yearly = "YEARLY"
  }

  /// The last possible time of an occurrence, inclusive.
  public enum Until: Hashable, Sendable {
    /// `UNTIL=20261208`
    case date(LocalDate)
    /// `UNTIL=20261208T120000`, on the user's wall clock.
    case local(LocalDateTime)
    /// `UNTIL=20261208T120000Z`
    case utc(Instant)
  }

  /// The length of a period.
  public var frequency: Frequency
  /// The number of periods from one counted period to the next, 1 or more; clamped to `Int32.max`.
  public var interval = 1
  /// The total number of occurrences, 1 or more; clamped to `Int32.max`.
  public var count: Int?
  /// UNTIL; nil if the rule never ends.
  public var until: Until?
  /// The first day of a week, for INTERVAL and BYWEEKNO.
  public var weekStart = Weekday.monday
  /// BYMONTH: bit n for month n. Like all properties below, empty if the rule lacks the part.
  public var months: UInt16 = 0
  /// BYWEEKNO, ±1...53.
  public var weekNumbers = RecurrenceOrdinals()
  /// BYYEARDAY, ±1...366, ascending.
  public var yearDays: [Int16] = []
  /// BYMONTHDAY, ±1...31.
  public var monthDays = RecurrenceOrdinals()
  /// The members of BYDAY without a number.
  public var weekdays: WeekdaySet = []
  /// The members of BYDAY with a number, ascending.
  public var ordinalWeekdays: [RecurrenceOrdinalWeekday] = []
  /// BYSETPOS, ±1...366, ascending.
  public var setPositions: [Int16] = []
  /// The positions of the parts in the text. Equality ignores them.
  var offsets = RecurrencePartOffsets()

  /// Reads a whole RRULE value, without the property's name.
  ///
  /// Case does not matter. FREQ is required, and no part may occur twice.
  ///
  /// - Throws: if the text breaks the grammar of RFC 5545 section 3.3.10, a number is out of range, COUNT and UNTIL are both given,
  ///   or the rule has units smaller than a day.
  public init(parsing text: [UInt8]) throws(RecurrenceError) {
    var parser = RecurrenceRuleParser(text)
    self = try parser.rule()
  }

  /// Reads a whole RRULE value; see ``init(parsing:)``.
  @inlinable
  public init(parsing text: some Collection<UInt8>) throws(RecurrenceError) { try self.init(parsing: Array(text)) }

  init(frequency: Frequency) { self.frequency = frequency }
}

/// Numbers of days or weeks, ±1...63, as two masks. Negative numbers count from the end.
public struct RecurrenceOrdinals: Hashable, Sendable {
  /// Bit n for n.
  public var fromStart: UInt64 = 0
  /// Bit n for −n.
  public var fromEnd: UInt64 = 0

  /// Creates an empty set.
  public init() {}

  /// Whether the set has no number.
  public var isEmpty: Bool { fromStart | fromEnd == 0 }

  /// Adds a number that is in range.
  public mutating func insert(_ number: Int) {
    if number > 0 { fromStart |= 1 << UInt64(number) } else { fromEnd |= 1 << UInt64(-number) }
  }
}

/// A weekday with its number in a month or year: `2TU`, `-1FR`. Negative numbers count from the end.
public struct RecurrenceOrdinalWeekday: Hashable, Comparable, Sendable {
  /// ±1...53.
  public var ordinal: Int8
  /// The day of the week.
  public var weekday: Weekday

  public static func < (a: Self, b: Self) -> Bool {
    (a.ordinal, a.weekday.rawValue) < (b.ordinal, b.weekday.rawValue)
  }
}

/// Byte offsets of the parts that are checked against others. All values are equal, since the order of parts does not matter.
struct RecurrencePartOffsets: Hashable, Sendable {
  var weekNumbers = 0
  var yearDays = 0
  var monthDays = 0
  var weekdays = 0
  var setPositions = 0

  static func == (a: Self, b: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// Explains why a text is no recurrence rule that RFC 5545 allows.
public struct RecurrenceError: Error, Hashable, Sendable {
  /// The position in the rule's text, in bytes from its start.
  public var offset: Int
  /// The text at the position, cut after 40 bytes.
  public var found: String
  /// The valid form, as a noun phrase.
  public var expected: String
}

extension RecurrenceError {
  init(offset: Int, found: some Collection<UInt8>, expected: String) {
    let shown = String(decoding: found.prefix(40), as: UTF8.self)
    self.init(offset: offset, found: found.count > 40 ? shown + "…" : shown, expected: expected)
  }
}

extension RecurrenceError: CustomStringConvertible {
  public var description: String { "found '\(found)' at byte \(offset); expected \(expected)" }
}
