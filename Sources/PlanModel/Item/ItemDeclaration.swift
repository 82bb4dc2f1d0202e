import CivilTime

/// A kind of item: its fields. Ten ship, see ``ShippedItems``; a policy declares its own under `[items.KIND]`.
///
/// Records are read, checked and documented by it, and conditions, texts and ``Item`` go by the positions that it gives its fields.
/// A class, since every item that is read asks it: as a struct it was copied for each, 1 % of a run.
public final class ItemDeclaration: Sendable {
  public let kind: ItemKind
  /// All fields that an export may give, in the order of the documentation.
  public let members: [ItemField]
  /// The fields that have a value of their own, which conditions and texts may name.
  public let fields: [ItemField]
  /// The field that people know an item by, a position in ``fields``: `title` or `name`, else the first text that each item has.
  public let title: Int?
  /// The field that has the currency of the item's amounts, a position in ``fields``.
  public let currency: Int?
  /// Amounts, as positions in ``fields``.
  public let amounts: [Int]
  /// Of a new item.
  let defaults: [FieldValue]
  /// Whether ``Item/title`` has the title: the most frequent items need no list of values then.
  public let keepsTitle: Bool
  private let first: Int?
  private let last: Int?
  /// Identifiers have the item's date in place of its id.
  public let isNamedByDate: Bool
  /// Without a date nothing is told of it.
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

  /// One that a policy declares.
  ///
  /// - Parameters:
  ///   - fields: In the order of the policy.
  ///   - required: Standard fields that each item must have.
  ///   - meanings: What standard fields mean here, where the policy says so.
  public convenience init(
    _ name: String, fields: [ItemField], required: Set<StandardField> = [], meanings: [StandardField: String] = [:]
  ) {
    let standard = StandardField.allCases.map { field in
      ItemField(field, as: nil, meanings[field], need: required.contains(field) ? .required : .optional)
    }
    self.init(name, fields + standard)
  }

  /// The position of a field; nil: items have none of that name.
  public func place(_ field: String) -> Int? { fields.firstIndex { $0.name == field } }

  public func place(of role: ItemField.Role) -> Int? { fields.firstIndex { $0.role == role } }

  public func requires(_ field: StandardField) -> Bool {
    members.contains { member in
      if case .required = member.need { member.role == .standard(field) } else { false }
    }
  }

  public func has(_ role: ItemField.Role) -> Bool { members.contains { $0.role == role } }

  /// The value of a field.
  ///
  /// - Parameter place: Its position in ``fields``.
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

  /// Gives the item's amounts its currency, once its fields are set.
  public func settleCurrency(of item: inout Item) {
    guard let currency, case .text(let code) = item.values[currency] else { return }
    for field in amounts {
      if case .money(let money) = item.values[field] { item.values[field] = .money(Money(money.amount, code)) }
    }
  }

  /// Whether an item is in use on a date, by the first and the last date that it names.
  public func isInUse(_ item: Item, on date: LocalDate) -> Bool {
    if let first, case .date(let first) = item.values[first], date < first { return false }
    if let last, case .date(let last) = item.values[last], date > last { return false }
    return true
  }

  /// What exports call the item's date.
  public var dateName: String { members.first { $0.role == .standard(.date) }?.name ?? StandardField.date.rawValue }
}

/// A field of a kind of item.
public struct ItemField: Sendable {
  /// What a field does.
  public enum Role: Hashable, Sendable {
    /// It has a value, and no further meaning.
    case value
    /// What policies call so, under the field's own name.
    case standard(StandardField)
    /// ``StandardField/date``, which no rule counts from: it may lie outside ``PlannableTime``.
    case day
    /// ``StandardField/time``, which the policy may stand in for.
    case timeOrPolicys
    /// ``StandardField/completions``, whole days alone.
    case completedOn
    /// ``Item/doneThrough``.
    case doneThrough
    /// A value, and the first or last date on which the item is in use: on every date between them, or by a rule from the first.
    case firstDate, lastDate
    /// A value, which also says when the item was changed last.
    case updated
    /// A value, and where it is missing the end of the duration from the start, two other fields.
    case end(start: String, duration: String)
    /// ``Item/samples``.
    case samples
    /// The count of the last of the samples. Exports have no such field.
    case lastSample
  }

  /// How exports write a value, where its type does not say.
  public enum Format: Sendable {
    case byType
    /// A whole number.
    case count(ClosedRange<Int>)
    /// A number that is not negative.
    case quantity
    /// One of these words.
    case choice([String])
  }

  public let name: String
  public let role: Role
  public let type: DeclaredType
  public let format: Format
  public let need: Need
  /// Of numbers, amounts and durations; nil: no bound.
  public let range: ClosedRange<DecimalNumber>?
  /// A sentence without its full stop.
  public let meaning: String
  /// The value where an export has none.
  let standard: FieldValue?

  /// - Parameters:
  ///   - range: Of numbers, amounts and durations; nil: no bound.
  ///   - standard: The value where an export has none.
  public init(
    _ name: String, _ type: DeclaredType, _ meaning: String = "", _ need: Need = .optional,
    range: ClosedRange<DecimalNumber>? = nil, as format: Format = .byType, role: Role = .value,
    orElse standard: FieldValue? = nil
  ) {
    (self.name, self.type, self.meaning, self.need) = (name, type, meaning, need)
    (self.range, self.format, self.role, self.standard) = (range, format, role, standard)
  }

  /// A standard field.
  ///
  /// - Parameters:
  ///   - name: Its name here; nil: that of policies.
  ///   - meaning: nil: the usual one.
  init(_ field: StandardField, as name: String? = nil, _ meaning: String? = nil, need: Need = .optional) {
    self.init(name ?? field.rawValue, .date, meaning ?? field.meaning, need, role: .standard(field))
  }

  /// Whether it has a value of its own.
  var isValue: Bool {
    switch role {
    case .value, .firstDate, .lastDate, .updated, .end, .lastSample: true
    case .standard, .day, .timeOrPolicys, .completedOn, .doneThrough, .samples: false
    }
  }

  /// Whether every item has a value for it.
  public var isRequired: Bool {
    if case .end = role { return true }
    if case .optional = need { return standard != nil }
    return true
  }
}

/// Whether a field must be there.
public enum Need: Sendable {
  case optional, required
  /// Required; where it is missing, a diagnostic expects something that its type alone does not say.
  case requiredAs(String)
}
