import CivilTime

/// Identifies the same occurrence in different plans, and names it for good: its `uid`.
public struct Occurrence: Hashable, Sendable {
  /// The stem of its request.
  public var stem: StableHash
  /// The intended date; nil if the request has a single occurrence, which may move.
  public var date: LocalDate?

  @inlinable
  public init(stem: StableHash, date: LocalDate?) { (self.stem, self.date) = (stem, date) }

  public init(_ decision: Decision, _ request: NotificationRequest) {
    self.init(stem: request.uidStem, date: request.isOneOff ? nil : decision.local?.date)
  }

  /// Creates the `uid` of the event that a person's calendar shows for a decision: of the item's occurrence, regardless of the
  /// reminder.
  public init(eventOf decision: Decision, _ request: NotificationRequest) {
    self.init(decision, request)
    guard let event = request.eventStem else { return }
    stem = event
    if date != nil, let about = decision.about { date = about.date }
  }

  /// The stem is a hash already, so one word of it is enough.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(stem.low ^ UInt64(bitPattern: Int64(date?.daysSinceEpoch ?? 0)))
  }
}

/// The last SEQUENCE of an occurrence that is no longer planned. Numbering resumes from here if it returns.
public struct WithdrawnOccurrence: Hashable, Sendable {
  public var occurrence: Occurrence
  public var sequence: Int32
  /// When the occurrence was to go out.
  public var at: Instant

  public init(_ occurrence: Occurrence, sequence: Int32, at: Instant) {
    (self.occurrence, self.sequence, self.at) = (occurrence, sequence, at)
  }

  /// How many seconds a number outlives its instant. Travelers who go west reach the same date a second time.
  private static let retention: Int64 = 50 * 3600

  /// Returns whether the number must be kept. A first number can be dropped, unless the request has a single occurrence: if that is
  /// put off, its number must rise.
  public func isKept(asOf now: Instant) -> Bool {
    (sequence > 0 || occurrence.date == nil) && at.advanced(bySeconds: Self.retention) > now
  }
}

/// The `SEQUENCE` and the stamp of an event in a person's calendar.
public struct EventNumber: Hashable, Sendable {
  public var sequence: Int32
  /// The `now` of the plan in which the event last changed; nil if that is its own plan's.
  public var stamp: Instant?

  public init(sequence: Int32, stamp: Instant?) { (self.sequence, self.stamp) = (sequence, stamp) }
}

/// An event in a person's calendar: an occurrence of an item, with the notifications about it.
public struct PersonalEvent: Sendable {
  public let uid: Occurrence
  /// The decision at the occurrence's own time, which may be dropped; nil if the plan has none.
  public fileprivate(set) var own: Int?
  /// The decisions that go out, in order.
  public fileprivate(set) var reminders: [Int] = []
  /// A reminder that has gone out, of what is still to come; nil if another one goes out.
  public fileprivate(set) var past: Int?

  /// The decision whose words and times the event shows.
  public var face: Int { own ?? reminders.last ?? past ?? 0 }
}

extension AccountPlan {
  /// The events of a person's calendar, in the order of their first reminders.
  public var personalEvents: [PersonalEvent] { personalEvents { $0.outcome == .scheduled && $0.at != nil } }

  /// Returns whether a reminder is past, and what it is about lasts until today or is still to come.
  public func isOfToday(_ decision: borrowing Decision) -> Bool {
    guard case .dropped(.past) = decision.outcome, let at = decision.at else { return false }
    let request = requests[Int(decision.request)]
    // A reminder of what was due before today is over once it has gone out.
    if request.eventStem == nil, let due = decision.about?.date, due < today { return false }
    guard request.item != nil, let own = OwnTime(copy decision, request, timeline, request.zone, near: at) else {
      return false
    }
    return own.isUnderWay(on: today, request.duration, timeline)
  }

  /// What makes two past reminders duplicates. Their reason is `past`, but one of them did not go out.
  private struct PastReminder: Hashable {
    var kind: Kind
    var title: String
    var at: Instant?
    var about: About?

    /// - Returns: nil for a kind whose notifications are duplicates only if their identifiers are equal.
    init?(_ decision: borrowing Decision, _ request: borrowing NotificationRequest) {
      // A plan file does not have the subjects of kinds.
      guard ["habit", "task"].contains(request.kind.name) else { return nil }
      (kind, title, at, about) = (request.kind, request.title, decision.at, decision.about)
    }
  }

  /// Returns the events with reminders that meet a condition, and those of today and later whose reminders are past.
  public func personalEvents(_ isReminder: (Decision) -> Bool) -> [PersonalEvent] {
    var events: [PersonalEvent] = []
    var places: [Occurrence: Int] = [:]
    var past: Set<PastReminder> = []
    for index in decisions.indices {
      let isReminder = isReminder(decisions[index])
      if !isReminder {
        guard isOfToday(decisions[index]) else { continue }
        let reminder = PastReminder(decisions[index], requests[Int(decisions[index].request)])
        if let reminder, !past.insert(reminder).inserted { continue }
      }
      let uid = Occurrence(eventOf: decisions[index], requests[Int(decisions[index].request)])
      let place = places[uid] ?? events.count
      if place == events.count {
        places[uid] = place
        events.append(PersonalEvent(uid: uid))
      }
      if isReminder { events[place].reminders.append(index) } else { events[place].past = index }
    }
    for index in decisions.indices where requests[Int(decisions[index].request)].eventStem == nil {
      guard let place = places[occurrence(of: decisions[index])] else { continue }
      if events[place].own == nil || isReminder(decisions[index]) { events[place].own = index }
    }
    return events
  }

  /// For each cancelled event of a person's calendar, the place of the cancelled occurrence that shows it: the latest at its own
  /// time, else the latest.
  public var cancelledEvents: [Int] {
    let open = Set(personalEvents.map(\.uid))
    var places: [Occurrence: Int] = [:]
    for (place, new) in cancelled.enumerated() where new.decision.at != nil {
      let uid = Occurrence(eventOf: new.decision, new.request)
      if open.contains(uid) { continue }
      let isOwn = places[uid].map { cancelled[$0].request.eventStem == nil } ?? false
      if new.request.eventStem == nil || !isOwn { places[uid] = place }
    }
    return places.values.sorted()
  }

  /// Returns the number of an event in a person's calendar: the latest of its reminders', unless it has its own.
  public func number(of event: PersonalEvent) -> EventNumber {
    if let known = events[event.uid] { return known }
    let own = event.own.map { decisions[$0] }
    let stamps = (event.reminders.isEmpty ? [event.face] : event.reminders).map { decisions[$0].stamp }
    return EventNumber(
      sequence: own?.sequence ?? 0, stamp: stamps.contains(nil) ? nil : stamps.compactMap(\.self).max())
  }

  /// Returns the occurrence that a decision is about.
  public func occurrence(of decision: borrowing Decision) -> Occurrence {
    let request = Int(decision.request)
    return Occurrence(stem: requests[request].uidStem, date: requests[request].isOneOff ? nil : decision.local?.date)
  }

  /// Returns the zone in which the wall time was read: the item's, else the account's.
  public func zone(of decision: Decision) -> Zone? {
    if decision.stay < 0 { return nil }
    return requests[Int(decision.request)].zone ?? timeline.stays[Int(decision.stay)].zone
  }

  /// Returns the name of the zone in which the wall time was read.
  public func zoneName(of decision: Decision) -> String? {
    zone(of: decision)?.name
  }
}
