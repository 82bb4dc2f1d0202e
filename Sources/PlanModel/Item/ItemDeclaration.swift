import CivilTime

/// A kind of item that a policy declares: what an item of it has beside ``StandardField``.
public struct ItemDeclaration: Sendable {
  public let kind: ItemKind
  /// In the order of the policy.
  public let fields: [DeclaredField]
  /// Standard fields that each item must have.
  public let required: Set<StandardField>
  /// What standard fields mean here, where the policy says so.
  public let meanings: [StandardField: String]
  /// The field that people know an item by, 0 based: `title` or `name`, else the first text that must be there.
  public let title: Int?
  /// The field that has the currency of the item's amounts.
  public let currency: Int?

  public init(
    _ name: String, fields: [DeclaredField], required: Set<StandardField> = [],
    meanings: [StandardField: String] = [:]
  ) {
    kind = ItemKind(name)
    self.fields = fields
    self.required = required
    self.meanings = meanings
    title =
      fields.firstIndex { $0.type == .text && ($0.name == "title" || $0.name == "name") }
      ?? fields.firstIndex { $0.type == .text && $0.isRequired }
    currency = fields.firstIndex { $0.type == .text && $0.name == "currency" }
  }

  /// The place of a field; nil: items have none of that name.
  public func place(_ field: String) -> Int? { fields.firstIndex { $0.name == field } }
}

/// A field that a policy declares for its items.
public struct DeclaredField: Sendable {
  public let name: String
  public let type: DeclaredType
  public let isRequired: Bool
  /// Of numbers, amounts and durations; nil: no bound.
  public let range: ClosedRange<DecimalNumber>?
  /// A sentence without its full stop.
  public let meaning: String

  public init(
    _ name: String, _ type: DeclaredType, isRequired: Bool = false, range: ClosedRange<DecimalNumber>? = nil,
    meaning: String = ""
  ) {
    (self.name, self.type, self.isRequired, self.range, self.meaning) = (name, type, isRequired, range, meaning)
  }
}

/// What a declared field holds.
public enum DeclaredType: Hashable, Sendable {
  case text
  /// Decimal, never through binary floating point.
  case number
  case integer
  /// An amount, in the currency of the item's field `currency`.
  case money
  case date
  case time
  /// RFC 3339 with an offset.
  case instant
  /// Seconds.
  case duration
  case bool
  /// The value of an RFC 5545 RRULE.
  case rule
  indirect case list(of: DeclaredType)

  /// Those of one value, by the words of policies.
  static let words: [(word: String, type: DeclaredType)] = [
    ("text", .text), ("number", .number), ("integer", .integer), ("money", .money), ("date", .date), ("time", .time),
    ("instant", .instant), ("duration", .duration), ("bool", .bool), ("rrule", .rule),
  ]

  /// Every word that a policy may have.
  public static let allWords = words.map(\.word) + words.dropLast().map { "list-of-\($0.word)" }

  public init?(_ word: String) {
    if let known = DeclaredType.words.first(where: { $0.word == word }) {
      self = known.type
    } else if word.hasPrefix("list-of-"), let element = DeclaredType(String(word.dropFirst(8))),
      DeclaredType.allWords.contains(word)
    {
      self = .list(of: element)
    } else {
      return nil
    }
  }

  /// Whether values are compared by size.
  public var isNumeric: Bool {
    switch self {
    case .number, .integer, .money, .duration: true
    default: false
    }
  }

  /// How texts write it.
  public var textType: FieldType {
    switch self {
    case .text, .bool, .rule: .text
    case .number, .integer: .number
    case .money: .amount
    case .date: .date
    case .time: .time
    case .instant: .dateTime
    case .duration: .duration
    case .list: .list
    }
  }
}

/// The fields that items of every declared kind may have: when they are, and what was done.
public enum StandardField: String, CaseIterable, Sendable {
  /// The first date.
  case date
  /// When it is due on each date.
  case time, times
  /// The weekdays on which it is; all without it.
  case days
  case `repeat`, rrule, exdates, weekdays, until
  /// Where due dates on closed days go.
  case shift
  /// Done for good.
  case completed
  /// Dates, or dates and times, of occurrences that are done.
  case completions
  /// Nothing goes out before it.
  case snoozedUntil
  /// No longer in use.
  case archived
  /// A place trigger.
  case location
}

/// An item of a declared kind.
public struct DeclaredItem: Sendable {
  public var id: ItemID
  /// By the place of the field in its declaration.
  public var values: [FieldValue]
  /// nil: it has no date.
  public var schedule: Schedule?
  public var times: [LocalTime] = []
  public var days = WeekdaySet.all
  /// In place of the policy's.
  public var shift: DayShift?
  public var isCompleted = false
  /// Whole days that are done.
  public var completedOn: DateSet = []
  /// Single occurrences that are done, by the wall time they were due at.
  public var completedAt: Set<LocalDateTime> = []
  public var snoozedUntil: Instant?
  public var isArchived = false
  public var place: HabitItem.Place?
  public var updatedAt: Instant?
  public var location: RecordLocation

  /// - Parameter fieldCount: How many its declaration has.
  public init(id: ItemID, fieldCount: Int, location: RecordLocation) {
    (self.id, self.location) = (id, location)
    values = Array(repeating: .none, count: fieldCount)
  }

  /// Whether the occurrence that is due at a wall time is done.
  public func isDone(_ due: LocalDateTime) -> Bool {
    isCompleted || completedOn.contains(due.date) || !completedAt.isEmpty && completedAt.contains(due)
  }

  /// Whether anything of a date is done.
  public func isDone(on date: LocalDate) -> Bool {
    isCompleted || completedOn.contains(date) || completedAt.contains { $0.date == date }
  }

  public var hasCompletions: Bool { !completedOn.isEmpty || !completedAt.isEmpty }

  /// The date on which it was done last; nil: never.
  public var lastCompletion: LocalDate? {
    [completedOn.last, completedAt.map(\.date).max()].compactMap(\.self).max()
  }
}
