import CivilTime

/// What policies, texts and exports have to know of a kind. `Planning` has the rest: how its candidates come about.
public struct KindDescription: Sendable {
  /// What the duplicate check compares: two notifications of a kind at one instant with the same subject are one.
  public enum Subject: Sendable {
    /// Nothing tells its notifications apart.
    case none
    /// The title or name of the item, trimmed and case-folded.
    case title
    /// The same with the reminder, or with the date on which it is due: a kind with several reminders may have different ones of two
    /// dates at one instant.
    case titleOfReminder
    /// The notification's own identifier.
    case notification

    public var isTitle: Bool { self == .title || self == .titleOfReminder }
  }

  public let kind: Kind
  /// How its candidates come about.
  public var declaration: KindDeclaration { _read { yield declared.value } }
  private let declared: Shared<KindDeclaration>
  /// When it goes out, as a clause: `when a workout ends`. nil: a policy declares it.
  public let occasion: String?
  /// The kinds of item that make or influence its notifications.
  public let items: [ItemKind]
  public let subject: Subject
  /// What its identifiers are made of.
  public let identifier: IdentifierRule
  /// The fields that its texts may use.
  public let fields: [TextField]
  /// The forms that its texts may have beside the plain one.
  public let forms: [MessageForm]
  /// The key of a policy's body for one of the forms.
  public let formBody: (key: String, form: MessageForm)?
  /// The keys that its table in a policy has beside those of every kind.
  public let settings: [KindSetting]
  /// The account's preferences that it reads: where one of them cannot be read, it makes no candidates.
  public let preferences: [String]
  /// Where the policy does not say.
  public let priority: Int
  public let isCritical: Bool
  /// Whether its notifications count on the app's badge.
  public let hasBadge: Bool
  /// What an export has that reaches it; nil: `tickler init` makes an item of the fields.
  public let sample: KindSample?

  /// - Parameters:
  ///   - reads: The kinds of item that it needs beside those that it is made from.
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
    self.subject = subject
    self.identifier = identifier
    self.fields = fields
    self.forms = forms
    self.formBody = formBody
    self.settings = settings
    self.preferences = preferences
    self.priority = priority
    self.isCritical = isCritical
    self.hasBadge = hasBadge
    self.sample = sample
  }

  public var shape: KindDeclaration.Shape { declaration.shape }

  /// Whether it comes with the program. Policies declare the others.
  public var isShipped: Bool { occasion != nil }

  /// Whether it names what quiet hours held back.
  public var tellsOfHeldBack: Bool { declaration.counted == .heldBack }

  public func field(_ name: String) -> TextField? { fields.first { $0.name == name } }

  /// A form and those that stand in for it, one after the other, down to the plain one.
  public func standIns(for form: MessageForm) -> [MessageForm] {
    var chain = [form]
    while let last = chain.last, last != .plain { chain.append(last.standIn == 0 ? .plain : forms[last.standIn - 1]) }
    return chain
  }
}

/// The kinds that policies may list and texts may be of.
public struct KindCatalog: Sendable {
  /// In the order of pages and summaries.
  public let kinds: [KindDescription]

  public init(_ kinds: [KindDescription]) {
    self.kinds = kinds.sorted { $0.kind < $1.kind }
  }

  public subscript(name: String) -> KindDescription? { kinds.first { $0.kind.name == name } }
  public var names: [String] { kinds.map(\.kind.name) }

  /// These kinds and those that a policy declares, which go before others of their name.
  public func with(_ policy: Policy?) -> KindCatalog {
    let own = (policy?.kinds ?? []).map(\.description).filter { !$0.isShipped }
    return own.isEmpty ? self : KindCatalog(own + kinds.filter { kind in !own.contains { $0.kind == kind.kind } })
  }
}

/// Which fields the identifiers of a kind may have, and which they must have to tell its notifications apart.
public struct IdentifierRule: Sendable {
  public let fields: [String]
  private let needed: [String]
  /// By the name of a variant, what it needs in place of the usual.
  private let others: KeyValuePairs<String, [String]>

  /// - Parameters:
  ///   - fields: All that may be there.
  ///   - needed: Those that must be; nil: all.
  public init(_ fields: [String] = [], needed: [String]? = nil, variants: KeyValuePairs<String, [String]> = [:]) {
    self.fields = fields
    self.needed = needed ?? fields
    others = variants
  }

  /// The names that `identifier` may have where it is a table.
  public var variants: [String] { ["default"] + others.map(\.key) }

