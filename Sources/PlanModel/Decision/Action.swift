import CivilTime

/// What the device has to do so that it holds the plan.
public struct Action: Hashable, Sendable {
  /// In the order in which a device carries them out: no step exceeds its limit then.
  public enum Verb: String, CaseIterable, Sendable {
    /// Takes a delivered notification out of the notification center.
    case withdraw
    /// Removes a pending request.
    case cancel
    /// Gives a pending request another trigger.
    case move
    /// Gives a pending request other words.
    case update
    case add
    /// Leaves a pending request alone.
    case keep
  }

  public var verb: Verb
  /// The device's name for the request.
  public var request: RequestID
  public var notification: NotificationID
  /// The item that makes the notification; nil if the account has none. That of a decision is its request's: ``AccountPlan/item(of:)``.
  public var item: ItemID?
  /// When it fires once this is carried out; nil for a place trigger, and for what is taken away.
  public var at: Instant?
  /// Of `move` and `cancel`, when the device has it; of `withdraw`, when it was delivered.
  public var from: Instant?
  /// Of `cancel`, `withdraw` and what is kept beyond the window: a ``Reason``'s code, `replaced`, `removed` or `notPlanned`.
  public var reason: String?
  /// Of `update`: which of `title`, `body` and `badge`.
  public var changed: [String] = []
  /// Of `add` and `move`.
  public var trigger: Trigger?
  /// The decision whose words the request has, the first of a repeating one; nil for what is not in the plan.
  public var decision: Int?

  public init(
    verb: Verb, request: RequestID, notification: NotificationID, at: Instant? = nil, trigger: Trigger? = nil,
    decision: Int? = nil
  ) {
    self.verb = verb
    self.request = request
    self.notification = notification
    self.at = at
    self.trigger = trigger
    self.decision = decision
  }
}

extension Action {
  /// Why an entry is cancelled whose notification has another request in the plan.
  public static let replaced = "replaced"
  /// Why one is cancelled whose item the account no longer has.
  public static let removed = "removed"
  /// Why one is cancelled that the plan has nothing of, though its item is there or it has none.
  public static let notPlanned = "notPlanned"
}

/// What makes a request fire, in the terms of `UNNotificationTrigger`.
public enum Trigger: Hashable, Sendable {
  /// A wall time, again and again (`UNCalendarNotificationTrigger` with `repeats`).
  case repeating(RepeatingTime)
  /// A wall time, once, as clocks show it after quiet hours.
  ///
  /// If it floats, the device holds the wall time without the zone, so that it is right in any zone.
  case once(LocalDateTime, zone: String, floats: Bool)
  /// An event's, an instant wherever the account is then.
  case instant
  case region(PlaceTrigger)
}

/// Date components that a repeating trigger matches.
public struct RepeatingTime: Hashable, Sendable {
  public enum Dates: Hashable, Sendable {
    case daily
    case weekly(Weekday)
    /// The day of each month.
    case monthly(Int)
    case yearly(month: Int, day: Int)
  }

  public var time: LocalTime
  public var dates: Dates

  /// - Returns: nil where devices cannot repeat it: its time has seconds, or not every month or year has its day.
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

  /// What a request repeats that says a part of the series.
  public func of(_ part: SeriesPart) -> RepeatingTime {
    var time = self
    if let weekday = part.weekday { time.dates = .weekly(weekday) }
    if let day = part.day { time.dates = .monthly(day) }
    return time
  }

  public func matches(_ date: LocalDate) -> Bool {
    switch dates {
    case .daily: return true
    case .weekly(let day): return date.weekday == day
    case .monthly(let day): return date.day == day
    case .yearly(let month, let day): return date.month == month && date.day == day
    }
  }

  /// Whether a clock that shows `local` shows the components: they leave out seconds.
  public func matches(_ local: LocalDateTime) -> Bool {
    local.time.hour == time.hour && local.time.minute == time.minute && matches(local.date)
  }
}

/// What part of its series a request says.
///
/// One byte: an enum with associated values took 1 % of a run to compare.
public struct SeriesPart: Hashable, Sendable {
  /// 0 once, 1 whole, then the weekdays from Monday, then the days of the month.
  @usableFromInline let number: Int8

  @inlinable
  init(number: Int8) { self.number = number }

  /// One occurrence: it fires once.
  @inlinable public static var once: Self { Self(number: 0) }
  /// All of it; the request has the notification's identifier.
  @inlinable public static var whole: Self { Self(number: 1) }

  private static let firstDay: Int8 = 9

  /// One of its weekdays, again and again; nil: it is another part.
  public var weekday: Weekday? {
    number > 1 && number < SeriesPart.firstDay ? Weekday.allCases[Int(number) - 2] : nil
  }

  /// One day of the month, 1...28; nil: it is another part.
  public var day: Int? { number >= SeriesPart.firstDay ? Int(number - SeriesPart.firstDay) + 1 : nil }

  /// All but whole series, in the order of preference: the weekdays, then the days of the month.
  public static let parts = (2..<firstDay + Int8(RepeatingTime.lastDay)).map(SeriesPart.init)

  /// Whether it repeats some of the dates of its series.
  @inlinable public var isPart: Bool { number > 1 }

  /// How the id of a request ends that says a part: `@mon`, `@d1`; nil: it says all, or one occurrence.
  public var ending: String? { weekday.map { "@" + $0.code } ?? day.map { "@d\($0)" } }

  /// The part that the end of an id names, and how many bytes that ending has; nil: it names none.
  public static func ending(_ text: Span<UInt8>) -> (SeriesPart, length: Int)? {
    for length in 3...4 where text.count >= length && text[text.count - length] == UInt8(ascii: "@") {
      let ending = String(decoding: (text.count - length..<text.count).map { text[$0] }, as: UTF8.self)
      return parts.first { $0.ending == ending }.map { ($0, length) }
    }
    return nil
  }
}

extension AccountPlan {
  /// The item that makes an action's notification.
  public func item(of action: Action) -> ItemID? {
    action.decision.map { requests[Int(decisions[$0].request)].item } ?? action.item
  }

  /// The request of a decision that goes out; nil where it does not.
  public func requestID(of decision: borrowing Decision) -> RequestID? {
    if decision.outcome.reason != nil { return nil }
    let notification = requests[Int(decision.request)].identifier
    if decision.part.isPart { return RequestID(notification, decision.part) }
    return RequestID(notification, on: requestDate(of: decision))
  }

  /// The date in the id of a decision's request; nil where the request has the notification's identifier alone: it occurs once, or
  /// repeats.
  public func requestDate(of decision: borrowing Decision) -> LocalDate? {
    if decision.repeats { return nil }
    if requests[Int(decision.request)].isOneOff { return nil }
    return decision.local?.date
  }
}
