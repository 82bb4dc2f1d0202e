import CivilTime

/// A step that brings a device in line with the plan.
public struct Action: Hashable, Sendable {
  public var verb: Verb
  /// The request's name on the device.
  public var request: RequestID
  public var notification: NotificationID
  /// The item that makes the notification; nil if the account has none. If the action has a decision, the item is that of its
  /// request: ``AccountPlan/item(of:)``.
  public var item: Optional<ItemID>
  /// When it fires after this action; nil for a place trigger and for removed requests.
  public var at: Optional<Instant>
  /// When it fires on the device now, for `move` and `cancel`; when it was delivered, for `withdraw`.
  public var from: Optional<Instant>
  /// For `cancel`, `withdraw` and requests kept beyond the window: a ``Reason``'s code, `replaced`, `removed` or `notPlanned`.
  public var reason: Optional<String>
  /// For `update`: those of `title`, `body` and `badge` that change.
  public var changed: [String]
  /// The trigger, for `add` and `move`.
  public var trigger: Optional<Trigger>
  /// The decision with the request's words, the first one of a repeating request; nil if the request is not in the plan.
  public var decision: Optional<Int>

  /// Inlinable, since a call copies the action twice. So does a property with an initial value, which `T?` has and `Optional<T>` does not.
  @inlinable
  public init(
    verb: Verb, request: RequestID, notification: NotificationID, at: Instant? = nil, trigger: Trigger? = nil,
    decision: Int? = nil
  ) {
    self.verb = verb
    self.request = request
    self.notification = notification
    item = nil
    self.at = at
    from = nil
    reason = nil
    changed = []
    self.trigger = trigger
    self.decision = decision
  }
}

extension Action {
  /// The verbs, in the order in which devices carry them out. In this order, no step exceeds the device's limit.
  public enum Verb: String, CaseIterable, Codable, Sendable {
    /// Removes a delivered notification from the notification center.
    case withdraw
    /// Removes a pending request.
    case cancel
    /// Gives a pending request another trigger.
    case move
    /// Changes the words of a pending request.
    case update
    /// Adds a request.
    case add
    /// Leaves a pending request as it is.
    case keep
  }

  /// The reason to cancel a request whose notification has another request in the plan.
  public static let replaced = "replaced"
  /// The reason to cancel a request whose item the account no longer has.
  public static let removed = "removed"
  /// The reason to cancel a request that is not in the plan, although its item still exists or it has none.
  public static let notPlanned = "notPlanned"
  /// A record that could not be read makes it.
  public static let rejected = "rejected"
  /// The ``cause`` of moving a request that waits for a place.
  public static let place = "place"

  /// The cause, unless the verb says it all: a reason's code, `replaced`, `removed`, `notPlanned`, or the changed fields.
  ///
  /// Inlinable: a call copies the action.
  @inlinable public var cause: String? {
    switch verb {
    case .update: changed.joined(separator: " and ")
    case .move: from == nil ? Action.place : nil
    case .withdraw, .cancel, .add, .keep: reason
    }
  }
}

/// What makes a request fire, in the terms of `UNNotificationTrigger`.
public enum Trigger: Hashable, Codable, Sendable {
  /// A recurring wall time (`UNCalendarNotificationTrigger` with `repeats`).
  case repeating(RepeatingTime)
  /// A single wall time on the clock, after quiet hours.
  ///
  /// If it floats, the device keeps the wall time without the zone, so that it is right in any zone.
  case once(LocalDateTime, zone: String, floats: Bool)
  /// The instant of an event, regardless of the zone.
  case instant
  /// The border of a circle.
  case region(PlaceTrigger)
}

/// The date components that a repeating trigger matches.
public struct RepeatingTime: Hashable, Codable, Sendable {
  /// The dates on which a time repeats.
  public enum Dates: Hashable, Codable, Sendable {
    /// Every day.
    case daily
    /// The same weekday of each week.
    case weekly(Weekday)
    /// The same day of each month, 1 to 28.
    case monthly(Int)
    /// The same date of each year.
    case yearly(month: Int, day: Int)
  }

  /// The time of day, without seconds.
  public var time: LocalTime
  /// The dates on which it fires.
  public var dates: Dates

  /// Creates a repeating time.
  ///
  /// - Returns: nil if devices cannot repeat it: its time has seconds, or some months or years lack its day.
  public init?(_ time: LocalTime, _ dates: Dates) {
    if time.second != 0 { return nil }
    switch dates {
    case .daily, .weekly: break
    case .monthly(let day): if day > RepeatingTime.lastDay { return nil }
    case .yearly(let month, let day): if month == 2, day == 29 { return nil }
    }
    self.time = time
    self.dates = dates
  }

  /// The last day that every month has.
  public static let lastDay = 28

  /// What it matches, in the terms of `DateComponents`. A missing weekday, day or month matches any.
  public struct Components: Hashable, Codable, Sendable {
    /// 0 to 23.
    public var hour: Int?
    /// 0 to 59.
    public var minute: Int?
    /// 1 for Sunday to 7 for Saturday.
    public var weekday: Int?
    /// 1 to 28, or the day of a year's date.
    public var day: Int?
    /// 1 to 12.
    public var month: Int?

