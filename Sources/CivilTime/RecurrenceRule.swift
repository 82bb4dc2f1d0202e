/// An RRULE value (RFC 5545 section 3.3.10) as written: each part in its range, but not yet held against the others
/// nor tied to a first date. ``Recurrence`` does that.
///
/// Lists are sets: neither the order nor the repetition of their members matters, nor does the order of the parts.
public struct RecurrenceRule: Hashable, Sendable {
  public enum Frequency: String, CaseIterable, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// The last moment at which an occurrence may lie, itself included.
  public enum Until: Hashable, Sendable {
    /// `UNTIL=20261208`
    case date(LocalDate)
    /// `UNTIL=20261208T120000`: on the wall clock of the one who reads it.
    case local(LocalDateTime)
    /// `UNTIL=20261208T120000Z`
    case utc(Instant)
  }

  public var frequency: Frequency
  /// Periods from one that counts to the next, 1 or more; values past `Int32.max` are read as that.
  public var interval = 1
  /// Occurrences in all, 1 or more; values past `Int32.max` are read as that.
  public var count: Int?
  public var until: Until?
  /// The first day of a week, by which INTERVAL counts weeks and BYWEEKNO numbers them.
  public var weekStart = Weekday.monday
  /// BYMONTH: bit n for month n; 0 without the part, as for all that follow.
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
  /// Where the parts stood in the text; no matter for equality.
  var offsets = RecurrencePartOffsets()

  /// Reads a whole RRULE value, without the property's name.
  ///
  /// Names and keywords are read in any case. Every part may be given once, FREQ must be.
  /// - Throws: where the text is not by the grammar of RFC 5545 section 3.3.10, a number is out of its range, COUNT and UNTIL
  ///   are both there, or the rule counts in units finer than a day.
  public init(parsing text: UnsafeBufferPointer<UInt8>) throws(RecurrenceError) {
    var parser = RecurrenceRuleParser(text)
    self = try parser.rule()
  }

  public init(parsing text: some Collection<UInt8>) throws(RecurrenceError) {
    self = try Array(text).withUnsafeBufferPointer { text throws(RecurrenceError) in try Self(parsing: text) }
  }

  init(frequency: Frequency) {
    self.frequency = frequency
  }
}

/// Numbers of days or weeks, ±1...63, negative ones counted from the end, as two masks.
public struct RecurrenceOrdinals: Hashable, Sendable {
  /// Bit n for n.
  public var fromStart: UInt64 = 0
  /// Bit n for −n.
  public var fromEnd: UInt64 = 0

  public init() {}

  public var isEmpty: Bool { fromStart | fromEnd == 0 }

  public mutating func insert(_ number: Int) {
    if number > 0 { fromStart |= 1 << UInt64(number) } else { fromEnd |= 1 << UInt64(-number) }
  }
}

/// `2TU`, `-1FR`: a weekday by its number within a month or year, negative ones counted from the end.
public struct RecurrenceOrdinalWeekday: Hashable, Comparable, Sendable {
  /// ±1...53.
  public var ordinal: Int8
  public var weekday: Weekday

  public static func < (a: Self, b: Self) -> Bool {
    (a.ordinal, a.weekday.rawValue) < (b.ordinal, b.weekday.rawValue)
  }
}

/// Byte offsets of the parts that are held against others. All values are equal: a rule is the same wherever its parts stand.
struct RecurrencePartOffsets: Hashable, Sendable {
  var weekNumbers = 0
  var yearDays = 0
  var monthDays = 0
  var weekdays = 0
  var setPositions = 0

  static func == (a: Self, b: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