  public func needed(variant: String) -> [String] { others.first { $0.key == variant }?.value ?? needed }
}

/// Which of a kind's texts is wanted: the plain one, or one for a circumstance.
public struct MessageForm: Hashable, Sendable {
  /// The word in messages files and plans.
  public let name: String
  /// Its place among the forms of its kind; the plain one's is 0.
  public let position: Int
  /// The place of the form whose texts stand in for missing ones of this form: one before it.
  let standIn: Int

  /// Every kind has it, and in the end it stands in for every other.
  public static let plain = MessageForm(name: "plain", position: 0, standIn: 0)

  private init(name: String, position: Int, standIn: Int) {
    self.name = name
    self.position = position
    self.standIn = standIn
  }

  /// The forms of one kind beside the plain one.
  public static func list(_ names: String...) -> [MessageForm] { list(names, standIn: .plain) }

  /// Forms that follow `standIn` among those of their kind, and that its texts stand in for.
  public static func list(_ names: [String], standIn: MessageForm) -> [MessageForm] {
    names.enumerated().map { MessageForm(name: $1, position: standIn.position + 1 + $0, standIn: standIn.position) }
  }
}

/// A field that the texts of a kind may use, and what stands in for it where a text is looked at without an item.
public struct TextField: Hashable, Sendable {
  /// What ``TextField/sample(_:)`` is to show.
  public enum Sample: CaseIterable, Sendable {
    /// Everything is there, and numbers are large.
    case full
    /// Everything is there, and numbers are 1.
    case single
    /// Only what every item has.
    case bare
  }

  public let name: String
  public let type: FieldType
  private let example: String
  private let currency: String?
  /// An export may lack it.
  private let isOptional: Bool

  private init(_ name: String, _ type: FieldType, example: String, currency: String? = nil, isOptional: Bool) {
    self.name = name
    self.type = type
    self.example = example
    self.currency = currency
    self.isOptional = isOptional
  }

  /// - Parameter example: As an everyday account has it.
  public static func text(_ name: String, _ example: String, isOptional: Bool = false) -> TextField {
    TextField(name, .text, example: example, isOptional: isOptional)
  }

  /// - Parameter example: A large one.
  public static func number(_ name: String, _ example: Int, isOptional: Bool = false) -> TextField {
    TextField(name, .number, example: String(example), isOptional: isOptional)
  }

  /// - Parameter currency: nil: amounts of this kind have none.
  public static func amount(_ name: String, currency: String?, isOptional: Bool = false) -> TextField {
    TextField(name, .amount, example: "1284.50", currency: currency, isOptional: isOptional)
  }

  /// A field of a type whose example is always the same.
  public static func value(_ name: String, _ type: FieldType, isOptional: Bool = false) -> TextField {
    TextField(name, type, example: "", isOptional: isOptional)
  }

  /// Its value in an everyday account.
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
    case .list:
      let titles = ["Water the plants"] + (isSingle ? [] : ["Call the dentist", "Run in the park"])
      return .list(titles.map { .text($0) })
    }
  }
}

/// A key of a kind's table in a policy, with what holds where the policy does not say.
public struct KindSetting: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    /// nil: there is none.
    case time(LocalTime?)
    case weekday(Weekday)
    case flag(Bool)
    /// At least 1; nil: `any`, there is no bound.
    case count(Int?)
    /// One of a few words.
    case word(String)
  }

  /// The path from the kind's table on, with dots: `time`, `times.morning`.
  public let key: String
  public let standard: Value
  /// Those that it may be, where it is a word.
  public let words: [String]

  public init(_ key: String, standard: Value, words: [String] = []) {
    (self.key, self.standard, self.words) = (key, standard, words)
  }

  /// What becomes of due dates on closed days.
  public static let shift = KindSetting(
    "shift", standard: .word(DayShift.none.rawValue), words: DayShift.allCases.map(\.rawValue))
  /// Which days are closed: `weekends`, and with `holidays` those too that the run has files of.
  public static let closedDays = KindSetting(
    "days", standard: .word("holidays"), words: ["weekends", "holidays"])

  /// How often a place tells: at each `visit`, or once a local `day`.
  public static let once = KindSetting("once", standard: .word("visit"), words: ["visit", "day"])

  /// A time of day that is always there.
  public static func time(_ key: String, standard hour: Int) -> KindSetting {
    KindSetting(key, standard: .time(LocalTime(hour: hour, minute: 0)!))
  }
}
