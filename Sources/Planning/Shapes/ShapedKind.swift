import CivilTime
import PlanModel

/// A kind's declaration with the policy's settings applied, and the rule for what no declaration can express.
struct ShapedKind: Sendable {
  /// On the heap, since every check and closure of the kind holds a copy.
  private final class Parts: Sendable {
    let description: KindDescription
    let declaration: KindDeclaration
    let rule: Rule
    let leader: ShapedKind?
    /// The default time of each of ``KindDeclaration/slots``, for accounts that choose none.
    let slotTimes: [LocalTime]
    /// The default weekdays, for accounts that choose none; nil if neither policy nor declaration sets them.
    let chosenDays: WeekdaySet?
    let forms: [MessageForm]
    let isOfOneDate: Bool

    init(_ settings: Policy.KindSettings, _ policy: Policy, _ rule: Rule) {
      description = settings.description
      self.rule = rule
      var declaration = settings.description.declaration
      if let setting = declaration.dayCountSetting {
        if case .dayList(let days) = settings[setting] {
          (declaration.dayCount, declaration.dayList) = (days.last, days)
        } else {
          declaration.dayCount = settings.count(setting)
        }
      }
      self.declaration = declaration
      leader = declaration.leader.flatMap { policy[$0] }.map { ShapedKind($0, policy) }
      let leaderTime = leader?.parts.slotTimes.first
      slotTimes = declaration.slots.map { slot in
        slot.setting.flatMap(settings.time) ?? slot.standard ?? leaderTime ?? ShapedKind.standardTime
      }
      chosenDays =
        declaration.dayChoiceSetting.map { WeekdaySet(settings.weekday($0)) } ?? declaration.dayChoiceStandard
      let named = settings.description.forms
      forms = declaration.reminders.map { reminder in named.first { $0.name == reminder.form } ?? .plain }
      isOfOneDate = settings.description.identifier.needed(variant: "default").contains("date")
    }
  }

  private let parts: Parts

  init(_ settings: Policy.KindSettings, _ policy: Policy, _ rule: Rule = Rule()) {
    parts = Parts(settings, policy, rule)
  }

  var description: KindDescription { _read { yield parts.description } }
  var declaration: KindDeclaration { _read { yield parts.declaration } }
  var rule: Rule { _read { yield parts.rule } }
  /// The kind that it follows; nil if none is declared or the policy lacks it.
  var leader: ShapedKind? { parts.leader }
  /// The text form of each of ``KindDeclaration/reminders``.
  var forms: [MessageForm] { _read { yield parts.forms } }
  /// Whether identifiers must name the date, which makes each date a separate notification.
  var isOfOneDate: Bool { parts.isOfOneDate }
  private var slotTimes: [LocalTime] { _read { yield parts.slotTimes } }
  private var chosenDays: WeekdaySet? { parts.chosenDays }

  func definition() -> KindDefinition {
    var definition =
      switch declaration.shape {
      case .series: series()
      case .untilDone: untilDone()
      case .event: event()
      case .threshold: threshold()
      case .digest: digest()
      case .place: place()
      case .streak: streak()
      }
    rule.change(&definition, self)
    definition.bundle = bundle
    if hasTracedConditions { trace(&definition) }
    if !declaration.dayChoices.isEmpty && chosenDays == nil {
      definition.expand = { [expand = definition.expand] frame, kind, list in
        if isSetUp(frame) { expand(frame, kind, &list) }
      }
    }
    // Other shapes are decided at the instants of their notifications.
    if declaration.shape.isOfInstant || declaration.shape == .place, hasTimeConditions {
      definition.renewal = { [renewal = definition.renewal] plan, kind, frame in
        PlanAgain.earlier(renewal?(plan, kind, frame), conditionChange(frame))
      }
    }
    return definition
  }

  /// Returns a definition that expands items one by one.
  func ofItems(_ checks: [Check], _ expandItem: @escaping KindDefinition.ItemExpansion) -> KindDefinition {
    var definition = KindDefinition(description, checks: checks) { frame, kind, list in
      for (index, item) in items(frame).enumerated() where matches(item, frame) {
        expandItem(item, index, frame, kind, &list)
      }
    }
    definition.expandItem = expandItem
    return definition
  }

  // MARK: Items

  func items(_ frame: AccountFrame) -> [Item] { declaration.item.map(frame.items) ?? [] }

  func item(of candidate: Candidate, _ frame: AccountFrame) -> Item { items(frame)[Int(candidate.item)] }

