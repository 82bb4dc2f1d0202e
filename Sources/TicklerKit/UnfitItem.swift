internal import CivilTime
internal import Diagnostics
internal import PlanModel

/// An item that does not fit its kind and is therefore not planned, or a field of the account that does not fit the policy.
public struct UnfitItem: Error, Hashable, Codable, Sendable {
  /// The item's ``Item/kind``; nil for a field of the account.
  public let kind: String?
  /// The item's ``Item/id``, or the account's.
  public let id: String
  /// The field that is wrong; nil if the kind is.
  public let field: String?
  /// The field's value; nil if it is missing.
  public let found: String?
  /// A description of valid values.
  public let expected: String

  fileprivate init(_ item: Item, _ field: String?, found: String?, expected: String) {
    self.init(kind: item.kind, id: item.id, field, found: found, expected: expected)
  }

  fileprivate init(kind: String?, id: String, _ field: String?, found: String?, expected: String) {
    (self.kind, self.id, self.field, self.found, self.expected) = (kind, id, field, found, expected)
  }

  /// Creates the fault of a field that does not exist.
  fileprivate init(kind: String?, id: String, unknown field: String, _ value: Value, _ fields: [ItemField]) {
    let expected = fields.isEmpty ? "no fields" : "one of \(fields.map(\.name).joined(separator: ", "))"
    self.init(kind: kind, id: id, field, found: value.diagnosticText, expected: expected)
  }
}

extension UnfitItem: CustomStringConvertible {
  /// `item plant fern: field interval: found 91; expected a whole number from 1 to 90`.
  public var description: String {
    let owner = kind.map { "item \($0) \(id)" } ?? "account \(id)"
    let place = field.map { "field \($0): " } ?? ""
    return "\(owner): \(place)\(found.map { "found \($0)" } ?? "missing"); expected \(expected)"
  }
}

extension Item {
  /// Adds the item to the list of its kind.
  ///
  /// - Parameter zones: Those that its ``timeZone`` may name.
  /// - Throws: If the item does not fit the kind's declaration.
  func add(to items: inout Items, _ policy: PlanModel.Policy, _ zones: [Zone]) throws(UnfitItem) {
    let (list, declaration) = try list(in: policy)
    var item = PlanModel.Item(ItemID(id), declaration, .inCode)
    (item.schedule, item.times, item.days) = (schedule?.model, DueTimes(times), weekdays)
    (item.completedOn, item.isCompleted, item.isArchived) = (DateSet(completedOn), isCompleted, isArchived)
    if !completedAt.isEmpty { item.completedAt = completedAt }
    item.isUntimed = isAllDay
    if let timeZone {
      guard let zone = zones.first(where: { $0.name == timeZone }) else {
        throw UnfitItem(self, "timeZone", found: timeZone, expected: "the name of one of the account's zones")
      }
      item.zone = zone
    }
    if !remind.isEmpty { item.remind = try offsets() }
    if let duration { item.duration = Int64(duration) }
    if let series { item.series = series }
    if let completedThrough { item.doneThrough = completedThrough }
    if let snoozedUntil { item.snoozedUntil = snoozedUntil }
    if let notBefore { item.notBefore = notBefore }
    if snoozedUntil != nil || notBefore != nil { items.hasSnoozes = true }
    if let place {
      guard place.isOnMap else {
        throw UnfitItem(
          self, "place", found: "\(place.latitude) \(place.longitude), \(place.radius) m",
          expected: "a circle on the map")
      }
      item.place = place
    }
    item.shift = shift
    let samples = samples.sorted { $0.at < $1.at }
    if !samples.isEmpty { item.samples = samples }
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
      guard let model = value.fitting(field) else {
        throw UnfitItem(self, field.name, found: value.diagnosticText, expected: field.expected)
      }
      declaration.set(place, of: &item, to: model)
    }
    if known < fields.count {
      let unknown = fields.keys.filter { declaration.place($0) == nil }.min()!
      throw UnfitItem(kind: kind, id: id, unknown: unknown, fields[unknown]!, declaration.fields)
    }
    declaration.settleCurrency(of: &item)
    items[list].append(item)
  }

  private func offsets() throws(UnfitItem) -> [ReminderOffset] {
    var offsets: [ReminderOffset] = []
    for text in remind {
      guard let offset = ReminderOffset(text, withAt: true) else {
        throw UnfitItem(self, "remind", found: text.quotedForDiagnostic, expected: ReminderOffset.words)
      }
      offsets.append(offset)
    }
    return offsets
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

extension PlanModel.Account {
  /// Sets a field that the policy declares for accounts.
  mutating func set(_ name: String, to value: Value, _ declared: [ItemField]) throws(UnfitItem) {
    guard let place = declared.firstIndex(where: { $0.name == name }) else {
      throw UnfitItem(kind: nil, id: id.text, unknown: name, value, declared)
    }
    guard let value = value.fitting(declared[place]) else {
      let (found, expected) = (value.diagnosticText, declared[place].expected)
      throw UnfitItem(kind: nil, id: id.text, name, found: found, expected: expected)
    }
    // An export's account may have been read with a policy that declares fewer.
    while fields.count < declared.count { fields.append(.none) }
    fields[place] = value
  }
}

extension FieldValue {
  /// The value as diagnostics show it.
  fileprivate var diagnosticText: String { if case .text(let text) = self { text.quotedForDiagnostic } else { raw } }

  /// Returns the value of an item's field; nil if the value does not fit the field.
  fileprivate func fitting(_ field: ItemField) -> FieldValue? {
    let value = fitting(field.type)
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

  private func fitting(_ type: DeclaredType) -> FieldValue? {
    switch (type, self) {
    case (.number, .integer(let number)): return .decimal(DecimalNumber(number))
    case (.rule, .text(let text)): return (try? RecurrenceRule(parsing: Array(text.utf8))).map { _ in self }
    case (.list(let element), .list(let values)):
      let fitting = values.compactMap { $0.fitting(element) }
      return fitting.count == values.count ? .list(fitting) : nil
    case (.text, .text), (.number, .decimal), (.integer, .integer), (.duration, .duration), (.money, .money),
      (.date, .date), (.time, .time), (.instant, .instant), (.bool, .flag):
      return self
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
