import CivilTime
import Formats
import PlanModel

extension ValueType {
  init(_ field: ItemField) {
    self =
      switch field.format {
      case .byType: ValueType(field.type, field.range)
      case .count(let range): .count(range)
      case .quantity: .quantity
      case .choice(let words): .choice(words)
      }
  }

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
  /// Returns a reader of a field's value.
  static func reader(_ field: ItemField) -> @Sendable (inout RecordResolver, Int) -> FieldValue? {
    let (type, range) = (field.type, field.range)
    switch field.format {
    case .byType: return { $0.value($1, type, range) }
    case .count(let range):
      return { resolver, index in
        resolver.count(index, in: range).map { type == .duration ? .duration(Int64($0)) : .integer($0) }
      }
    case .quantity:
      return { resolver, index in
        resolver.quantity(index).map { type == .duration ? .duration($0.truncated.significand.clamped) : .decimal($0) }
      }
    case .choice(let texts):
      let words = WordList(texts)
      return { resolver, index in resolver.choice(index, words).map { .text(texts[$0]) } }
    }
  }

  private mutating func value(_ index: Int, _ type: DeclaredType, _ range: ClosedRange<DecimalNumber>?)
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

  /// Reads the text of a valid rule.
  private mutating func rule(_ index: Int) -> String? {
    guard let text = text(index) else { return nil }
    let errors = errorCount
    _ = recurrence(index, start: PlannableTime.dates.lowerBound)
    return errors == errorCount ? text : nil
  }

  /// Reads the offsets of an item's reminders, each once.
  mutating func reminders(_ index: Int) -> [ReminderOffset]? {
    var names: Set<String> = []
    return list(index, .reminder) { resolver, index in
      guard let text = resolver.text(index) else { return nil }
      guard let reminder = ReminderOffset(text, withAt: true) else {
        resolver.refuse(index, expected: ReminderOffset.words)
        return nil
      }
      if names.insert(reminder.name).inserted { return reminder }
      resolver.refuse(index, expected: "each reminder once")
      return nil
    }
  }

  /// Reads a list of dates, some with times.
  mutating func datesAndTimes(_ index: Int) -> (DateSet, Set<LocalDateTime>)? {
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
