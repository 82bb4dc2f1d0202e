import CivilTime
import PlanModel
import TOML

/// Reads a table `[kinds.<kind>]` that declares a kind and how it generates candidates.
struct KindDeclarationReader {
  private let name: String
  let table: TOMLFields
  /// The policy's items, in its order.
  private let items: [ItemDeclaration]
  /// The declared fields of the policy's accounts.
  let accountFields: [ItemField]

  /// Reads the declaration of a kind; nil if it names no shape.
  static func read(_ name: String, _ table: TOMLFields, of policy: Policy) -> KindDescription? {
    KindDeclarationReader(name: name, table: table, items: policy.items, accountFields: policy.accountFields)
      .description()
  }

  private func description() -> KindDescription? {
    guard ItemDeclarationReader.isName(name) else {
      table.fault(
        "shape", found: "found \(name.quotedForDiagnostic)", expected: ItemDeclarationReader.words(insteadOf: name))
      return nil
    }
    guard let shape = table.choice("shape", KindDeclaration.Shape.self) else { return nil }
    let item = item()
    let needsItem = shape != .series && shape != .digest
    if needsItem, item == nil {
      table.require("item", itemNames.oneOf)
      return nil
    }
    let fields = item?.fields
    var kind = KindDeclaration(shape, item: item?.list, fields)
    kind.conditions = conditions(fields)
    if shape == .series || shape == .untilDone {
      kind.bundle = table.parsed("bundle", expected: "a duration of at most a day such as \"1h\"") { .init($0) }
      for key in ["titleBundled", "bodyBundled"] {
        table.note(key)
        if table.has(key), !table.has("bundle") {
          table.fault(key, .key, found: "\(key) without bundle", expected: "bundle = \"1h\" with it")
        }
      }
    }
    switch shape {
    case .series:
      readTimes(&kind)
      readReminders(&kind)
      if let elapsed = elapsed(fields) {
        kind.elapsed = elapsed
        kind.isFromCompletion = elapsed.start == nil && table.string("from") == From.completion.rawValue
      } else {
        kind.every = interval(fields, requiredBy: "from", orElapsed: fields != nil)
        kind.isFromCompletion = table.choice("from", From.self) == .completion
      }
      kind.quota = quota(fields)
      kind.cycle = cycle(fields)
      refuseMixtures(kind)
      if fields != nil {
        kind.at = field("at", fields, "a date or an instant") { $0 == .date || $0 == .instant }
        readWeekdayVariant(&kind)
      }
    case .untilDone:
      readTimes(&kind)
      if table.isList("for") {
        kind.dayList = table.dayList("for")
        kind.dayCount = kind.dayList?.last ?? 7
      } else {
        kind.dayCount = table.count("for") ?? 7
      }
      kind.every = interval(fields)
      kind.isFromCompletion = table.choice("from", From.self) == .completion
      kind.at = field("at", fields, "a date") { $0 == .date }
    case .event:
      kind.at = field("at", fields, "an instant") { $0 == .instant }
      table.require("at", "the item's instant, such as \"{endedAt}\"")
      readSharedKeys(&kind)
    case .threshold:
      kind.number = field("of", fields, "a number") { $0.isNumeric }
      table.require("of", "the watched number, such as \"{left}\"")
      kind.below = bound("below", fields)
      kind.above = bound("above", fields)
      if kind.below == nil, kind.above == nil, !table.has("below"), !table.has("above") {
        table.fault("below", found: "no bound", expected: "below or above, such as below = 5")
      }
      kind.since = field("since", fields, "a date or an instant") { $0 == .date || $0 == .instant }
      kind.at = field("at", fields, "an instant") { $0 == .instant }
      readSharedKeys(&kind)
      readTimes(&kind)
    case .digest:
      kind.counted = table.choice("counts", KindDeclaration.Counted.self) ?? .items
      if kind.counted == .heldBack { break }
      readTimes(&kind)
      kind.dayCount = table.integer("ahead", in: 1...366)
    case .place: break
    case .streak:
      kind.number = field("of", fields, "a whole number") { $0 == .integer }
      table.require("of", "the count, such as \"{streak}\"")
      kind.milestones = table.integers("milestones", in: 1...10_000_000) ?? KindDeclaration.standardMilestones
    }
    return description(of: kind)
  }

