import CivilTime
import PlanModel

/// Snoozed items: what they would remind of before the end of their snooze is superseded, and one goes out at the end.
extension CandidateList {
  /// Settles the candidates of snoozed items, after the checks of single candidates.
  mutating func settleSnoozes(_ kinds: [KindPlan], _ frame: AccountFrame) {
    guard frame.snoozeEnd == nil, Checks.gate(frame) == nil else { return }
    // What is switched off holds nothing back.
    let made = kinds.filter { $0.canBeSnoozed && Checks.gate($0, frame) == nil }
    for (list, kinds) in Dictionary(grouping: made, by: { $0.list! }).sorted(by: {
      $0.key.place < $1.key.place
    }) {
      let places = kinds.map { Int32($0.position) }
      for (index, item) in frame.items(list).enumerated() {
        guard let snooze = item.snooze, snooze.until > frame.now else { continue }
        for place in candidates.indices
        where candidates[place].item == index && places.contains(candidates[place].kind)
          && candidates[place].isHeldBack(by: snooze)
        {
          candidates[place].reason = .superseded
        }
        addSnoozed(item, at: index, in: list, snooze, kinds, frame)
        if isFull { return }
      }
    }
  }

  /// Adds what goes out at the end of a snooze: of all that is due before, the last up to `now`, else the first. If the
  /// snooze is a floor, the last.
  private mutating func addSnoozed(
    _ item: Item, at index: Int, in list: ItemList, _ snooze: Snooze, _ kinds: [KindPlan], _ frame: AccountFrame
  ) {
    var account = frame.account.value
    account.items = Items()
    account.items[list] = [item]
    let only = Shared(account)
    let last = max(frame.date(at: snooze.until), frame.today).adding(days: 1)
    var found = CandidateList()
    var chosen: Candidate?
    // Most items repeat within a week. A yearly 29 February may be up to eight years back.
    for days in [8, 400, 3_000] {
      // What is to come is needed once, but the last one up to now takes precedence.
      let ahead = chosen == nil ? days : 8
      let dates = frame.today.adding(days: -days)...last.adding(days: ahead)
      found = CandidateList()
      found.expandAll(AccountFrame(frame, only, beyond: dates, snoozeEnd: snooze.until, isRead: true), kinds: kinds)
      if let excess = found.excess { return note(excess) }
      chosen = found.replaced(by: snooze, of: item, kinds, asOf: frame.now)
      if found.candidates.contains(where: { $0.isMade && $0.at.map { $0 <= frame.now } ?? false }) { break }
    }
    guard let chosen, let kind = kinds.first(where: { $0.position == Int(chosen.kind) }) else { return }
    let first = candidates.count
    begin(kind)
    addAlone(found.requests[Int(chosen.request)], .event(snooze.until), item: index, figure: Int(chosen.figure))
    if isFull { return }
    let description = kind.definition.description
    let isOfDay =
      chosen.isOfDay || description.isAboutDays || description.shape == .untilDone
      || found.requests[Int(chosen.request)].isAllDay
    candidates[first].snooze(chosen, isOfDay: isOfDay, to: frame.clock(of: item).date(at: snooze.until))
    addTexts(from: first)
    settle(from: first, nil, kind, frame)
  }

  /// Returns the candidate that goes out at the end of a snooze.
  private func replaced(by snooze: Snooze, of item: Item, _ kinds: [KindPlan], asOf now: Instant) -> Candidate? {
    let inOrder = candidates.filter { $0.at != nil && $0.isOpen }.sorted { $0.isBefore($1) }
    let waiting = inOrder.prefix { $0.time < snooze.until.epochSeconds }
    if snooze.isFloor { return waiting.last }
    let past = candidates.filter { $0.isMade && $0.time != .min && $0.time <= now.epochSeconds }
    guard let last = past.map(\.time).max() else {
      // Snoozed before it was due, it goes out then as well, unless that is when it is due. What counts from when it
      // was done was due before.
      guard let first = inOrder.first, let kind = kinds.first(where: { $0.position == Int(first.kind) }) else {
        return nil
      }
      if kind.definition.description.declaration.countsFromDone(item) { return waiting.first }
      return first.time == snooze.until.epochSeconds ? nil : first
    }
    // If the last one is done, earlier ones are not brought up again.
    return waiting.last { $0.time == last } ?? waiting.first { $0.time > last }
  }
}

extension Candidate {
  /// Whether none of the checks of its item and its kind has dropped it.
  fileprivate var isOpen: Bool { reason.map { $0.index > Reason.zoneChange.index } ?? true }

  /// Whether its kind and its option are on.
  fileprivate var isMade: Bool { reason.map { $0.check > Reason.kindDisabled.check } ?? true }

  /// Returns whether it goes out before another one; at one instant, the one of what is due first.
  fileprivate func isBefore(_ other: Candidate) -> Bool {
    if time != other.time { return time < other.time }
    if priority != other.priority { return priority > other.priority }
    if kind == other.kind, let due, let otherDue = other.due, due != otherDue { return due < otherDue }
    return series < other.series
  }

  /// Returns whether it waits for the end of a snooze.
  fileprivate func isHeldBack(by snooze: Snooze) -> Bool { isOpen && at.map { $0 < snooze.until } ?? false }
}

extension AccountFrame {
  /// Returns whether a candidate waits for the end of its item's snooze.
  func isSnoozed(_ candidate: Candidate, _ kind: KindPlan) -> Bool {
    guard hasSnoozes, snoozeEnd == nil, !candidate.isSnoozed, candidate.item >= 0, kind.canBeSnoozed,
      let list = kind.list,
      let snooze = items(list)[Int(candidate.item)].snooze, snooze.until > now
    else { return false }
    return candidate.isHeldBack(by: snooze)
  }
}

extension KindPlan {
  /// Whether a snooze of its items holds back its notifications.
  var canBeSnoozed: Bool {
    let description = definition.description
    return ![.place, .digest, .streak].contains(description.shape) && list != nil
      && description.declaration.fields?.has(.standard(.snoozedUntil)) ?? false
  }
}

extension Check {
  /// Explains what a snooze held back; the planner settles it for all kinds of an item at once.
  ///
  /// - Parameter item: Returns a candidate's item.
  static func snoozed(_ item: @escaping @Sendable (Candidate, AccountFrame) -> Item) -> Check {
    Check(.superseded, .candidates { _, _, _, _ in }, applies: { _, frame in frame.hasSnoozes }) { explainer in
      explainer.candidate.isSnoozed ? nil : item(explainer.candidate, explainer.frame).snoozeFact.map { [$0] }
    }
  }
}

extension ShapedKind {
  var snoozed: Check? {
    declaration.fields?.has(.standard(.snoozedUntil)) ?? false ? .snoozed { item(of: $0, $1) } : nil
  }
}

extension Item {
  /// What holds its reminders back; nil if nothing does.
  var snoozeFact: Explanation.Fact? {
    snooze.map { .init($0.isFloor ? .notBefore : .snoozedUntil, is: "\($0.until)", location) }
  }
}

extension KindDeclaration {
  /// Returns whether an item's next date counts from when it was done last.
  fileprivate func countsFromDone(_ item: Item) -> Bool {
    elapsed?.start != nil || isFromCompletion && item.lastCompletion != nil
  }
}
