public import CivilTime
internal import PlanModel

/// What makes a request fire, in the terms of `UNNotificationTrigger`.
public enum Trigger: Hashable, Codable, Sendable {
  /// A wall time, once: `UNCalendarNotificationTrigger` with all components. If it floats, leave out the zone: the device then
  /// fires at that wall time wherever it is.
  case once(LocalDateTime, zone: String, floats: Bool)
  /// A wall time on these dates, again and again: `UNCalendarNotificationTrigger` with `repeats`.
  case repeating(hour: Int, minute: Int, on: Dates)
  /// The request's ``Request/at``, wherever the account is then: `UNTimeIntervalNotificationTrigger`.
  case instant
  /// The border of a circle: `UNLocationNotificationTrigger`.
  case place(Place)

  /// The dates of a repeating trigger.
  public enum Dates: Hashable, Codable, Sendable {
    /// Every day.
    case daily
    /// That day of every week.
    case weekly(Weekday)
    /// That day of every month, 1 to 28.
    case monthly(day: Int)
    /// That day of every year.
    case yearly(month: Int, day: Int)
  }

  init(_ model: PlanModel.Trigger) {
    switch model {
    case .instant: self = .instant
    case .once(let local, let zone, let floats): self = .once(local, zone: zone, floats: floats)
    case .region(let place): self = .place(Place(place))
    case .repeating(let repeating):
      let dates: Dates =
        switch repeating.dates {
        case .daily: .daily
        case .weekly(let day): .weekly(day)
        case .monthly(let day): .monthly(day: day)
        case .yearly(let month, let day): .yearly(month: month, day: day)
        }
      self = .repeating(hour: repeating.time.hour, minute: repeating.time.minute, on: dates)
    }
  }
}
