import CivilTime
import Formats

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
      if let words = ICalendarAlarms.words[alarm.action] {
        output.note(words.one, words.many, at: alarm.place)
        continue
      }
      let trigger = alarm.trigger.flatMap(part.trigger)
      // Apple also gives every place alarm this time, which is long past.
      if alarm.isPlace || trigger == .absolute(Instant(epochSeconds: 197_168_145)!) {
        output.note(
          "alarm rings at a place: it is not planned", "alarms ring at a place: they are not planned", at: alarm.place)
      } else if let trigger, alarm.snoozedID != nil {
        snoozes.append((alarm, trigger))
      } else if let trigger {
        let seen = alarm.acknowledged ?? component.acknowledged
        for trigger in rings(of: alarm, trigger) {
          if known.insert(trigger).inserted {
            triggers.append(trigger)
          } else {
            output.note(
              "alarm is there twice: it is planned once", "alarms are there twice: they are planned once",
              at: alarm.place)
          }
          let at = part.ring(trigger, part.anchor.local)
          if let seen, at <= seen {
            output.delivered(ICalendarItems.id(trigger, of: component), at: at, from: alarm.place)
          }
        }
      }
    }
    let hasDefault = component.isTask || output.settings.eventAlarm != nil
    if component.alarms.isEmpty, hasDefault { triggers = [nil] }
  }

  /// Returns the rings of an alarm that repeats until it is seen.
  private func rings(of alarm: ICalendarComponent.Alarm, _ trigger: Trigger) -> [Trigger] {
    guard let interval = alarm.interval, alarm.repetitions > 0 else { return [trigger] }
    let distance = interval.days * 86_400 + interval.seconds
    guard distance > 0 else { return [trigger] }
    return (0...min(alarm.repetitions, ICalendarAlarms.maximumRings)).map { number in
      switch trigger {
      case .absolute(let instant): return .absolute(instant.advanced(bySeconds: Int64(number * distance)))
      case .relative(var duration, let toEnd):
        duration.seconds += number * distance
        return .relative(duration, toEnd: toEnd)
      }
    }
  }

  /// Whether alarms with an ACTION do not notify.
  static func isSilent(_ action: String) -> Bool { words[action] != nil }

  /// Words for alarms that do not notify, by their ACTION.
  private static let words = [
    "EMAIL": ("alarm sends an email: it is not planned", "alarms send emails: they are not planned"),
    "PROCEDURE": ("alarm runs a program: it is not planned", "alarms run programs: they are not planned"),
    "NONE": ("alarm is switched off: it is not planned", "alarms are switched off: they are not planned"),
  ].mapValues { (one: $0.0, many: $0.1) }
}
