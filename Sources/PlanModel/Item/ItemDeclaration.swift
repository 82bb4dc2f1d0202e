import CivilTime

/// The fields of a kind of item. Ten kinds ship, see ``ShippedItems``; a policy declares others under `[items.KIND]`.
///
/// The reader of records, the schemas and docs/exports.md are made from it. Conditions, texts and ``Item`` refer to its fields by
/// position. It is a class because a struct was copied for every record, 1 % of a run.
public final class ItemDeclaration: Sendable {
  public let kind: ItemKind
  /// Every field, in the order of the documentation.
  public let members: [ItemField]
  /// The fields with a value in ``Item/values``, which conditions and texts may name.
  public let fields: [ItemField]
  /// The position in ``fields`` of `title` or `name`, else of the first required text.
  public let title: Int?
  /// The position in ``fields`` of the currency that applies to the item's amounts.
  public let currency: Int?
  /// The positions of amounts in ``fields``.
  public let amounts: [Int]
  /// The values of a new item.
  let defaults: [FieldValue]
  /// Whether the title is stored in ``Item/title``. A task then needs no array of values.
  public let keepsTitle: Bool
  private let first: Int?
  private let last: Int?
  /// Whether identifiers contain the item's date instead of its id.
  public let isNamedByDate: Bool
  /// Whether an item without a date has no notifications.
  public let needsDate: Bool

  init(_ name: String, isNamedByDate: Bool = false, needsDate: Bool = false, _ members: [ItemField]) {
    kind = ItemKind(name)
    self.members = members
    (self.isNamedByDate, self.needsDate) = (isNamedByDate, needsDate)
    let fields = members.filter(\.isValue)
    self.fields = fields
    func place(_ fits: (ItemField) -> Bool) -> Int? { fields.firstIndex(where: fits) }
    let named = place { $0.type == .text && ($0.name == "title" || $0.name == "name") }
    title = named ?? place { $0.type == .text && $0.isRequired }
    keepsTitle = named != nil
    currency = place { $0.type == .text && $0.name == "currency" }
    amounts = fields.indices.filter { fields[$0].type == .money }
    first = place { $0.role == .firstDate }
    last = place { $0.role == .lastDate }
    defaults = keepsTitle && fields.count == 1 ? [] : fields.map { $0.standard ?? .none }
  }

  /// Creates the declaration of a policy's own kind of item.
  ///
  /// - Parameters:
  ///   - fields: In the order of the policy.
  ///   - required: The standard fields that are required.
  ///   - meanings: The policy's own descriptions of standard fields.
  public convenience init(
    _ name: String, fields: [ItemField], required: Set<StandardField> = [], meanings: [StandardField: String] = [:]
  ) {
    let own = Set(fields.map(\.name))
    let standard = StandardField.allCases.filter { !own.contains($0.rawValue) }.map { field in
      ItemField(field, as: nil, meanings[field], need: required.contains(field) ? .required : .optional)
    }
    self.init(name, fields + standard)
  }

  /// Returns the position of a field; nil if there is no field of that name.
  public func place(_ field: String) -> Int? { fields.firstIndex { $0.name == field } }

  public func place(of role: ItemField.Role) -> Int? { fields.firstIndex { $0.role == role } }

  public func requires(_ field: StandardField) -> Bool {
    members.contains { member in
      if case .required = member.need { member.role == .standard(field) } else { false }
    }
  }

  public func has(_ role: ItemField.Role) -> Bool { members.contains { $0.role == role } }

  /// Returns the value of the field at a position in ``fields``.
  public func value(_ place: Int, of item: Item) -> FieldValue {
    keepsTitle && place == title ? .text(ifAny: item.title) : item.values[place]
  }

  public func set(_ place: Int, of item: inout Item, to value: FieldValue) {
    if keepsTitle, place == title {
      if case .text(let text) = value { item.title = text } else { item.title = nil }
    } else {
      item.values[place] = value
    }
  }

  /// Sets the currency of the item's amounts from its field ``currency``.
  public func settleCurrency(of item: inout Item) {
    guard let currency, case .text(let code) = item.values[currency] else { return }
    for field in amounts {
      if case .money(let money) = item.values[field] { item.values[field] = .money(Money(money.amount, code)) }
    }
  }

  /// Returns whether a date lies between the first and the last date of an item.
  public func isInUse(_ item: Item, on date: LocalDate) -> Bool {
    if let first, case .date(let first) = item.values[first], date < first { return false }
    if let last, case .date(let last) = item.values[last], date > last { return false }
    return true
  }

