import CivilTime
import Formats
import PlanModel

extension Schema {
  /// The items of a kind that a policy declares.
  ///
  /// - Parameter list: Its place in ``PlanModel/Policy/items``.
  static func declared(_ item: ItemDeclaration, at list: Int, _ names: inout FieldNames) -> ItemSchema {
    let place = place(&names)
    let standard = StandardField.allCases.map { field in
      Field.standard(field, list, place, item.required.contains(field) ? .required : .optional, item.meanings[field])
    }
    let fields = item.fields.enumerated().map { Field.declared($1, at: $0, list, currency: item.currency) }
    let currencies = item.fields.indices.filter { item.fields[$0].type == .money }
    return ItemSchema(
      item.kind, &names,
      begin: { items, id, location, expected in
        while items.declared.count <= list { items.declared.append([]) }
        return items.declared[list].begin(
          DeclaredItem(id: id, fieldCount: item.fields.count, location: location), expected)
      },
      edit: { items, edit in
        if list < items.declared.count { items.declared[list].apply(edit) }
      },
      fields + standard, isDeclared: true,
      finish: { resolver, _ in
        let schedule = resolver.schedule()
        let at = resolver.draft.at
        resolver.draft.items.declared[list][at].schedule = schedule
        resolver.draft.items.declared[list][at].updatedAt = resolver.draft.updatedAt
        guard let currency = item.currency,
          case .text(let code) = resolver.draft.items.declared[list][at].values[currency]
        else { return }
        for field in currencies {
          guard case .money(let money) = resolver.draft.items.declared[list][at].values[field] else { continue }
          resolver.draft.items.declared[list][at].values[field] = .money(Money(money.amount, code))
        }
      })
  }
}

extension Field {
  fileprivate typealias StoreItem<Value> = @Sendable (inout DeclaredItem, consuming Value) -> Void

  /// One of the fields that all declared items have.
  fileprivate static func standard(
    _ field: StandardField, _ list: Int, _ place: ObjectSchema, _ need: Need, _ meaning: String?
  ) -> Field {
    func says(_ standard: String) -> String { meaning ?? standard }
    let name = field.rawValue
    switch field {
    case .date: return .start(name, says("First date"), need)
    case .time:
      return .time(name, says("When it is due on each date"), need) { $0.items.declared[list][$0.at].times = [$1] }
    case .times:
      return Field(name, .list(of: .time(hours: nil), least: 0), says("When it is due on each date"), need) {
        if let times = $0.times($1) { $0.draft.items.declared[list][$0.draft.at].times = times }
      }
    case .days:
      return .weekdays(name, says("Days of the week; defaults to every day"), need) {
        $0.items.declared[list][$0.at].days = $1
      }
    case .repeat, .rrule, .exdates, .weekdays, .until:
      return Field.repeating.first { $0.description.name == name }!.with(need, says)
    case .shift: return Field.shift { $0.items.declared[list][$0.at].shift = $1 }.with(need, says)
    case .completed: return .bool(name, says("Done for good")) { $0.items.declared[list][$0.at].isCompleted = $1 }
    case .completions:
      return Field(
        name, .list(of: .dateOrTime, least: 0),
        says("Dates on which it was done, or the dates and times it was due at"),
        need
      ) {
        guard let (days, times) = $0.datesAndTimes($1) else { return }
        $0.draft.items.declared[list][$0.draft.at].completedOn = days
        $0.draft.items.declared[list][$0.draft.at].completedAt = times
      }
    case .snoozedUntil:
      return .instant(name, in: PlannableTime.instants, says("Nothing of it goes out before"), need) {
        $0.items.declared[list][$0.at].snoozedUntil = $1
      }
    case .archived: return .bool(name, says("No longer in use")) { $0.items.declared[list][$0.at].isArchived = $1 }
    case .location:
      return .object(name, place, says("Place trigger")) { $0.items.declared[list][$0.at].place = $0.place }
    }
  }

  /// A field that the policy has for this kind of item.
  fileprivate static func declared(_ field: DeclaredField, at place: Int, _ list: Int, currency: Int?) -> Field {
    let need: Need = field.isRequired ? .required : .optional
    return Field(field.name, ValueType(field.type, field.range), field.meaning, need) { resolver, index in
      if let value = resolver.value(index, field.type, field.range) {
        resolver.draft.items.declared[list][resolver.draft.at].values[place] = value
      }
    }
  }

