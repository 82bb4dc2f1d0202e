public import CivilTime
public import Foundation

extension Instant {
  /// Creates the instant of a date, truncated to seconds. A date out of range becomes the first or last instant.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self = seconds < 0 ? .distantPast : .distantFuture
    if abs(seconds) < 1e12, let instant = Instant(epochSeconds: Int64(seconds)) { self = instant }
  }
}

extension Date {
  /// Creates the date of an instant.
  public init(_ instant: Instant) { self.init(timeIntervalSince1970: TimeInterval(instant.epochSeconds)) }
}

extension LocalDate {
  /// Creates a date from year, month and day of the Gregorian calendar; nil if one is missing, or the date does not exist.
  public init?(_ components: DateComponents) {
    guard let year = components.year, let month = components.month, let day = components.day else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension LocalTime {
  /// Creates a time of day from hour, minute and second; nil if the hour is missing, or the time does not exist. Minute and second
  /// default to zero.
  public init?(_ components: DateComponents) {
    guard let hour = components.hour else { return nil }
    self.init(hour: hour, minute: components.minute ?? 0, second: components.second ?? 0)
  }
}

extension LocalDateTime {
  /// Creates a wall time from its components; nil if date or hour are missing, or the date or time does not exist.
  public init?(_ components: DateComponents) {
    guard let date = LocalDate(components), let time = LocalTime(components) else { return nil }
    self = date.at(time)
  }
}

extension DateComponents {
  /// Creates the components of a wall time, from the year to the second, without a zone.
  public init(_ local: LocalDateTime) {
    let (date, time) = (local.date, local.time)
    self.init(
      year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute, second: time.second)
  }
}
