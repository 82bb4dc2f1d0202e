/// The form in which calendars are written.
package struct CalendarOptions: Hashable, Sendable {
  package enum Times: String, CaseIterable, Sendable {
    /// Instants, as `20261024T091500Z`.
    case utc
    /// Wall times of the zone that the account's clock is in, with the zone's rules in the file.
    case zoned
  }

  package var times = Times.utc
  /// How many minutes before it an event alarms; nil: not at all.
  package var alarmMinutes: Int?
  /// One calendar an account, besides the whole.
  package var hasAccountFiles = false

  package init() {}
}
