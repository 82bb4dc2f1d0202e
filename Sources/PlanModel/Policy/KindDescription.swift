import CivilTime

/// Describes a kind to policies, texts and exports. `Planning` makes its candidates.
public struct KindDescription: Sendable {
  /// What the duplicate check compares: notifications of one kind and instant with the same subject are duplicates.
  public enum Subject: Sendable {
    /// Nothing distinguishes the kind's notifications.
    case none
    /// The title or name of the item, trimmed and case-folded.
    case title
    /// Title and body, as the user reads them.
    case words
    /// The notification's own identifier.
    case notification
  }

  public let kind: Kind
  /// How it makes its candidates.
  public var declaration: KindDeclaration { _read { yield declared.value } }
  private let declared: Shared<KindDeclaration>
  /// When it goes out, as a clause: `when a workout ends`; nil if a policy declares the kind.
  public let occasion: String?
  /// The kinds of item that make or influence its notifications.
  public let items: [ItemKind]
  public let subject: Subject
  /// The fields of its identifiers.
  public let identifier: IdentifierRule
  /// The fields that its texts may use.
  public let fields: [TextField]
  /// The forms of its texts besides the plain one.
  public let forms: [MessageForm]
  /// The policy key for the body of one of the forms.
  public let formBody: (key: String, form: MessageForm)?
  /// The keys of its policy table besides those of every kind.
  public let settings: [KindSetting]
  /// The account preferences that it reads. If one is unreadable, it makes no candidates.
  public let preferences: [String]
  /// The default, if the policy sets none.
  public let priority: Int
  public let isCritical: Bool
  /// Whether its notifications count on the app's badge.
  public let hasBadge: Bool
  /// Example data that triggers it; nil if `tickler init` makes an item from the fields.
  public let sample: KindSample?

  /// - Parameters:
  ///   - reads: The kinds of item that it needs besides those from which it is made.
  public init(
    _ name: String, _ occasion: String?, _ declaration: KindDeclaration, reads: [ItemKind] = [],
    subject: Subject = .notification, identifier: IdentifierRule = IdentifierRule(), fields: [TextField] = [],
    forms: [MessageForm] = [], formBody: (key: String, form: MessageForm)? = nil, settings: [KindSetting] = [],
    preferences: [String] = [], priority: Int = 5, isCritical: Bool = false, hasBadge: Bool = true,
    sample: KindSample? = nil
  ) {
    kind = Kind(name)
    declared = Shared(declaration)
    self.occasion = occasion
    items = (declaration.fields.map { [$0.kind] } ?? []) + reads
    (self.subject, self.identifier, self.fields, self.forms) = (subject, identifier, fields, forms)
    (self.formBody, self.settings, self.preferences) = (formBody, settings, preferences)
    (self.priority, self.isCritical, self.hasBadge, self.sample) = (priority, isCritical, hasBadge, sample)
  }

  public var shape: KindDeclaration.Shape { declaration.shape }

  /// The field of destinations, addresses and data with what the notification is about.
  package static let about = "about"

  /// The fields of destinations, addresses and data: those of identifiers, and what the notification is about.
  package var carriedFields: [String] {
    hasAbout ? identifier.fields + [KindDescription.about] : identifier.fields
  }

  /// Whether ``about`` is no field of its items and has a value.
  package var hasAbout: Bool {
    declaration.item != nil && (shape == .series || shape == .untilDone)
      && !identifier.fields.contains(KindDescription.about)
  }

  /// Whether it ships with tickler. Policies declare the others.
  public var isShipped: Bool { occasion != nil }

  /// Whether it reports what quiet hours held back.
  public var reportsHeldBack: Bool { declaration.counted == .heldBack }

  public func field(_ name: String) -> TextField? { fields.first { $0.name == name } }

  /// Returns a form and its fallbacks in order, down to the plain one.
  public func fallbacks(for form: MessageForm) -> [MessageForm] {
    var chain = [form]
    while let last = chain.last, last != .plain { chain.append(last.fallback == 0 ? .plain : forms[last.fallback - 1]) }
    return chain
  }
}

/// The kinds that policies and texts may use.
public struct KindCatalog: Sendable {
  /// In the order of pages and summaries.
  public let kinds: [KindDescription]

  public init(_ kinds: [KindDescription]) { self.kinds = kinds.sorted { $0.kind < $1.kind } }

  public subscript(name: String) -> KindDescription? { kinds.first { $0.kind.name == name } }
  public var names: [String] { kinds.map(\.kind.name) }

  /// Returns these kinds and those that a policy declares, which replace kinds of the same name.
  public func with(_ policy: Policy?) -> KindCatalog {
    let own = (policy?.kinds ?? []).map(\.description).filter { !$0.isShipped }
    return own.isEmpty ? self : KindCatalog(own + kinds.filter { kind in !own.contains { $0.kind == kind.kind } })
  }
}

