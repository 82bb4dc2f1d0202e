/// The options for writing calendars.
package struct CalendarOptions: Hashable, Sendable {
  package enum Times: String, CaseIterable, Sendable {
    /// Instants such as `20261024T091500Z`.
    case utc
    /// Wall times in the account's zone, with the zone's rules in the file.
    case zoned
  }

  /// The property by which events have separate calendars.
  package enum Grouping: String, CaseIterable, Sendable {
    case kind, app

    package var folder: String {
      switch self {
      case .kind: "kinds"
      case .app: "apps"
      }
    }
  }

  /// The audience of events.
  package enum Style: String, CaseIterable, Sendable {
    /// For developers: with kinds, identifiers, and the reasons for times.
    case technical
    /// For the person who gets the notifications: only their content.
    case personal
  }

  /// The components of a calendar.
  package enum Component: String, CaseIterable, Sendable {
    case event, todo
  }

  package var times = Times.utc
  package var style = Style.technical
  package var component = Component.event
  /// The length of an event in minutes; nil for five, or fifteen in a person's calendar. Calendars choke on events
  /// without a length.
  package var minutes: Int?
  /// The minutes from alarm to event; nil for no alarm.
  package var alarmMinutes: Int?
  /// The seconds after which a subscriber should ask again.
  package var refresh: Int64 = 86_400
  /// Whether to write a calendar for each account too.
  package var hasAccountFiles = false
  /// Whether to write a calendar for each kind or app too; nil for neither.
  package var grouping: Grouping?
  /// Whether to write a calendar of events that are new since the previous plan.
  package var listsAdded = false
  /// Whether files have a METHOD (RFC 5546).
  package var hasMethod = false
  /// The name of the main calendar; nil for "Notifications", or "Reminders" in a person's calendar.
  package var name: String?

  package init() {}

  /// The length of an event in seconds.
  var length: Int32 { Int32(minutes ?? (style == .personal ? 15 : 5)) * 60 }

  /// The word for notifications in a calendar's name, at its start and inside.
  package var word: (first: String, later: String) {
    style == .personal ? ("Reminders", "reminders") : ("Notifications", "notifications")
  }
}
