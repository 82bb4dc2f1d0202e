import CivilTime
import PlanModel

/// A kind that is declared, over one of the shapes of ``PlanModel/KindDeclaration/Shape``: by a policy, or among those that ship.
struct DeclaredKind: Sendable {
  let description: KindDescription
  let declaration: KindDeclaration
  let rules: KindRules

  init(_ description: KindDescription, _ declaration: KindDeclaration, _ rules: KindRules = KindRules()) {
    (self.description, self.declaration, self.rules) = (description, declaration, rules)
  }

  func definition() -> KindDefinition {
    switch declaration.shape {
    case .series: series()
    case .untilDone: untilDone()
    case .event: event()
    case .threshold: threshold()
    case .digest: digest()
    case .place: place()
    case .streak: streak()
    }
  }

  /// What the duplicate check compares.
  func subject(of item: Item) -> String {
    guard description.subject.isTitle, let title = declaration.fields?.title,
      case .text(let text) = value(title, of: item)
    else { return "" }
    return text
  }

  func items(_ frame: AccountFrame) -> [Item] { declaration.item.map(frame.items) ?? [] }

  func item(of candidate: Candidate, _ frame: AccountFrame) -> Item { items(frame)[Int(candidate.item)] }

  /// The item that a notification is of, with what its identifier says.
  func item(of notice: Notice, _ kind: KindPlan, _ frame: AccountFrame) -> (Item, IdentifierParts)? {
    guard let list = declaration.item else { return nil }
    let items = items(frame)
    let places = frame.places(list)
    for parts in notice.parts(kind) {
      if let place = places[ItemID(parts.id)] { return (items[place], parts) }
    }
    return nil
  }

  /// Returns the value of the field at a position in the item's declaration.
  func value(_ place: Int, of item: Item) -> FieldValue { declaration.fields!.value(place, of: item) }

  /// Returns whether an item can have notifications.
  func isPlannable(_ item: Item) -> Bool { item.schedule != nil || !(declaration.fields?.needsDate ?? false) }

  func isInUse(_ item: Item, on date: LocalDate) -> Bool { declaration.fields?.isInUse(item, on: date) ?? true }

  /// The value of one of the item's own fields, as texts and identifiers have it; `none` for other names.
  func value(_ name: String, of item: Item, _ frame: AccountFrame) -> FieldValue {
    if let value = rules.value?(name, item) { return value }
    if name == "id" { return .text(item.id.text) }
    guard let place = declaration.fields?.place(name) else { return .none }
    return value(place, of: item).shown(frame)
  }

  func number(_ bound: KindDeclaration.Bound?, of item: Item) -> DecimalNumber? {
    switch bound {
    case nil: nil
    case .number(let number)?: number
    case .field(let place)?: value(place, of: item).number
    }
  }

  /// Whether the kind is of an item that has what it needs to be told of.
  func passes(_ item: Item) -> Bool { isPlannable(item) && matches(item) }

  /// Whether the kind is of an item.
  func matches(_ item: Item) -> Bool {
    if !rules.includes(item) { return false }
    for condition in declaration.conditions where !condition.holds(value(condition.field, of: item)) { return false }
    return true
  }

  // MARK: Times

  /// When something is due on a date, ascending: by the item, else the account, else the policy, else at 09:00.
  func times(of item: Item, on date: LocalDate, _ frame: AccountFrame) -> [LocalTime] {
    hasItemTimes(item, frame) ? item.times.all.inOrder : times(on: date.weekday, frame)
  }

  /// Whether the item's own times hold: those of a series go before the policy's, and what tells of an item in another way is told
  /// at the item's times where policy and account have none.
  func hasItemTimes(_ item: Item, _ frame: AccountFrame) -> Bool {
    !item.times.isEmpty && (declaration.shape == .series || !hasTimes(frame))
  }

  /// Whether the policy or the account has times for the kind.
  func hasTimes(_ frame: AccountFrame) -> Bool {
    !declaration.times.isEmpty || !declaration.weekdayTimes.isEmpty
      || frame.account.value.preferences.times[description.kind]?.times != nil
  }