  /// Returns a notification's item and the parts of its identifier. If several items match, prefers one that currently
  /// uses that variant.
  func item(of notice: Notice, _ kind: KindPlan, _ frame: AccountFrame) -> (Item, IdentifierParts)? {
    guard let list = declaration.item else { return nil }
    let items = items(frame)
    let places = frame.places(list)
    var found: (Item, IdentifierParts)?
    for parts in notice.parts(kind) {
      guard let place = places[ItemID(parts.id)] else { continue }
      if parts.variant == weekdayVariant(of: items[place]) ?? parts.variant { return (items[place], parts) }
      found = found ?? (items[place], parts)
    }
    return found
  }

  /// Returns the variant of an item's identifiers; nil if the kind has no weekday variant.
  private func weekdayVariant(of item: Item) -> String? {
    guard let variant = declaration.weekdayVariant else { return nil }
    return if case .customDays? = item.schedule?.repetition { variant } else { "default" }
  }

  /// Returns the text that the duplicate check compares.
  func subject(of item: Item) -> String {
    guard description.subject == .title else { return "" }
    guard let title = declaration.fields?.title else { return item.id.text }
    return if case .text(let text) = value(title, of: item) { text } else { "" }
  }

  /// Returns the kind whose time and closed days apply; nil if the policy lacks it.
  func leader(_ kind: KindPlan, _ frame: AccountFrame) -> KindPlan? {
    guard let leader = declaration.leader else { return kind }
    return frame.kinds.first { $0.settings.kind == leader }
  }

  /// Returns how closed days affect an item's due dates; nil if they do not.
  func openDays(_ item: Item, _ kind: KindPlan, _ frame: AccountFrame) -> OpenDays? {
    leader(kind, frame)?.openDays(item.shift, frame)
  }

  // MARK: Values

  /// Returns the value of the field at a position in the item's declaration.
  func value(_ place: Int, of item: Item) -> FieldValue { declaration.fields!.value(place, of: item) }

  /// Returns the value of an item's field as texts and identifiers show it; `none` for other names.
  func value(_ name: String, of item: Item, _ frame: AccountFrame) -> FieldValue {
    if let value = rule.value?(name, item, frame) { return value }
    if name == "id" { return .text(item.id.text) }
    guard let place = declaration.fields?.place(name) else { return .none }
    let value = value(place, of: item).shown(frame)
    // Texts omit a distance of 0.
    guard case .decimal(let meters) = value, description.field(name)?.type == .distance else { return value }
    return meters > DecimalNumber(significand: 0) ? .distance(meters) : .none
  }

  /// Returns whether items have a field of that name, which overrides the shape's.
  func hasField(_ name: String) -> Bool { declaration.fields?.place(name) != nil }

  func number(_ bound: KindDeclaration.Bound?, of item: Item) -> DecimalNumber? {
    switch bound {
    case nil: nil
    case .number(let number)?: number
    case .field(let place)?: value(place, of: item).number
    }
  }

  /// Returns the form of an item's texts.
  func form(of item: Item, _ frame: AccountFrame) -> MessageForm {
    if let form = rule.form?(item, frame) { return form }
    guard let (field, words) = declaration.formWords else { return .plain }
    for word in value(field, of: item).raw.wordsOfName.reversed() {
      if let form = words.firstIndex(where: { $0.contains(word) }) { return description.forms[form] }
    }
    return .plain
  }

  /// Returns the rule's form for an item, else the reminder's.
  func form(of item: Item, _ reminder: Int, _ frame: AccountFrame) -> MessageForm {
    rule.form?(item, frame) ?? forms[reminder]
  }

  /// Returns whether an item meets the conditions and can have notifications.
  func passes(_ item: Item, _ frame: AccountFrame) -> Bool { isPlannable(item) && matches(item, frame) }

  /// Returns whether an item can have notifications.
  func isPlannable(_ item: Item) -> Bool { item.schedule != nil || !(declaration.fields?.needsDate ?? false) }

  func isInUse(_ item: Item, on date: LocalDate) -> Bool { declaration.fields?.isInUse(item, on: date) ?? true }

  // MARK: Times

  /// Returns the due times on a date, ascending: the item's, else the account's, else the policy's, else 09:00.
  func times(of item: Item, on date: LocalDate, _ frame: AccountFrame) -> [LocalTime] {
    hasItemTimes(item, frame) ? item.times.all.inOrder : times(on: date.weekday, frame)
  }

