/// The form in which calendars are written.
package struct CalendarOptions: Hashable, Sendable {
  package enum Times: String, CaseIterable, Sendable {
    /// Instants, as `20261024T091500Z`.
    case utc
    /// Wall times of the zone that the account's clock is in, with the zone's rules in the file.
    case zoned
  }

  /// What events may be told apart by.
  package enum Grouping: String, CaseIterable, Sendable {
    case kind, app

    /// Where the calendars of the groups are.
    package var folder: String {
      switch self {
      case .kind: "kinds"
      case .app: "apps"
      }
    }
  }

  package var times = Times.utc
  /// How many minutes before it an event alarms; nil: not at all.
  package var alarmMinutes: Int?
  /// One calendar an account, besides the whole.
  package var hasAccountFiles = false
  /// What has a calendar of its own besides, each of its kind; nil: nothing.
  package var grouping: Grouping?
  /// Whether a calendar of what the previous plan did not have is wanted.
  package var listsAdded = false
  /// Whether the files say by METHOD what to do with them (RFC 5546).
  package var hasMethod = false
  /// What the calendar that everything is in is called; nil: "Notifications".
  package var name: String?

  package init() {}
}
