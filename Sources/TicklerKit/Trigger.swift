public import CivilTime
internal import PlanModel

/// A request's trigger, in the terms of `UNNotificationTrigger`.
public enum Trigger: Hashable, Codable, Sendable {
  /// Once, at a wall time: `UNCalendarNotificationTrigger` with all components. If it floats, omit the zone: the device then fires at
  /// that wall time in any zone.
  case once(LocalDateTime, zone: String, floats: Bool)
  /// Repeatedly, at a wall time on these dates: `UNCalendarNotificationTrigger` with `repeats`.
  case repeating(hour: Int, minute: Int, on: Dates)
  /// At the request's ``Request/at``, regardless of the account's zone: `UNTimeIntervalNotificationTrigger`.
  case instant
  /// At the border of a circle: `UNLocationNotificationTrigger`.
  case place(Place)

  /// The dates of a repeating trigger.
  public enum Dates: Hashable, Codable, Sendable {
    /// Every day.
    case daily
    /// A day of every week.
    case weekly(Weekday)
    /// A day of every month, 1 to 28.
    case monthly(day: Int)
    /// A day of every year.
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
