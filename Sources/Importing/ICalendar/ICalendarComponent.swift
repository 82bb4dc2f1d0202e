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
    /// Whether KOrganizer's user switched it off.
    var isOff = false
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

  var isTask: Bool
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
  /// The first occurrence that is still to do: KDE's programs move it with each completion.
  var next: ICalendarTime?
  var status = ""
  var isCompleted = false
  var percent = 0
  var sequence = 0
  /// The newest of DTSTAMP and LAST-MODIFIED.
  var stamp: Instant?
  var alarms: [Alarm] = []
  var acknowledged: Instant?
  var snoozes: [Snooze] = []
  /// Whether its times are marked as bounds of whole days, as by Outlook.
  var isWholeDay = false
  /// Counts the components without a UID that have one title and start. A to-do with an event's UID has 2.
  var number = 1

  init(isTask: Bool, in calendar: ICalendarObject, at place: Place) {
    (self.isTask, self.calendar, self.place) = (isTask, calendar, place)
  }

  var isDone: Bool { status == "COMPLETED" || isCompleted || isTask && percent == 100 }
  var isCancelled: Bool { status == "CANCELLED" || calendar.method == "CANCEL" }
  /// The time that its occurrences are counted from.
  var anchor: ICalendarTime? { start ?? (isTask ? due : nil) }

  /// An identifier that is stable across exports, even without a UID.
  var id: String {
    let end = number > 1 ? "-\(number)" : ""
    if let uid, !uid.isEmpty { return uid + end }
    return "\(summary)@\(anchor?.local.description ?? "")\(end)"
  }

  var what: String { isTask ? "task" : "event" }
}

extension ICalendarComponent {
  /// Returns the component as if it was at the place of another one.
  func placed(at other: ICalendarComponent) -> ICalendarComponent {
    var copy = self
    (copy.place, copy.summaryPlace) = (other.place, other.summaryPlace)
    copy.start?.place = other.place
    copy.due?.place = other.place
    copy.occurrence?.place = other.place
    return copy
  }

  /// Turns times at midnight into dates, if the component is marked as one of whole days.
  mutating func readDays(_ output: ImportOutput) {
    guard isWholeDay else { return }
    let (first, last) = (start.flatMap { day($0, output) }, due.flatMap { day($0, output) })
    if start != nil && first == nil || due != nil && last == nil { return }
    (start, due) = (first, last)
    exceptions = exceptions.map { day($0, output) ?? $0 }
    occurrence = occurrence.map { day($0, output) ?? $0 }
    for index in more.indices {
      more[index].time = day(more[index].time, output) ?? more[index].time
      if case .at(let end) = more[index].end { more[index].end = .at(day(end, output) ?? end) }
    }
  }

  /// Returns the date of a time at midnight: by its own clock, or if it is in UTC, by the viewer's.
  private func day(_ time: ICalendarTime, _ output: ImportOutput) -> ICalendarTime? {
    if time.time == nil { return time }
    var day = time
    (day.time, day.clock) = (nil, .floating)
    if time.time == .midnight { return day }
    var viewed = time
    viewed.clock = .floating
    guard time.clock == .utc, let zone = calendar.zone(of: viewed, output) else { return nil }
    let local = zone.local(time.stamp)
    day.date = local.date
    return local.time == .midnight ? day : nil
  }
}