  /// The same field with another need and meaning.
  fileprivate func with(_ need: Need, _ says: (String) -> String) -> Field {
    Field(description.name, description.type, says(description.meaning), need, read)
  }
}

extension ValueType {
  fileprivate init(_ type: DeclaredType, _ range: ClosedRange<DecimalNumber>?) {
    switch type {
    case .text: self = .text
    case .number, .integer, .duration: self = .number(range)
    case .money: self = .amount
    case .date: self = .date
    case .time: self = .time(hours: nil)
    case .instant: self = .instant
    case .bool: self = .bool
    case .rule: self = .rule
    case .list(let element): self = .list(of: ValueType(element, nil), least: 0)
    }
  }
}

extension RecordResolver {
  /// A value of a type that a policy names.
  fileprivate mutating func value(_ index: Int, _ type: DeclaredType, _ range: ClosedRange<DecimalNumber>?)
    -> FieldValue?
  {
    switch type {
    case .text: return text(index).map { .text($0) }
    case .number: return number(index, in: range).map { .decimal($0) }
    case .integer, .duration:
      guard let number = number(index, in: range) else { return nil }
      guard let whole = number.whole else {
        refuse(index, expected: type == .duration ? "a whole number of seconds" : "a whole number")
        return nil
      }
      return type == .duration ? .duration(Int64(whole)) : .integer(whole)
    case .money:
      guard let amount = decimal(index, as: .amount) else { return nil }
      if let range, !range.contains(amount) {
        refuse(index, expected: "an amount from \(range.lowerBound) to \(range.upperBound)")
        return nil
      }
      return .money(Money(amount, nil))
    case .date: return date(index, in: PlannableTime.dates).map { .date($0) }
    case .time: return time(index).map { .time($0) }
    case .instant: return instant(index, in: PlannableTime.instants).map { .instant($0) }
    case .bool: return bool(index).map { .flag($0) }
    case .rule: return rule(index).map { .text($0) }
    case .list(let element):
      return list(index, ValueType(element, nil)) { $0.value($1, element, nil) }.map { .list($0) }
    }
  }

  private mutating func number(_ index: Int, in range: ClosedRange<DecimalNumber>?) -> DecimalNumber? {
    guard let number = decimal(index, as: .quantity) else { return nil }
    guard let range, !range.contains(number) else { return number }
    refuse(index, expected: ValueType.number(range).words)
    return nil
  }

  /// The text of a rule that is sound.
  private mutating func rule(_ index: Int) -> String? {
    guard let text = text(index) else { return nil }
    let errors = errorCount
    _ = recurrence(index, start: PlannableTime.dates.lowerBound)
    return errors == errorCount ? text : nil
  }

  /// Dates, and dates with times.
  fileprivate mutating func datesAndTimes(_ index: Int) -> (DateSet, Set<LocalDateTime>)? {
    list(index, .dateOrTime) { resolver, index in resolver.dateOrTime(index) }.map { entries in
      (
        DateSet(entries.compactMap { $0.time == nil ? $0.date : nil }),
        Set(entries.compactMap { entry in entry.time.map { entry.date.at($0) } })
      )
    }
  }

  private mutating func dateOrTime(_ index: Int) -> (date: LocalDate, time: LocalTime?)? {
    if record.values[index].type.isText {
      let text = record.string(index)
      if let date = LocalDate(iso8601: text.utf8.prefix(10)) {
        let rest = text.utf8.dropFirst(10)
        if rest.isEmpty { return (date, nil) }
        if rest.first == UInt8(ascii: "T"), let time = LocalTime(iso8601: rest.dropFirst()) { return (date, time) }
      }
    }
    refuse(index, expected: ValueType.dateOrTime.words, isOfType: record.values[index].type.isText)
    return nil
  }
}

extension Schema {
  /// When a kind that a policy declares is due.
  static func times(_ kind: Kind, _ names: inout FieldNames) -> ObjectSchema {
    ObjectSchema(
      kind.name, &names, start: { $0.times = Preferences.Times() },
      [
        .times("times", "Times of the day") { $0.times?.times = $1 },
        .time("time", "The one time of the day") { $0.times?.times = [$1] },
        .weekdays("days", least: 1, "Days of the week; defaults to the policy's") { $0.times?.days = $1 },
      ], typeName: "\(kind.name)Times")
  }
}