  /// Reads the identifier's weekday variant. A device repeats each weekday at one time, so other reminders are not allowed.
  private func readWeekdayVariant(_ kind: inout KindDeclaration) {
    guard table.has(KindDeclarationReader.weekdays, in: "identifier") else { return }
    kind.weekdayVariant = KindDeclarationReader.weekdays
    if kind.reminders == [.due], kind.every == nil, kind.elapsed == nil, kind.at == nil, kind.weekdayTimes.isEmpty {
      return
    }
    table.fault(
      "identifier", found: "a variant for customDays with remind, followUps, every, at or weekday",
      expected: "customDays without them: each weekday is a separate trigger")
  }

  enum From: String, CaseIterable { case schedule, completion }

  /// The variant of an identifier for items that recur on listed weekdays.
  private static let weekdays = "customDays"

  // MARK: Description

  private func description(of kind: KindDeclaration) -> KindDescription {
    let item = kind.fields
    let parts = kind.reminders.map(\.form).distinct + (kind.shape == .series && item != nil ? ["snoozed"] : [])
    let bundled = kind.bundle == nil ? [] : ["bundled"]
    var names = item == nil || kind.shape == .digest ? [] : ["id"]
    var needed = names
    var variants: KeyValuePairs<String, [String]> = [:]
    var own: [TextField] = []
    var forms: [MessageForm] = []
    switch kind.shape {
    case .series:
      names += ["date", "time", "part"]
      if kind.reminders.count > 1 { needed.append("part") }
      let maximum = ([kind.times] + kind.weekdayTimes.values).map(\.count).max() ?? 0
      if maximum > 1 || kind.elapsed != nil { needed.append("time") }
      own = [
        .value("date", .date), .value("time", .time), .value("dueDate", .date), .value("shiftedDate", .date),
        .value("when", .when),
      ]
      forms = MessageForm.list(parts + bundled, fallback: .plain)
      if let variant = kind.weekdayVariant {
        names.append("weekday")
        variants = [variant: needed + ["weekday"]]
      }
    case .untilDone:
      names += ["date", "time"]
      own = [
        .value("date", .date), .value("time", .time), .value("dueDate", .date), .value("shiftedDate", .date),
        .number("overdueDays", 5),
      ]
      forms = MessageForm.list(bundled, fallback: .plain)
    case .digest where kind.counted == .heldBack:
      names.append("time")
      needed.append("time")
      own = KindDeclarationReader.fieldsOfSeveral
    case .digest: own = [.number("count", 5), .value("names", .list, isOptional: true)]
    case .streak:
      names.append("count")
      needed.append("count")
      own = [.number("count", 100)]
    case .event: own = [.value("at", .dateTime), .value("shiftedDate", .date)]
    case .threshold: own = [.value("limit", .number)]
    case .place:
      names.append("trigger")
      own = [.text("place", "City library", isOptional: true)]
      forms = MessageForm.list("entry", "exit")
    }
    if kind.bundle != nil { own += KindDeclarationReader.fieldsOfSeveral }
    let fields = (item?.fields ?? []).map(TextField.init(declared:))
    return KindDescription(
      name, nil, kind,
      subject: item == nil
        ? .none
        : kind.shape != .series || item?.title == nil && !kind.reminders.contains { $0.isNag }
          ? .notification : .words,
      identifier: IdentifierRule(
        names + fields.map(\.name).filter { !names.contains($0) }, needed: needed, variants: variants),
      // A digest is about several items.
      fields: kind.shape == .digest
        ? own : fields + own.filter { field in !fields.contains { $0.name == field.name } }, forms: forms,
      formBody: forms.first { $0.name == bundled.first }.map { ("bodyBundled", $0) }, settings: settings(kind.shape),
      preferences: [name] + kind.preferences, hasBadge: table.bool("badge") ?? true)
  }

  /// The fields of texts about several items.
  private static let fieldsOfSeveral: [TextField] = [
    .number("count", 5), .value("titles", .list), .number("more", 12, isOptional: true),
  ]

  // MARK: Keys

