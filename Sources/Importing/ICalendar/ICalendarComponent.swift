import CivilTime
import Formats

/// A VEVENT or VTODO as the file gives it.
struct ICalendarComponent {
  struct Alarm {
    enum Trigger: Hashable {
      case absolute(Instant)
      case relative(ICalendarDuration, toEnd: Bool)
    }

    var action = "DISPLAY"
    var trigger: Trigger?
    var isPlace = false
    var acknowledged: Instant?
    var place: Place
  }

  let isTask: Bool
  var place: Place
  var uid: String?
  var summary = ""
  var summaryPlace: Place?
  var start: ICalendarTime?
  var due: ICalendarTime?
  var length: ICalendarDuration?
  var rule: RuleText?
  var hasSeveralRules = false
  var exceptions: [ICalendarTime] = []
  var more: [ICalendarTime] = []
  var occurrence: ICalendarTime?
  var status = ""
  var completed: Instant?
  var percent = 0
  var sequence = 0
  var alarms: [Alarm] = []
  var acknowledged: Instant?
  var snoozedUntil: Instant?

  init(isTask: Bool, at place: Place) { (self.isTask, self.place) = (isTask, place) }

  var isDone: Bool { status == "COMPLETED" || completed != nil || percent == 100 }
  var isCancelled: Bool { status == "CANCELLED" }
  /// The time that its occurrences are counted from.
  var anchor: ICalendarTime? { start ?? due }

  /// An identifier that is stable across exports, even without a UID.
  var id: String {
    if let uid, !uid.isEmpty { return uid }
    return "\(summary)@\(anchor?.local.description ?? "")"
  }

  var what: String { isTask ? "task" : "event" }
}
