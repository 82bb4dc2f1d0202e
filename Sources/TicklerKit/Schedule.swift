public import CivilTime
internal import PlanModel

/// A first date, a repetition, and exceptions.
public struct Schedule: Hashable, Sendable {
  /// How the dates repeat after the first.
  public enum Repeats: Hashable, Codable, Sendable {
    /// Not at all.
    case never
    /// Every day.
    case daily
    /// Every seven days.
    case weekly
    /// On the same day of each month.
    case monthly
    /// On the same day of each year.
    case yearly
    /// On these weekdays; if the set is empty, on the first date's weekday.
    case on(WeekdaySet)
  }

  /// The repetition, unless there is a ``rule``.
  public let repeats: Repeats
  /// The RRULE of RFC 5545; nil if ``repeats`` is used.
  public let rule: String?
  let model: PlanModel.Schedule

  /// The first date.
  public var start: LocalDate { model.start }
  /// The last date, inclusive; nil if there is none, or if the rule sets it.
  public var end: LocalDate? { model.until }
  /// Excluded dates, ascending.
  public var exceptions: [LocalDate] { model.exceptions.all }

  /// Creates a schedule with a simple repetition.
  ///
  /// - Parameters:
  ///   - start: The first date.
  ///   - repeats: The repetition.
  ///   - end: The last date, inclusive; nil for no end.
  ///   - exceptions: Excluded dates.
  public init(
    from start: LocalDate, _ repeats: Repeats = .never, until end: LocalDate? = nil,
    except exceptions: [LocalDate] = []
  ) {
    (self.repeats, rule) = (repeats, nil)
    let repetition: Repetition =
      switch repeats {
      case .never: .none
      case .daily: .daily
      case .weekly: .weekly
      case .monthly: .monthly
      case .yearly: .yearly
      case .on(let days): .customDays(days.isEmpty ? WeekdaySet(start.weekday) : days)
      }
    model = PlanModel.Schedule(start: start, repetition: repetition, until: end, exceptions: DateSet(exceptions))
  }

  /// Creates a schedule from a recurrence rule of RFC 5545.
  ///
  /// - Parameters:
  ///   - start: The DTSTART of RFC 5545. It is an occurrence if it satisfies the rule.
  ///   - rule: The value of an RRULE property, such as `FREQ=MONTHLY;BYDAY=-1FR`.
  ///   - exceptions: Excluded dates.
  /// - Throws: If the rule is malformed, or RFC 5545 does not allow it.
  public init(from start: LocalDate, rule: String, except exceptions: [LocalDate] = []) throws(RecurrenceError) {
    (repeats, self.rule) = (.never, rule)
    let recurrence = try Recurrence(RecurrenceRule(parsing: Array(rule.utf8)), start: start)
    model = PlanModel.Schedule(start: start, repetition: .rule(recurrence), exceptions: DateSet(exceptions))
  }
}

extension Schedule: Codable {
  private enum CodingKeys: CodingKey { case start, repeats, rule, end, exceptions }

  /// Decodes a schedule and validates its rule.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let start = try container.decode(LocalDate.self, forKey: .start)
    let exceptions = try container.decodeIfPresent([LocalDate].self, forKey: .exceptions) ?? []
    if let rule = try container.decodeIfPresent(String.self, forKey: .rule) {
      do {
        try self.init(from: start, rule: rule, except: exceptions)
      } catch {
        throw DecodingError.dataCorruptedError(forKey: .rule, in: container, debugDescription: error.description)
      }
    } else {
      self.init(
        from: start, try container.decodeIfPresent(Repeats.self, forKey: .repeats) ?? .never,
        until: try container.decodeIfPresent(LocalDate.self, forKey: .end), except: exceptions)
    }
  }

  /// Encodes the values that the schedule was created from.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(start, forKey: .start)
    if rule == nil { try container.encode(repeats, forKey: .repeats) }
    try container.encodeIfPresent(rule, forKey: .rule)
    try container.encodeIfPresent(end, forKey: .end)
    if !exceptions.isEmpty { try container.encode(exceptions, forKey: .exceptions) }
  }
}