  /// Returns the item that the kind is about. The policy's own items take precedence over shipped ones.
  private func item() -> (list: ItemList, fields: ItemDeclaration)? {
    guard let word = table.string("item") else { return nil }
    if let place = items.firstIndex(where: { $0.kind.name == word }) {
      return (ItemList(declared: place), items[place])
    }
    if let fields = ShippedItems.declarations.first(where: { $0.kind.name == word }) {
      return (ItemList(shipped: fields.kind), fields)
    }
    table.fault(
      "item", found: "found \(word.quotedForDiagnostic), which has no table",
      expected: word.suggestion(among: itemNames) ?? "a table [items.\(word.asTOMLKey)]")
    return nil
  }

  private var itemNames: [String] { items.map(\.kind.name) + ShippedItems.declarations.map(\.kind.name) }

  private func readTimes(_ kind: inout KindDeclaration) {
    let (slots, time) = choices("time", among: Preference<LocalTime>.all, "\"HH:MM\"") { LocalTime(iso8601: $0.utf8) }
    if !slots.isEmpty {
      kind.slots = [.init(slots, else: time.first)]
    } else {
      kind.times =
        (kind.shape == .series && table.isTable("times") ? nil : table.times("times"))
        ?? (table.isList("time") ? time : table.time("time").map { [$0] } ?? [])
    }
    if !settings(kind.shape).contains(.closedDays) {
      let (choices, days) = choices(
        "days", among: Preference<WeekdaySet>.all, Weekday.allCases.map(\.code).joined(separator: " ")
      ) { word in
        Weekday.allCases.first { $0.code == word }
      }
      let own = days.reduce(into: WeekdaySet()) { $0.insert($1) }
      kind.dayChoices = choices
      if choices.isEmpty {
        kind.days = table.has("days") ? own : .all
      } else if !days.isEmpty {
        kind.dayChoiceStandard = own
      }
    }
    guard let weekdays = table.table("weekday") else { return }
    for day in Weekday.allCases {
      if let times = weekdays.times(day.code) { kind.weekdayTimes[day] = times }
    }
  }

  /// Reads a list that begins with preferences of the account, such as `preferences.bedtime.days`, followed by values.
  ///
  /// - Parameter words: A description of the values.
  private func choices<Value, Element>(
    _ key: String, among known: [Preference<Value>], _ words: String, _ parse: @escaping (String) -> Element?
  ) -> (preferences: [Preference<Value>], values: [Element]) {
    guard table.isList(key) else { return ([], []) }
    let paths = known.map { "preferences.\($0.path)" }
    var preferences: [Preference<Value>] = []
    let unknown = table.entry(key)?.children.compactMap(\.string).first { !paths.contains($0) && parse($0) == nil }
    let isPath = unknown?.hasPrefix("preferences.") ?? false
    let expected =
      isPath
      ? unknown?.suggestion(among: paths) ?? "one of \(paths.joined(separator: " "))"
      : unknown.flatMap(Weekday.init(word:)).map { "\"\($0.code)\"" }
        ?? "\(words), after any of \(paths.joined(separator: " "))"
    let values = table.list(key, expected: expected) { text -> Element?? in
      guard let place = paths.firstIndex(of: text) else { return parse(text).map { .some($0) } }
      preferences.append(known[place])
      return .some(nil)
    }
    return (preferences, (values ?? []).compactMap(\.self))
  }

  /// Reads the keys that events and thresholds share.
  private func readSharedKeys(_ kind: inout KindDeclaration) {
    kind.toldFor = table.parsed("toldFor", expected: durationWords, KindDeclarationReader.seconds) ?? kind.toldFor
    kind.isSilentWhileActive = table.bool("unlessActive") ?? false
  }

  /// Returns the settings of a shape. Due dates can move if `days` names closed days, such as `weekends`; a list has weekdays.
  private func settings(_ shape: KindDeclaration.Shape) -> [KindSetting] {
    switch shape {
    case .event: [.shift, .closedDays]
    case .series, .untilDone: table.isText("days") ? [.shift, .closedDays] : [.shift]
    case .place: [.once]
    case .threshold, .digest, .streak: []
    }
  }

