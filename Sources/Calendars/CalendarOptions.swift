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

  /// For whom events are written.
  package enum Style: String, CaseIterable, Sendable {
    /// For who looks after the app: with kinds, identifiers, and why they are when they are.
    case technical
    /// For who gets the notifications: what they say, and nothing else.
    case personal
  }

  /// What stands in a calendar.
  package enum Component: String, CaseIterable, Sendable {
    /// Events.
    case event
    /// To-dos.
    case todo
  }

  package var times = Times.utc
  package var style = Style.technical
  package var component = Component.event
  /// How many minutes an event takes; nil: five, and fifteen for a person. Calendars choke on events without a length.
  package var minutes: Int?
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
  /// What the calendar that everything is in is called; nil: "Notifications", and "Reminders" for a person.
  package var name: String?

  package init() {}

  /// How many seconds an event takes.
  var length: Int32 { Int32(minutes ?? (style == .personal ? 15 : 5)) * 60 }

  /// What the notifications of a calendar are called in its name, at its beginning and inside.
  package var word: (first: String, later: String) {
    style == .personal ? ("Reminders", "reminders") : ("Notifications", "notifications")
  }
}