    /// Creates components that match nothing until hour and minute are set.
    public init() {}
  }

  /// The components that it matches.
  public var components: Components {
    var components = Components()
    (components.hour, components.minute) = (time.hour, time.minute)
    switch dates {
    case .daily: break
    case .weekly(let weekday): components.weekday = weekday.numberFromSunday
    case .monthly(let day): components.day = day
    case .yearly(let month, let day): (components.month, components.day) = (month, day)
    }
    return components
  }

  /// Creates the time that matches components.
  ///
  /// - Returns: nil if devices cannot repeat it, or if the hour or the minute is missing.
  public init?(_ components: Components) {
    guard let hour = components.hour, let minute = components.minute, let time = LocalTime(hour: hour, minute: minute),
      components.month == nil || components.day != nil
    else { return nil }
    if let month = components.month, let day = components.day {
      self.init(time, .yearly(month: month, day: day))
    } else if let day = components.day {
      self.init(time, .monthly(day))
    } else if let number = components.weekday {
      guard let weekday = Weekday.allCases.first(where: { $0.numberFromSunday == number }) else { return nil }
      self.init(time, .weekly(weekday))
    } else {
      self.init(time, .daily)
    }
  }

  /// Returns the time that repeats a part of the series.
  public func of(_ part: SeriesPart) -> RepeatingTime {
    var time = self
    if let weekday = part.weekday { time.dates = .weekly(weekday) }
    if let day = part.day { time.dates = .monthly(day) }
    return time
  }

  /// Returns whether it fires on a date.
  public func matches(_ date: LocalDate) -> Bool {
    switch dates {
    case .daily: return true
    case .weekly(let day): return date.weekday == day
    case .monthly(let day): return date.day == day
    case .yearly(let month, let day): return date.month == month && date.day == day
    }
  }

  /// Returns whether a wall time matches the components, which have no seconds.
  public func matches(_ local: LocalDateTime) -> Bool {
    local.time.hour == time.hour && local.time.minute == time.minute && matches(local.date)
  }
}

/// The part of a series that a request covers.
///
/// One byte, since comparing an enum with associated values took 1 % of a run.
public struct SeriesPart: Hashable, Sendable {
  /// 0 for once, 1 for whole, then the weekdays from Monday, then the days of the month.
  @usableFromInline let number: Int8

  @inlinable
  init(number: Int8) { self.number = number }

  /// A single occurrence, which fires once.
  @inlinable public static var once: Self { Self(number: 0) }
  /// The whole series. Its request has the notification's identifier.
  @inlinable public static var whole: Self { Self(number: 1) }

  private static let firstDay: Int8 = 9

  /// The weekday that it repeats; nil for another part.
  public var weekday: Weekday? {
    number > 1 && number < SeriesPart.firstDay ? Weekday.allCases[Int(number) - 2] : nil
  }

  /// The day of the month that it repeats, 1...28; nil for another part.
  public var day: Int? { number >= SeriesPart.firstDay ? Int(number - SeriesPart.firstDay) + 1 : nil }

  /// The parts that repeat, in order of preference: the weekdays, then the days of the month.
  public static let parts = (2..<firstDay + Int8(RepeatingTime.lastDay)).map(SeriesPart.init)

  /// Whether it repeats only some dates of its series.
  @inlinable public var isPart: Bool { number > 1 }

  /// The ending of a request's id: `@mon`, `@d1`; nil for a whole series or a single occurrence.
  public var ending: String? { weekday.map { "@" + $0.code } ?? day.map { "@d\($0)" } }

  /// Returns the part that the ending of an id names, and the ending's length in bytes; nil if it names none.
  public static func ending(_ text: Span<UInt8>) -> (SeriesPart, length: Int)? {
    for length in 3...4 where text.count >= length && text[text.count - length] == UInt8(ascii: "@") {
      let ending = String(decoding: (text.count - length..<text.count).map { text[$0] }, as: UTF8.self)
      return parts.first { $0.ending == ending }.map { ($0, length) }
    }
    return nil
  }
}

extension AccountPlan {
  /// Returns the item that makes an action's notification.
  public func item(of action: Action) -> ItemID? {
    action.decision.map { requests[Int(decisions[$0].request)].item } ?? action.item
  }

  /// Returns the id of a decision's request; nil if the decision does not go out.
  public func requestID(of decision: borrowing Decision) -> RequestID? {
    if decision.outcome.reason != nil { return nil }
    let notification = requests[Int(decision.request)].identifier
    if decision.part.isPart { return RequestID(notification, decision.part) }
    return RequestID(notification, on: requestDate(of: decision))
  }

  /// Returns the date in the id of a decision's request; nil if the request occurs once or repeats, and so needs none.
  public func requestDate(of decision: borrowing Decision) -> LocalDate? {
    if decision.repeats { return nil }
    if requests[Int(decision.request)].isOneOff { return nil }
    return decision.local?.date
  }
}