  private func readReminders(_ kind: inout KindDeclaration) {
    let forms = "\"0\", \"-2h\", \"+30m\", \"-1d\" or \"-1d 18:00\", at most \(ReminderOffset.maximumDays) days away"
    let texts = table.entry("remind")?.children.compactMap(\.string) ?? []
    let expected = texts.first { ReminderOffset($0) == nil }.flatMap(KindDeclarationReader.offset) ?? forms
    table.note("remind")
    if table.has("remind") {
      kind.reminders = table.list("remind", expected: expected) { ReminderOffset($0) } ?? []
    }
    kind.reminders += followUps()
    var seen: Set<String> = []
    for reminder in kind.reminders where !seen.insert(reminder.name).inserted {
      table.fault(
        table.has("remind") ? "remind" : "followUps", found: "two reminders \(reminder.name)", expected: "each once")
    }
    if kind.reminders.isEmpty {
      if table.isList("remind"), texts.isEmpty {
        table.fault("remind", found: "no reminder", expected: "at least one, such as \"0\"")
      }
      kind.reminders = [.due]
    }
  }

  /// Returns the count and unit of a text such as `3 days` or `14 d`.
  private static func counted(_ text: String, _ units: [String]) -> (count: Int, unit: Character)? {
    let words = text.split(separator: " ")
    guard words.count == 2, let count = Int(words[0]), let unit = words[1].first,
      units.contains(where: { $0.hasPrefix(words[1]) })
    else { return nil }
    return (count, unit)
  }

  /// Suggests the syntax for a reminder written as `3 days` or `3d`: `"-3d", or "+3d" after it`.
  private static func offset(_ text: String) -> String? {
    let spoken = counted(text, ["minutes", "hours", "days", "weeks"]).map { "\($0.count)\($0.unit)" }
    let length = spoken ?? text
    return ReminderOffset("-" + length) == nil ? nil : "\"-\(length)\", or \"+\(length)\" after it"
  }

  /// Suggests the syntax for an interval without a unit, or with one in words: 14, `14` or `14 days`.
  private static func unit(of value: TOMLValue) -> String? {
    if let (count, unit) = value.string.flatMap({ counted($0, ["days", "weeks", "months"]) }) {
      return "\"\(count)\(unit)\""
    }
    guard let count = value.integer ?? value.string.flatMap({ Int($0) }) else { return nil }
    return "a unit in quotes: \"\(count)d\", \"\(count)w\" or \"\(count)m\" (months)"
  }

  /// - Parameter key: A key that requires an interval.
  private func interval(
    _ fields: ItemDeclaration?, requiredBy key: String? = nil, orElapsed: Bool = false
  ) -> KindDeclaration.Interval? {
    table.note("every")
    guard table.has("every") else {
      if let key, table.has(key) {
        table.fault(key, .key, found: "\(key) without every", expected: "every = \"10d\" with it")
      }
      return nil
    }
    if let entry = table.entry("every"), let expected = KindDeclarationReader.unit(of: entry) {
      table.fault("every", found: "found \(entry.words)", expected: expected)
      return nil
    }
    if table.string("every")?.hasPrefix("{") == true {
      return field("every", fields, "a whole number of days", { $0 == .integer }).map { .field($0) }
    }
    let days = "\"3d\", \"2w\" or \"1m\" (months)"
    let interval: KindDeclaration.Interval? = table.parsed(
      "every",
      expected: days + (orElapsed ? ", \"8h\" or \"90min\" of elapsed time" : "")
        + ", or a field of the item such as \"{interval}\""
    ) { text in
      guard let unit = text.last, let count = Int(text.dropLast()), (1...3660).contains(count) else { return nil }
      switch unit {
      case "d": return .days(count)
      case "w": return .days(7 * count)
      case "m": return .months(count)
      default: return nil
      }
    }
    if case .months(let count)? = interval, count > 24 {
      table.fault(
        "every", found: "\"\(count)m\" is \(count) months", expected: "\"\(count)min\" for minutes", as: .warning)
    }
    return interval
  }

  private var durationWords: String { "a duration such as \"36h\" or \"2d\"" }

  private static func seconds(_ text: String) -> Int64? { Gates.age(text) }
}

extension [String] {
  /// The elements without duplicates, in order.
  fileprivate var distinct: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension TextField {
  /// Creates the text field of a declared field, with an example of its type.
  fileprivate init(declared field: ItemField) {
    self =
      switch field.type.textType {
      case .text: .text(field.name, "Water the plants", isOptional: !field.isRequired)
      case .number: .number(field.name, 12, isOptional: !field.isRequired)
      case .amount: .amount(field.name, currency: "EUR", isOptional: !field.isRequired)
      default: .value(field.name, field.type.textType, isOptional: !field.isRequired)
      }
  }
}