/// The fields that a kind's identifiers may have, and those that they need to distinguish its notifications.
public struct IdentifierRule: Sendable {
  public let fields: [String]
  private let needed: [String]
  /// The required fields of each variant that differs from the default.
  private let others: KeyValuePairs<String, [String]>

  /// - Parameters:
  ///   - fields: All allowed fields.
  ///   - needed: The required fields; nil for all.
  public init(_ fields: [String] = [], needed: [String]? = nil, variants: KeyValuePairs<String, [String]> = [:]) {
    self.fields = fields
    self.needed = needed ?? fields
    others = variants
  }

  /// The keys that `identifier` may have if it is a table.
  public var variants: [String] { ["default"] + others.map(\.key) }

  public func needed(variant: String) -> [String] { others.first { $0.key == variant }?.value ?? needed }
}

/// A form of a kind's texts: the plain one, or one for a circumstance.
public struct MessageForm: Hashable, Sendable {
  /// Its name in messages files and plans.
  public let name: String
  /// Its position among the forms of its kind; 0 for the plain one.
  public let position: Int
  /// The position of the form that replaces missing texts of this one: an earlier one.
  let fallback: Int

  /// The form that every kind has, and the last fallback of every other.
  public static let plain = MessageForm(name: "plain", position: 0, fallback: 0)

  private init(name: String, position: Int, fallback: Int) {
    (self.name, self.position, self.fallback) = (name, position, fallback)
  }

  /// Creates the forms of one kind besides the plain one.
  public static func list(_ names: String...) -> [MessageForm] { list(names, fallback: .plain) }

  /// Creates the forms that follow `fallback` in their kind and fall back to it.
  public static func list(_ names: [String], fallback: MessageForm) -> [MessageForm] {
    names.enumerated().map { MessageForm(name: $1, position: fallback.position + 1 + $0, fallback: fallback.position) }
  }
}

extension KindDescription {
  /// Whether its items are due on a date, and the policy sets the hour of their reminders.
  package var isAboutDays: Bool { isShipped && !declaration.slots.isEmpty && !declaration.isAtOwnTimes }

  /// Returns whether a notification may lack the value of a field. Items have names, and what decides whether there is a
  /// notification has a value.
  public func mayLack(_ name: String) -> Bool {
    let isOwn = declaration.fields?.fields.contains { $0.name == name && $0.role == .value } ?? false
    guard field(name)?.mayBeEmpty(isOwn: isOwn) ?? false, ![.streak, .digest, .threshold].contains(declaration.shape)
    else {
      return false
    }
    var needed = declaration.conditions.filter { !$0.isOfAccount }.map(\.field)
    if let title = declaration.fields?.title { needed.append(title) }
    if case .field(let place)? = declaration.quota?.count { needed.append(place) }
    return !needed.contains { declaration.fields?.fields[$0].name == name }
  }
}

/// A field that the texts of a kind may use, with an example value for texts shown without an item.
public struct TextField: Hashable, Sendable {
  /// What ``TextField/sample(_:)`` shows.
  public enum Sample: CaseIterable, Sendable {
    /// Every field has a value, and numbers are large.
    case full
    /// Every field has a value, and numbers are 1.
    case single
    /// Only fields that every item has.
    case bare
  }

  public let name: String
  public let type: FieldType
  private let example: String
  private let currency: String?
  /// An export may lack it.
  private let isOptional: Bool

  /// Returns whether an item may lack it. Dates by which an item is due are missing only from texts about undated items.
  ///
  /// - Parameter isOwn: Whether the field is a value that only conditions and texts use.
  func mayBeEmpty(isOwn: Bool) -> Bool { isOptional && (isOwn || type != .date) && type != .when }

  private init(_ name: String, _ type: FieldType, example: String, currency: String? = nil, isOptional: Bool) {
    (self.name, self.type, self.example, self.currency) = (name, type, example, currency)
    self.isOptional = isOptional
  }

  /// - Parameter example: A typical value.
  public static func text(_ name: String, _ example: String, isOptional: Bool = false) -> TextField {
    TextField(name, .text, example: example, isOptional: isOptional)
  }

  /// - Parameter example: A large number.
  public static func number(_ name: String, _ example: Int, isOptional: Bool = false) -> TextField {
    TextField(name, .number, example: String(example), isOptional: isOptional)
  }

  /// - Parameter currency: nil if amounts of this kind have none.
  public static func amount(_ name: String, currency: String?, isOptional: Bool = false) -> TextField {
    TextField(name, .amount, example: "1284.50", currency: currency, isOptional: isOptional)
  }