  func times(on day: Weekday, _ frame: AccountFrame) -> [LocalTime] {
    if let own = frame.account.value.preferences.times[description.kind]?.times { return own.inOrder }
    let policy = declaration.weekdayTimes[day] ?? declaration.times
    return declaration.weekdayTimes[day] == nil && policy.isEmpty ? [DeclaredKind.standardTime] : policy.inOrder
  }

  /// Every time that there is on any day.
  func allTimes(of item: Item, _ frame: AccountFrame) -> [LocalTime] {
    if hasItemTimes(item, frame) { return item.times.all.inOrder }
    if declaration.weekdayTimes.isEmpty { return times(on: .monday, frame) }
    return Weekday.allCases.flatMap { times(on: $0, frame) }.inOrder
  }

  /// Whether an item has a date and no hour: the one time at which it is told of is the policy's or the account's.
  func isUntimed(_ item: Item, _ times: [LocalTime]) -> Bool {
    if times.count != 1 || !item.times.isEmpty { return false }
    guard let at = declaration.at else { return item.schedule != nil || declaration.isFromCompletion }
    return if case .date = value(at, of: item) { true } else { false }
  }

  func days(_ frame: AccountFrame) -> WeekdaySet {
    frame.account.value.preferences.times[description.kind]?.days ?? declaration.days
  }

  private static var standardTime: LocalTime { LocalTime(hour: 9, minute: 0)! }

  // MARK: Checks

  /// Returns whether a candidate's item meets a condition, without copying the item.
  func isTrue(of candidate: Candidate, _ frame: AccountFrame, _ condition: (borrowing Item) -> Bool) -> Bool {
    let items = items(frame)
    let span = items.span
    return condition(span[Int(candidate.item)])
  }

  /// Whether a check can drop anything: most accounts have nothing that is archived, done or put off.
  func hasAny(_ frame: AccountFrame, _ matches: (Item) -> Bool) -> Bool {
    let items = items(frame)
    let span = items.span
    for index in span.indices where matches(span[index]) { return true }
    return false
  }

  /// The item is archived.
  var inactive: Check {
    Check(
      .inactive, .candidate { isTrue(of: $0, $1.frame) { $0.isArchived } },
      concerns: { _, frame in hasAny(frame) { $0.isArchived } }
    ) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      return [.init("archived", "\(item.isArchived)", item.location)]
    }
  }

  /// The item is done for good.
  var completed: Check {
    Check(
      .completed, .candidate { isTrue(of: $0, $1.frame) { $0.isCompleted } },
      concerns: { _, frame in hasAny(frame) { $0.isCompleted } }
    ) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      return [.init("completed", "\(item.isCompleted)", item.location)]
    }
  }
}

extension [LocalTime] {
  /// Ascending, each once.
  fileprivate var inOrder: [LocalTime] {
    if count < 2 { return self }
    let sorted = sorted()
    return sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
  }
}

extension FieldValue {
  /// Instants as the account's clock shows them.
  func shown(_ frame: AccountFrame) -> FieldValue {
    switch self {
    case .instant(let instant): .dateTime(frame.timeline.local(at: instant))
    case .list(let values): .list(values.map { $0.shown(frame) })
    default: self
    }
  }

  /// Its first date, or the local one of its instant.
  func date(_ frame: AccountFrame) -> LocalDate? {
    switch self {
    case .date(let date): date
    case .instant(let instant): frame.date(at: instant)
    default: nil
    }
  }
}

extension KindDeclaration.Condition {
  /// A value that is not there is equal to nothing, and to `false`.
  fileprivate func holds(_ other: FieldValue) -> Bool {
    if let a = other.number, let b = value.number { return holds(a, b) }
    switch (other, value) {
    case (.date(let a), .date(let b)): return holds(a, b)
    case (.time(let a), .time(let b)): return holds(a, b)
    case (.text(let a), .text(let b)):
      return relation == .equal ? a.compareBytes(b) == 0 : relation == .different && a.compareBytes(b) != 0
    case (_, .flag(let flag)): return (!other.isNone == flag) == (relation == .equal)
    default: return relation == .different
    }
  }

  private func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
    switch relation {
    case .atMost: a <= b
    case .atLeast: a >= b
    case .different: a != b
    case .less: a < b
    case .greater: a > b
    case .equal: a == b
    }
  }
}
