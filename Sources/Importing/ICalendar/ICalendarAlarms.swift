import CivilTime
import Formats
import PlanModel

/// The alarms of a component that notify, and its snoozes.
struct ICalendarAlarms {
  typealias Trigger = ICalendarPart.Trigger

  /// The distinct triggers. A nil trigger is the default of a to-do or event without an alarm.
  private(set) var triggers: [Trigger?] = []
  /// The alarms that postpone another one.
  private(set) var snoozes: [(alarm: ICalendarComponent.Alarm, trigger: Trigger)] = []

  /// The most rings of one alarm.
  private static let maximumRings = 1000

  init() {}

  init(_ part: ICalendarPart, _ output: ImportOutput) {
    let component = part.component
    var known: Set<Trigger> = []
    for alarm in component.alarms {
      let trigger = alarm.trigger.flatMap(part.trigger)
      let instant: Instant? = if case .absolute(let at) = trigger { at } else { nil }
      if ICalendarAlarms.isLeftOut(alarm, at: instant, output) { continue }
      if let trigger, alarm.snoozedID != nil {
        snoozes.append((alarm, trigger))
      } else if let trigger {
        let seen = alarm.acknowledged ?? component.acknowledged
        for trigger in rings(of: alarm, trigger, part.clock, output) {
          if known.insert(trigger).inserted {
            triggers.append(trigger)
          } else {
            output.note("alarm is there twice", "alarms are there twice", "planned once", at: alarm.place)
          }
          let at = part.ring(trigger, part.anchor.local)
          if let seen, at <= seen {
            let offset = part.offset(trigger, part.anchor.local).flatMap { ReminderOffset($0, withAt: true) }
            output.delivered(component.id, offset, at: at, from: alarm.place)
          }
        }
      } else {
        output.refuse(
          "the TZID of the alarm's time is unknown",
          expected: "a zone of the tz database, or a VTIMEZONE of that name", at: alarm.place, item: component.uid,
          field: "TRIGGER", code: .unknownZone)
      }
    }
    let hasDefault = component.isTask || output.settings.eventAlarm != nil
    if component.alarms.isEmpty, hasDefault { triggers = [nil] }
  }

  /// Returns whether an alarm does not notify, or not at a time, after counting it.
  static func isLeftOut(_ alarm: ICalendarComponent.Alarm, at instant: Instant?, _ output: ImportOutput) -> Bool {
    // Apple also gives every place alarm this time, which is long past.
    let isPlace = alarm.isPlace || instant == Instant(epochSeconds: 197_168_145)
    let place = ("alarm rings at a place: it is not planned", "alarms ring at a place: they are not planned")
    guard let words = words(alarm.isOff ? "NONE" : alarm.action) ?? (isPlace ? place : nil) else { return false }
    output.note(words.one, words.many, at: alarm.place)
    return true
  }

  /// Returns the rings of an alarm that repeats until it is seen.
  private func rings(
    of alarm: ICalendarComponent.Alarm, _ trigger: Trigger, _ clock: Zone, _ output: ImportOutput
  ) -> [Trigger] {
    guard let interval = alarm.interval, alarm.repetitions > 0, interval.days * 86_400 + interval.seconds > 0 else {
      return [trigger]
    }
    if alarm.repetitions > ICalendarAlarms.maximumRings {
      output.note(
        "alarm rings more than \(ICalendarAlarms.maximumRings) times",
        "alarms ring more than \(ICalendarAlarms.maximumRings) times",
        "planned so often", at: alarm.place)
    }
    return (0...min(alarm.repetitions, ICalendarAlarms.maximumRings)).map { number in
      let (days, seconds) = (number * interval.days, number * interval.seconds)
      switch trigger {
      case .absolute(let instant):
        let day = clock.local(instant).adding(days: days)
        return .absolute((days == 0 ? instant : clock.instant(of: day)).advanced(bySeconds: Int64(seconds)))
      case .relative(var duration, let toEnd):
        duration.days += days
        duration.seconds += seconds
        return .relative(duration, toEnd: toEnd)
      }
    }
  }

  /// Whether alarms with an ACTION do not notify.
  static func isSilent(_ action: String) -> Bool { words(action) != nil }

  /// Returns words for alarms that do not notify. An unknown ACTION does not (RFC 5545, section 3.8.6.1).
  private static func words(_ action: String) -> (one: String, many: String)? {
    words[action] ?? (["DISPLAY", "AUDIO", ""].contains(action) ? nil : words["X-"])
  }

  private static let words = [
    "EMAIL": ("alarm sends an email: it is not planned", "alarms send emails: they are not planned"),
    "PROCEDURE": ("alarm runs a program: it is not planned", "alarms run programs: they are not planned"),
    "X-": ("alarm has an unknown ACTION: it is not planned", "alarms have an unknown ACTION: they are not planned"),
    "NONE": ("alarm is switched off: it is not planned", "alarms are switched off: they are not planned"),
  ].mapValues { (one: $0.0, many: $0.1) }
}