  /// Creates a field with a whole day as seen when its notification goes out.
  public static func dayInRelation(_ name: String) -> TextField {
    TextField(name, .when, example: "day", isOptional: true)
  }

  /// Creates a field of a type with a fixed example.
  public static func value(_ name: String, _ type: FieldType, isOptional: Bool = false) -> TextField {
    TextField(name, type, example: "", isOptional: isOptional)
  }

  /// Returns its value in a typical account.
  public func sample(_ which: Sample) -> FieldValue {
    if which == .bare, isOptional { return .none }
    let isSingle = which == .single
    func money(_ amount: String, _ currency: String?) -> Money { Money(DecimalNumber(amount)!, currency) }
    switch type {
    case .text: return .text(example)
    case .number: return .integer(isSingle ? 1 : Int(example) ?? 5)
    case .percent: return .percent(52)
    case .amount: return .money(money(isSingle ? "1" : example, currency))
    case .sums: return .sums([money("1284.50", "EUR")] + (isSingle ? [] : [money("79.99", "USD")]))
    case .date: return .date(LocalDate(year: 2026, month: 9, day: 30)!)
    case .time: return .time(LocalTime(hour: 18, minute: 30)!)
    case .duration: return .duration(isSingle ? 3600 : 4500)
    case .distance: return .distance(DecimalNumber(significand: isSingle ? 1000 : 12_340))
    case .dateTime:
      return .dateTime(LocalDate(year: 2026, month: 9, day: 30)!.at(LocalTime(hour: 18, minute: 30)!))
    case .when:
      // As seen on the day before.
      let date = LocalDate(year: 2026, month: 9, day: 30)!
      return .when(
        RelativeTime(
          date: date, time: example == "day" ? nil : LocalTime(hour: 18, minute: 30)!, from: date.adding(days: -1)))
    case .list:
      let titles = ["Water the plants"] + (isSingle ? [] : ["Call the dentist", "Run in the park"])
      return .list(titles.map { .text($0) })
    }
  }
}

/// A key of a kind's table in a policy, with its default.
public struct KindSetting: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    /// nil for no time.
    case time(LocalTime?)
    case weekday(Weekday)
    case flag(Bool)
    /// At least 1; nil for no bound (`any`).
    case count(Int?)
    /// Days after a date, each at least 1.
    case dayList([Int])
    /// One of a few words.
    case word(String)
  }

  /// The dotted path inside the kind's table: `time`, `times.morning`.
  public let key: String
  public let standard: Value
  /// The allowed words, if it is a word.
  public let words: [String]

  public init(_ key: String, standard: Value, words: [String] = []) {
    (self.key, self.standard, self.words) = (key, standard, words)
  }

  /// What happens to due dates on closed days.
  public static let shift = KindSetting(
    "shift", standard: .word(DayShift.none.rawValue), words: DayShift.allCases.map(\.rawValue))
  /// Which days are closed: `weekends`, or `holidays`, which adds the holidays in the run's files.
  public static let closedDays = KindSetting("days", standard: .word("holidays"), words: ["weekends", "holidays"])

  /// How often a place notifies: at each `visit`, or once a local `day`.
  public static let once = KindSetting("once", standard: .word("visit"), words: ["visit", "day"])

  /// Creates a setting for a time of day that always has a value.
  public static func time(_ key: String, standard hour: Int) -> KindSetting {
    KindSetting(key, standard: .time(LocalTime(hour: hour, minute: 0)!))
  }
}

/// Example data of an export that triggers a kind. `tickler init` writes it for every kind of a policy.
public struct KindSample: Sendable {
  /// An item, as JSON.
  public struct Item: Hashable, Sendable {
    /// The members that identify it in its account.
    public let key: String
    /// All members.
    public let text: String

    public init(_ kind: ItemKind, _ id: String, _ members: String) {
      key = #""kind": "\#(kind.name)", "id": "\#(id)""#
      text = members.isEmpty ? "{ \(key) }" : "{ \(key), \(members) }"
    }
  }

  /// The instant that sample data is relative to.
  public struct Clock: Sendable {
    public let now: Instant

    public init(now: Instant) { self.now = now }

    public func at(minutes: Int64) -> Instant { now.advanced(bySeconds: minutes * 60) }
    public func day(_ days: Int) -> LocalDate { now.utc.date.adding(days: days) }
  }

  /// The account preference that the kind needs, as a JSON member; nil if it needs none.
  public let preference: String?
  public let items: @Sendable (Clock) -> [Item]

  public init(preference: String? = nil, items: @escaping @Sendable (Clock) -> [Item] = { _ in [] }) {
    (self.preference, self.items) = (preference, items)
  }
}