  /// Returns whether the item's own times apply. In a series they override the policy's. Other shapes use them only if
  /// policy and account have none.
  func hasItemTimes(_ item: Item, _ frame: AccountFrame) -> Bool {
    declaration.isAtOwnTimes || !item.times.isEmpty && (declaration.shape == .series || !hasTimes(frame))
  }

  /// Returns whether the policy or the account has times for the kind.
  func hasTimes(_ frame: AccountFrame) -> Bool {
    !declaration.times.isEmpty || !declaration.weekdayTimes.isEmpty || !declaration.slots.isEmpty
      || choice(frame)?.times != nil
  }

  func times(on day: Weekday, _ frame: AccountFrame) -> [LocalTime] {
    if let own = choice(frame)?.times { return own.inOrder }
    let hasChosen = declaration.slots.indices.contains { chosenTime($0, frame) != nil }
    if !hasChosen, let policy = declaration.weekdayTimes[day] { return policy.inOrder }
    if !declaration.slots.isEmpty { return declaration.slots.indices.map { slotTime($0, frame) }.inOrder }
    return declaration.times.isEmpty ? [ShapedKind.standardTime] : declaration.times.inOrder
  }

  /// Returns the account's own choice for a kind that its policy declares; nil if it has made none.
  private func choice(_ frame: AccountFrame) -> Preferences.Times? {
    description.isShipped ? nil : frame.account.value.preferences.times[description.kind]
  }

  /// Returns the times of the slots, chosen by the account or else by the policy, with the forms of their texts.
  func slots(_ frame: AccountFrame) -> [(time: LocalTime, form: MessageForm)] {
    declaration.slots.indices.map { (slotTime($0, frame), declaration.slots[$0].form) }
  }

  private func slotTime(_ place: Int, _ frame: AccountFrame) -> LocalTime {
    chosenTime(place, frame) ?? slotTimes[place]
  }

  /// Returns the first preference of a slot that the account has set; nil if it has set none.
  private func chosenTime(_ place: Int, _ frame: AccountFrame) -> LocalTime? {
    for preference in declaration.slots[place].preferences {
      if let time = preference.value(frame.account) { return time }
    }
    return nil
  }

  /// Returns every time on any of the weekdays, ascending.
  func times(on days: WeekdaySet, _ frame: AccountFrame) -> [LocalTime] {
    if declaration.weekdayTimes.isEmpty { return days.isEmpty ? [] : times(on: .monday, frame) }
    return Weekday.allCases.filter(days.contains).flatMap { times(on: $0, frame) }.inOrder
  }

  /// Returns every due time of an item on any day.
  func allTimes(of item: Item, _ frame: AccountFrame) -> [LocalTime] {
    if hasItemTimes(item, frame) { return item.times.all.inOrder }
    return times(on: .all, frame)
  }

  /// Returns whether an item has a date but no time, so that its one time comes from the policy or the account.
  func isUntimed(_ item: Item, _ times: [LocalTime]) -> Bool {
    if times.count != 1 || !item.times.isEmpty || description.isShipped && !declaration.slots.isEmpty { return false }
    guard let at = declaration.at else { return item.schedule != nil || declaration.isFromCompletion }
    return if case .date = value(at, of: item) { true } else { false }
  }

  /// Returns whether the weekdays are known, if accounts choose them: from the account or a default.
  func isSetUp(_ frame: AccountFrame) -> Bool {
    if declaration.dayChoices.isEmpty || chosenDays != nil || choice(frame)?.days != nil { return true }
    return declaration.dayChoices.contains { $0.isSet(frame.account) }
  }

  /// Returns the weekdays on which the kind goes out.
  func days(_ frame: AccountFrame) -> WeekdaySet {
    if let own = choice(frame)?.days { return own }
    if declaration.dayChoices.isEmpty { return declaration.days }
    for choice in declaration.dayChoices {
      if let days = choice.value(frame.account) { return days }
    }
    return chosenDays ?? declaration.days
  }

  /// Returns the preference from which ``days(_:)`` comes; nil if the policy or the item has them.
  func daysPreference(_ frame: AccountFrame) -> String? {
    if choice(frame)?.days != nil { return "preferences.\(description.kind).days" }
    return declaration.dayChoices.first { $0.value(frame.account) != nil }.map { "preferences.\($0.path)" }
  }

  private static var standardTime: LocalTime { LocalTime(hour: 9, minute: 0)! }

