import CivilTime
import Formats

/// A VEVENT or VTODO as the file gives it.
struct ICalendarComponent {
  struct Alarm {
    enum Trigger {
      case absolute(ICalendarTime)
      case relative(ICalendarDuration, toEnd: Bool)
    }

    var action = "DISPLAY"
    var trigger: Trigger?
    var isPlace = false
    var acknowledged: Instant?
    /// How often it rings again, and the time from one ring to the next.
    var repetitions = 0
    var interval: ICalendarDuration?
    var id: String?
    /// The alarm that it postpones, with `RELTYPE=SNOOZE`.
    var snoozedID: String?
    var place: Place
  }

  /// The end of an occurrence.
  enum End {
    case at(ICalendarTime)
    case after(ICalendarDuration)
  }

  /// An occurrence that no rule makes (RDATE). A period has an end of its own.
  struct Addition {
    var time: ICalendarTime
    var end: End?
  }

  /// A recurrence rule as the file writes it.
  struct Rule {
    var text: String
    var place: Place
  }

  /// The end of a snooze.
  struct Snooze {
    /// The occurrence; nil for a component without any, or for the occurrence whose alarm rang last.
    var occurrence: Instant?
    var until: Instant
  }

  let isTask: Bool
  let calendar: ICalendarObject
  var place: Place
  var uid: String?
  var summary = ""
  var summaryPlace: Place?
  var start: ICalendarTime?
  var due: ICalendarTime?
  var length: ICalendarDuration?
  var rule: Rule?
  var hasSeveralRules = false
  var excludedRules: [Rule] = []
  var exceptions: [ICalendarTime] = []
  var more: [Addition] = []
  var occurrence: ICalendarTime?
  /// Whether a changed occurrence changes all later ones too (`RANGE=THISANDFUTURE`).
  var changesLater = false
  var status = ""
  var completed: Instant?
  var percent = 0
  var sequence = 0
  /// The newest of DTSTAMP and LAST-MODIFIED.
  var stamp: Instant?
  var alarms: [Alarm] = []
  var acknowledged: Instant?
  var snoozes: [Snooze] = []

  init(isTask: Bool, in calendar: ICalendarObject, at place: Place) {
    (self.isTask, self.calendar, self.place) = (isTask, calendar, place)
  }

  var isDone: Bool { status == "COMPLETED" || completed != nil || percent == 100 }
  var isCancelled: Bool { status == "CANCELLED" || calendar.method == "CANCEL" }
  /// The time that its occurrences are counted from.
  var anchor: ICalendarTime? { start ?? due }

  /// An identifier that is stable across exports, even without a UID.
  var id: String {
    if let uid, !uid.isEmpty { return uid }
    return "\(summary)@\(anchor?.local.description ?? "")"
  }

  var what: String { isTask ? "task" : "event" }
}