  /// The name in exports of the field with the dates on which it was done.
  public var completionsName: String {
    let field = members.first { $0.role == .completedOn || $0.role == .standard(.completions) }
    return field?.name ?? StandardField.completions.rawValue
  }

  /// The name of the date in exports.
  public var dateName: String { members.first { $0.role == .standard(.date) }?.name ?? StandardField.date.rawValue }
}

/// A field of a kind of item.
public struct ItemField: Sendable {
  /// How planning uses a field.
  public enum Role: Hashable, Sendable {
    /// A value that only conditions and texts use.
    case value
    /// A standard field, possibly under another name.
    case standard(StandardField)
    /// The date of an item that never repeats. It may lie outside ``PlannableTime``.
    case day
    /// ``StandardField/time``, required unless the policy has a default.
    case timeOrPolicyDefault
    /// ``Item/isUntimed``.
    case allDay
    /// ``Item/completedOn``.
    case completedOn
    /// ``Item/doneThrough``.
    case doneThrough
    /// A value, and the first or last due date. The item is due daily between them, or by its rule from the first date.
    case firstDate, lastDate
    /// A value, and the instant of the last change.
    case updated
    /// An instant that defaults to the sum of two other fields.
    case end(start: String, duration: String)
    /// ``Item/samples``.
    case samples
    /// The count of the last sample. It is derived: exports have no such field.
    case lastSample
  }

  /// The form of a value in exports.
  public enum Format: Sendable {
    /// The usual form of the type.
    case byType
    /// A whole number.
    case count(ClosedRange<Int>)
    /// A number of at least 0.
    case quantity
    /// One of these words.
    case choice([String])
  }

  public let name: String
  public let role: Role
  public let type: DeclaredType
  public let format: Format
  public let need: Need
  /// The allowed range of numbers, amounts and durations; nil for no bound.
  public let range: ClosedRange<DecimalNumber>?
  /// A sentence without its full stop.
  public let meaning: String
  /// The default value.
  let standard: FieldValue?

  /// - Parameters:
  ///   - range: The allowed range of numbers, amounts and durations; nil for no bound.
  ///   - standard: The default value.
  public init(
    _ name: String, _ type: DeclaredType, _ meaning: String = "", _ need: Need = .optional,
    range: ClosedRange<DecimalNumber>? = nil, as format: Format = .byType, role: Role = .value,
    orElse standard: FieldValue? = nil
  ) {
    (self.name, self.type, self.meaning, self.need) = (name, type, meaning, need)
    (self.range, self.format, self.role, self.standard) = (range, format, role, standard)
  }

  /// Creates a standard field.
  ///
  /// - Parameters:
  ///   - name: The name in exports; nil for the standard one.
  ///   - meaning: nil for the usual one.
  init(_ field: StandardField, as name: String? = nil, _ meaning: String? = nil, need: Need = .optional) {
    self.init(name ?? field.rawValue, .date, meaning ?? field.meaning, need, role: .standard(field))
  }

  /// Whether it has a value in ``Item/values``.
  var isValue: Bool {
    switch role {
    case .value, .firstDate, .lastDate, .updated, .end, .lastSample: true
    case .standard, .day, .timeOrPolicyDefault, .allDay, .completedOn, .doneThrough, .samples: false
    }
  }

  /// The longest duration of an occurrence, in seconds: 366 days.
  public static let maximumDuration = 366 * 86_400

  /// Whether it bounds the dates of an item.
  public var isLifetime: Bool { role == .firstDate || role == .lastDate }

  /// Whether every item has a value for the field.
  public var isRequired: Bool {
    if case .end = role { return true }
    if case .optional = need { return standard != nil }
    return true
  }
}

/// Whether a field is required.
public enum Need: Sendable {
  case optional, required
  /// Required, with its own words for what a diagnostic expects if the field is missing.
  case requiredAs(String)
}

/// The type of a declared field.
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

  /// The types of single values, by their words in policies.
  static let words: [(word: String, type: DeclaredType)] = [
    ("text", .text), ("number", .number), ("integer", .integer), ("money", .money), ("date", .date), ("time", .time),
    ("instant", .instant), ("duration", .duration), ("bool", .bool), ("rrule", .rule),
  ]

  /// Every type word that a policy may use.
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

  /// The type by which texts write it.
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
