public import CivilTime
internal import PlanModel

extension Item {
  /// An item of a kind that the policy declares (`[items.KIND]`): docs/own-kinds.md.
  ///
  /// An item that does not fit what the policy declares is told of when its account is planned, as ``CannotPlan/unfit(_:)``.
  ///
  /// - Parameters:
  ///   - kind: The policy's name of it.
  ///   - id: As ``Item`` says.
  ///   - fields: By the policy's names of them.
  ///   - times: When it is due on each date; none: as the policy says.
  ///   - schedule: On which dates; nil: every day.
  ///   - days: On which weekdays.
  ///   - completedOn: Whole days that are done.
  ///   - completedAt: Single occurrences that are done, by the wall time that they were due at.
  ///   - isCompleted: Done for good.
  ///   - isArchived: No longer in use.
  ///   - snoozedUntil: Nothing goes out before it.
  ///   - place: Where to remind.
  ///   - shift: Where its dates go; nil: as the policy says.
  public static func declared(
    _ kind: String, _ id: String, _ fields: [String: Value], at times: [LocalTime] = [], _ schedule: Schedule? = nil,
    on days: WeekdaySet = .all, completedOn: [LocalDate] = [], completedAt: [LocalDateTime] = [],
    isCompleted: Bool = false, isArchived: Bool = false, snoozedUntil: Instant? = nil, place: Place? = nil,
    shift: Shift? = nil
  ) -> Item {
    Item { (items, policy) throws(CannotPlan) in
      func unfit(_ words: String) -> CannotPlan { .unfit("item \(kind) \(id): \(words)") }
      guard let list = policy.items.firstIndex(where: { $0.kind.name == kind }) else {
        throw unfit("the policy declares no such kind of item")
      }
      let declaration = policy.items[list]
      var item = PlanModel.Item(ItemID(id), declaration, .inCode)
      (item.schedule, item.times, item.days) = (schedule?.model, DueTimes(times), days)
      (item.completedOn, item.completedAt) = (DateSet(completedOn), Set(completedAt))
      (item.isCompleted, item.isArchived, item.snoozedUntil) = (isCompleted, isArchived, snoozedUntil)
      (item.place, item.shift) = (place?.model, shift?.model)
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        guard let index = declaration.place(name) else { throw unfit("field \(name) is unknown") }
        let field = declaration.fields[index]
        guard let value = value.model(field.type, field.range) else {
          throw unfit("field \(name) is of another type, or out of range")
        }
        declaration.set(index, of: &item, to: value)
      }
      for (index, field) in declaration.fields.enumerated() where field.isRequired {
        if case .none = declaration.value(index, of: item) { throw unfit("field \(field.name) is missing") }
      }
      items[ItemList(declared: list)].append(item)
    }
  }
}

extension Value {
  /// As a field of that type holds it; nil where it cannot.
  fileprivate func model(_ type: DeclaredType, _ range: ClosedRange<DecimalNumber>?) -> FieldValue? {
    func isInRange(_ number: DecimalNumber) -> Bool { range?.contains(number) ?? true }
    switch (type, self) {
    case (.text, .text(let text)), (.rule, .text(let text)): return .text(text)
    case (.number, .decimal(let digits)):
      return DecimalNumber(digits).flatMap { isInRange($0) ? .decimal($0) : nil }
    case (.number, .number(let number)):
      let decimal = DecimalNumber(significand: Int128(number))
      return isInRange(decimal) ? .decimal(decimal) : nil
    case (.integer, .number(let number)):
      return isInRange(DecimalNumber(significand: Int128(number))) ? .integer(number) : nil
    case (.duration, .seconds(let seconds)):
      return isInRange(DecimalNumber(significand: Int128(seconds))) ? .duration(seconds) : nil
    case (.money, .money(let sums)):
      guard sums.count == 1, isInRange(sums[0].number) else { return nil }
      return .money(Money(sums[0].number, sums[0].currency))
    case (.date, .date(let date)): return .date(date)
    case (.time, .time(let time)): return .time(time)
    case (.instant, .instant(let instant)): return .instant(instant)
    case (.bool, .flag(let flag)): return .flag(flag)
    case (.list(let element), .list(let values)):
      let models = values.compactMap { $0.model(element, nil) }
      return models.count == values.count ? .list(models) : nil
    default: return nil
    }
  }
}
