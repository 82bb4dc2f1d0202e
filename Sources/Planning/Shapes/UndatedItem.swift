import PlanModel

/// Items whose fields yield no date or instant. Each makes one candidate without a time, so that the plan shows why it
/// is silent.
extension ShapedKind {
  func addUndated(
    _ item: Item, at index: Int, _ form: MessageForm, _ frame: AccountFrame, _ kind: KindPlan,
    _ list: inout CandidateList
  ) {
    if list.isFull { return }
    let undated = description.forms.first { $0.name == "undated" }
    let request = frame.request(
      kind, item: item.id, form: undated ?? form, identifier: "undated", subject: subject(of: item), isOneOff: true,
      location: item.location, rotation: kind.rotation(frame.today)
    ) { name in
      name == "part" ? .text(undated?.name ?? reminders[0].name) : value(name, of: item, frame)
    }
    list.addAlone(request, .none, item: index)
    frame.hasUndated = true
  }

  /// Drops items whose fields yield no date or instant.
  var undated: Check? {
    if !canBeUndated { return nil }
    return Check(
      .noDueDate, .candidate { candidate, _ in candidate.timing == .none }, applies: { _, frame in frame.hasUndated }
    ) { explainer in
      if explainer.candidate.timing != .none { return nil }
      let item = item(of: explainer.candidate, explainer.frame)
      if let place = missing(of: item), let fields = declaration.fields {
        let value = value(place, of: item)
        let name = Explanation.Fact.Part.plain(fields.fields[place].name)
        return [.init(.other, of: [name], is: value.isNone ? "none" : "\(text: value.raw)", item.location)]
      }
      return [.init(.other, of: [.plain(declaration.fields?.dateName ?? "date")], is: "none", item.location)]
    }
  }

  /// Whether an item's fields may yield no date.
  private var canBeUndated: Bool {
    if let at = declaration.at { return !(declaration.fields?.fields[at].isRequired ?? false) }
    return declaration.shape == .untilDone || declaration.every != nil || declaration.isFromCompletion
      || declaration.elapsed != nil || declaration.cycle != nil
      || declaration.fields?.needsDate ?? false
  }

  /// Returns the declared field whose missing value leaves the item undated; nil if the item's own date is missing.
  private func missing(of item: Item) -> Int? {
    if let at = declaration.at { return at }
    if let elapsed = declaration.elapsed {
      if case .field(let place) = elapsed.step, step(elapsed, item) == nil { return place }
      return elapsed.start
    }
    if case .field(let place)? = declaration.cycle?.start { return place }
    guard case .field(let interval)? = declaration.every else { return nil }
    return item.schedule == nil && item.lastCompletion == nil ? nil : interval
  }
}
