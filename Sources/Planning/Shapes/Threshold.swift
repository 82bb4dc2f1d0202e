import PlanModel

/// Makes one candidate when an item's number passes a bound: now, at the policy's next time, or at an instant of the
/// item.
extension ShapedKind {
  func threshold() -> KindDefinition {
    var threshold = ofItems(checks(inactive, completed, silentWhileActive)) { item, index, frame, kind, list in
      guard isPlannable(item), let limit = bound(passedBy: item), !hasTimes(frame) || !days(frame).isEmpty else {
        return
      }
      let request = requestOnce(item, kind, frame) { name in
        switch name {
        // Items may have a field of that name: a budget's limit is an amount.
        case "limit" where !hasField("limit"): .decimal(limit)
        case "over" where !hasField("over"): excess(of: item, over: limit)
        default: nil
        }
      }
      list.addAlone(request, timing(item, frame), item: index)
    }
    threshold.delivery = delivery
    if declaration.at != nil {
      threshold.toldFor = declaration.toldFor
    } else {
      threshold.withdrawal = { notice, kind, frame in
        item(of: notice, kind, frame).map { $0.0.isCompleted || bound(passedBy: $0.0) == nil } == true
          ? .completed : nil
      }
    }
    return threshold
  }

  /// Returns the bound that the item's number has passed; nil if none.
  private func bound(passedBy item: Item) -> DecimalNumber? {
    guard let number = declaration.number.flatMap({ value($0, of: item).number }) else { return nil }
    if let below = self.number(declaration.below, of: item), number < below { return below }
    if let above = self.number(declaration.above, of: item), number > above { return above }
    return nil
  }

  /// Returns the excess of the number over its upper bound, in the number's currency.
  private func excess(of item: Item, over limit: DecimalNumber) -> FieldValue {
    let number = value(declaration.number!, of: item)
    guard let excess = number.number?.subtracting(limit) else { return .none }
    return if case .money(let money) = number { .money(Money(excess, money.currency)) } else { .decimal(excess) }
  }

  private func timing(_ item: Item, _ frame: AccountFrame) -> Candidate.Timing {
    if let field = declaration.at, case .instant(let at) = value(field, of: item) { return .event(at) }
    guard hasTimes(frame) else { return .now }
    let now = frame.timeline.local(at: frame.now)
    for date in frame.today...frame.today.adding(days: 7) where days(frame).contains(date.weekday) {
      // After a move to another zone and back, a repeated wall time resolves to its earlier instant.
      let next = times(of: item, on: date, frame).map { date.at($0) }.first { wall in
        wall > now && frame.instant(of: wall).map { $0 > frame.now } ?? false
      }
      if let next { return .wall(next) }
    }
    return .now
  }
}
