internal import CivilTime
internal import Diagnostics
internal import PlanModel

/// An item that does not fit its kind and is therefore not planned.
public struct UnfitItem: Error, Hashable, Codable, Sendable {
  /// The item's ``Item/kind``.
  public let kind: String
  /// The item's ``Item/id``.
  public let id: String
  /// The field that is wrong; nil if the kind is.
  public let field: String?
  /// The field's value; nil if it is missing.
  public let found: String?
  /// A description of valid values.
  public let expected: String

  fileprivate init(_ item: Item, _ field: String?, found: String?, expected: String) {
    (kind, id, self.field, self.found, self.expected) = (item.kind, item.id, field, found, expected)
  }
}

extension UnfitItem: CustomStringConvertible {
  /// `item plant fern: field interval: found 91; expected a whole number from 1 to 90`.
  public var description: String {
    "item \(kind) \(id): \(field.map { "field \($0): " } ?? "")\(found.map { "found \($0)" } ?? "missing"); expected \(expected)"
  }
}

extension Item {
  /// Adds the item to the list of its kind.
  ///
  /// - Throws: If the item does not fit the kind's declaration.
  func add(to items: inout Items, _ policy: PlanModel.Policy) throws(UnfitItem) {
    let (list, declaration) = try list(in: policy)
    var item = PlanModel.Item(ItemID(id), declaration, .inCode)
    (item.schedule, item.times, item.days) = (schedule?.model, DueTimes(times), weekdays)
    (item.completedOn, item.isCompleted, item.isArchived) = (DateSet(completedOn), isCompleted, isArchived)
    if !completedAt.isEmpty { item.completedAt = completedAt }
    if let completedThrough { item.doneThrough = completedThrough }
    if let snoozedUntil { item.snoozedUntil = snoozedUntil }
    if let place { item.place = place.model }
    item.shift = shift.flatMap { DayShift(rawValue: $0.rawValue) }
    let samples = samples.sorted { $0.at < $1.at }
    if !samples.isEmpty { item.samples = samples.map { PlanModel.StepSample(at: $0.at, steps: $0.steps) } }
    var known = 0
    for (place, field) in declaration.fields.enumerated() {
      if field.role == .lastSample {
        declaration.set(place, of: &item, to: samples.last.map { .integer($0.steps) } ?? .none)
        continue
      }
      guard let value = fields[field.name] else {
        guard field.isRequired, case .none = declaration.value(place, of: item) else { continue }
        throw UnfitItem(self, field.name, found: nil, expected: field.expected)
      }
      known += 1
      guard let model = value.model(field) else {
        throw UnfitItem(self, field.name, found: value.diagnosticText, expected: field.expected)
      }
      declaration.set(place, of: &item, to: model)
    }
    if known < fields.count {
      let names = declaration.fields.map(\.name)
      let unknown = fields.keys.filter { !names.contains($0) }.min()!
      throw UnfitItem(
        self, unknown, found: fields[unknown]!.diagnosticText, expected: "one of \(names.joined(separator: ", "))")
    }
    declaration.settleCurrency(of: &item)
    items[list].append(item)
  }

  private func list(in policy: PlanModel.Policy) throws(UnfitItem) -> (ItemList, ItemDeclaration) {
    if let number = policy.items.firstIndex(where: { $0.kind.name == kind }) {
      return (ItemList(declared: number), policy.items[number])
    }
    if let shipped = ShippedItems.declarations.first(where: { $0.kind.name == kind }) {
      return (ItemList(shipped: shipped.kind), shipped)
    }
    let kinds = (policy.items + ShippedItems.declarations).map(\.kind.name).joined(separator: ", ")
    throw UnfitItem(self, nil, found: "kind \(kind.quotedForDiagnostic)", expected: "one of \(kinds)")
  }
}

extension Value {
  /// The value as diagnostics show it.
  fileprivate var diagnosticText: String {
    if case .text(let text) = self { text.quotedForDiagnostic } else { description }
  }

  /// Returns the value of an item's field; nil if the value does not fit the field.
  fileprivate func model(_ field: ItemField) -> FieldValue? {
    let value = model(field.type)
    switch (field.format, value) {
    case (.count(let range), .integer(let number)?): if !range.contains(number) { return nil }
    case (.count(let range), .duration(let seconds)?): if !range.contains(Int(clamping: seconds)) { return nil }
    case (.choice(let words), .text(let text)?): if !words.contains(text) { return nil }
    case (.quantity, let value?): if let number = value.number, number < DecimalNumber(0) { return nil }
    default: break
    }
    if let range = field.range, let number = value?.number, !range.contains(number) { return nil }
    return value
  }

  private func model(_ type: DeclaredType) -> FieldValue? {
    switch (type, self) {
    case (.text, .text(let text)): return .text(text)
    case (.rule, .text(let text)):
      return (try? RecurrenceRule(parsing: Array(text.utf8))).map { _ in .text(text) }
    case (.number, .decimal(let digits)): return DecimalNumber(digits).map { .decimal($0) }
    case (.number, .number(let number)): return .decimal(DecimalNumber(number))
    case (.integer, .number(let number)): return .integer(number)
    case (.duration, .seconds(let seconds)): return .duration(seconds)
    case (.money, .money(let sums)):
      guard sums.count == 1 else { return nil }
      return .money(Money(sums[0].number, sums[0].currency))
    case (.date, .date(let date)): return .date(date)
    case (.time, .time(let time)): return .time(time)
    case (.instant, .instant(let instant)): return .instant(instant)
    case (.bool, .flag(let flag)): return .flag(flag)
    case (.list(let element), .list(let values)):
      let models = values.compactMap { $0.model(element) }
      return models.count == values.count ? .list(models) : nil
    default: return nil
    }
  }
}

extension ItemField {
  /// A description of valid values.
  fileprivate var expected: String {
    switch format {
    case .count(let range): return "\(type.words) from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): return "one of \(words.joined(separator: ", "))"
    case .quantity: return "\(type.words) that is not negative"
    case .byType: return type.words + (range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? "")
    }
  }
}

extension DeclaredType {
  fileprivate var words: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .integer: "a whole number"
    case .money: "one amount"
    case .date: "a date"
    case .time: "a time of day"
    case .instant: "an instant"
    case .duration: "seconds"
    case .bool: "true or false"
    case .rule: "a rule of RFC 5545"
    case .list(let element): "a list, each \(element.words)"
    }
  }
}
