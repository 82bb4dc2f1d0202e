public import CivilTime
internal import PlanModel

/// A first date, how it comes again, and what is left out.
public struct Schedule: Hashable, Sendable {
  /// How something comes again after its first date.
  public enum Repeats: Hashable, Codable, Sendable {
    /// Not at all.
    case never
    /// Every day.
    case daily
    /// Every seven days.
    case weekly
    /// On the day of each month.
    case monthly
    /// On the day of each year.
    case yearly
    /// On these weekdays; if there are none, on that of the first date.
    case on(WeekdaySet)
  }

  /// The first date.
  public let start: LocalDate
  /// How it comes again, unless it has a ``rule``.
  public let repeats: Repeats
  /// RFC 5545's RRULE; nil: ``repeats`` says it.
  public let rule: String?
  /// The last date, included; nil: there is none, or the rule says it.
  public let end: LocalDate?
  /// Dates that are left out.
  public let exceptions: [LocalDate]
  let model: PlanModel.Schedule

  /// Creates a schedule that repeats in a simple way.
  ///
  /// - Parameters:
  ///   - start: The first date.
  ///   - repeats: How it comes again.
  ///   - end: The last date, included; nil: there is none.
  ///   - exceptions: Dates that are left out.
  public init(
    from start: LocalDate, _ repeats: Repeats = .never, until end: LocalDate? = nil,
    except exceptions: [LocalDate] = []
  ) {
    (self.start, self.repeats, rule, self.end, self.exceptions) = (start, repeats, nil, end, exceptions)
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

  /// Creates a schedule that follows a rule of RFC 5545.
  ///
  /// - Parameters:
  ///   - start: The first date, RFC 5545's DTSTART. It is an occurrence if it satisfies the rule.
  ///   - rule: RFC 5545's RRULE without the property's name, such as `FREQ=MONTHLY;BYDAY=-1FR`.
  ///   - exceptions: Dates that are left out.
  /// - Throws: If the rule is none, or RFC 5545 does not allow it.
  public init(from start: LocalDate, rule: String, except exceptions: [LocalDate] = []) throws(RecurrenceError) {
    (self.start, repeats, self.rule, end, self.exceptions) = (start, .never, rule, nil, exceptions)
    let recurrence = try Recurrence(RecurrenceRule(parsing: Array(rule.utf8)), start: start)
    model = PlanModel.Schedule(start: start, repetition: .rule(recurrence), exceptions: DateSet(exceptions))
  }
}

extension Schedule: Codable {
  private enum CodingKeys: CodingKey { case start, repeats, rule, end, exceptions }

  /// Decodes a schedule, and checks its rule.
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

  /// Encodes what it was made of.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(start, forKey: .start)
    if rule == nil { try container.encode(repeats, forKey: .repeats) }
    try container.encodeIfPresent(rule, forKey: .rule)
    try container.encodeIfPresent(end, forKey: .end)
    if !exceptions.isEmpty { try container.encode(exceptions, forKey: .exceptions) }
  }
}