  // MARK: Checks

  /// Returns whether a candidate's item meets a condition, without copying the item.
  @inline(__always)
  func isTrue(of candidate: Candidate, _ frame: AccountFrame, _ condition: (borrowing Item) -> Bool) -> Bool {
    items(frame).withSpan { condition($0[Int(candidate.item)]) }
  }

  /// Returns whether any item matches. If none does, a check is skipped: most accounts have no archived, done or
  /// snoozed items.
  @inline(__always)
  func hasAny(_ frame: AccountFrame, _ matches: (Item) -> Bool) -> Bool {
    let items = ContiguousArray(items(frame))
    let span = items.span
    for index in span.indices where matches(span[index]) { return true }
    return false
  }

  /// Returns the rule's checks, else the shape's checks that items of the kind can fail.
  func checks(_ ofShape: Check?...) -> [Check] { rule.checks ?? ofShape.compactMap(\.self) }

  private func has(_ field: StandardField) -> Bool { declaration.fields?.has(.standard(field)) ?? false }

  /// Drops archived items.
  var inactive: Check? {
    if !has(.archived) { return nil }
    return Check(
      .inactive, .candidate { isTrue(of: $0, $1.frame) { $0.isArchived } },
      applies: { _, frame in hasAny(frame) { $0.isArchived } }
    ) { explainer in
      let item = item(of: explainer.candidate, explainer.frame)
      return [.init(.archived, is: "\(item.isArchived)", item.location)]
    }
  }

  /// Drops items that are done for good.
  var completed: Check? {
    if !has(.completed) { return nil }
    return Check(
      .completed, .candidate { isTrue(of: $0, $1.frame) { $0.isCompleted } },
      applies: { _, frame in hasAny(frame) { $0.isCompleted } }
    ) { explainer in [completedFact(item(of: explainer.candidate, explainer.frame))].compactMap(\.self) }
  }

  /// Returns the fact, or nil if items of the kind are never done for good.
  func completedFact(_ item: Item) -> Explanation.Fact? {
    has(.completed) ? .init(.completed, is: "\(item.isCompleted)", item.location) : nil
  }

  /// Whether single dates of its items can be done.
  var hasCompletions: Bool { has(.completions) || declaration.fields?.has(.completedOn) ?? false }

  /// Returns whether a date is done, named after the field that records it.
  func completionFact(_ due: Explanation.Fact.Part, _ isDone: Bool, _ item: Item) -> Explanation.Fact {
    let name = declaration.fields?.completionsName ?? "completions"
    return .init(
      name.last == "s" ? .completionsHave : .completionHas, of: [.plain(name), due], is: "\(isDone)", item.location)
  }

  /// Whether the item of a delivered notification was done on the local day of its delivery.
  var followUp: @Sendable (DeliveredNotification, KindPlan, AccountFrame) -> Bool? {
    // An item may have been done for good on any day, so only dates count.
    let isByDates = declaration.fields?.has(.completedOn) ?? false
    return { delivered, kind, frame in
      item(of: delivered.notice, kind, frame).map { item, _ in
        isByDates ? item.completedOn.contains(delivered.day) : item.isDone(on: delivered.day)
      }
    }
  }
}

extension String {
  /// The lower-case words of a name: `run`, `Indoor Cycling`, `trail-running`, `openWaterSwimming`.
  fileprivate var wordsOfName: [String] {
    var words = [""]
    var isInWord = false
    for letter in self {
      if !letter.isLetter || isInWord && letter.isUppercase { words.append("") }
      if letter.isLetter { words[words.count - 1] += letter.lowercased() }
      isInWord = letter.isLowercase
    }
    return words
  }
}

extension [LocalTime] {
  /// The distinct times, ascending.
  var inOrder: [LocalTime] {
    if count < 2 { return self }
    let sorted = sorted()
    return sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
  }
}

extension FieldValue {
  /// Converts instants to the account's local time.
  func shown(_ frame: AccountFrame) -> FieldValue {
    switch self {
    case .instant(let instant): .dateTime(frame.timeline.local(at: instant))
    case .list(let values): .list(values.map { $0.shown(frame) })
    default: self
    }
  }

  /// Returns the date, or the local date of the instant; nil for other values.
  func date(_ frame: AccountFrame) -> LocalDate? {
    switch self {
    case .date(let date): date
    case .instant(let instant): frame.date(at: instant)
    default: nil
    }
  }
}
