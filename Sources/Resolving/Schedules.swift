import CivilTime
import Diagnostics
import Formats
import PlanModel

/// What an item says of when it comes again, before it is put together.
struct ScheduleFields {
  enum Word: String, CaseIterable, Sendable {
    case none, daily, weekly, monthly, yearly, customDays
  }

  var start: LocalDate?
  var word = Word.none
  var weekdays = WeekdaySet()
  var until: LocalDate?
  var exceptions: DateSet = []
  /// The index of the rule.
  var rule: Int?
}

extension RecordResolver {
  /// The schedule of the present item from its first date on; nil without one or where something is wrong.
  mutating func schedule() -> Schedule? {
    var repetition: Repetition
    switch draft.schedule.word {
    case .none: repetition = .none
    case .daily: repetition = .daily
    case .weekly: repetition = .weekly
    case .monthly: repetition = .monthly
    case .yearly: repetition = .yearly
    case .customDays:
      guard let start = draft.schedule.start else { return nil }
      repetition = .customDays(draft.schedule.weekdays.isEmpty ? WeekdaySet(start.weekday) : draft.schedule.weekdays)
    }
    if let rule = draft.schedule.rule {
      if !repetition.isNone {
        report(
          .badValue, at: rule, field: label(of: rule), found: "the item has both repeat and rrule",
          expected: "one of the two")
        return nil
      }
      guard let start = draft.schedule.start, let recurrence = recurrence(rule, start: start) else { return nil }
      repetition = .rule(recurrence)
    }
    guard let start = draft.schedule.start else { return nil }
    return Schedule(
      start: start, repetition: repetition, until: draft.schedule.until, exceptions: draft.schedule.exceptions)
  }

  mutating func recurrence(_ index: Int, start: LocalDate) -> Recurrence? {
    guard record.values[index].type.isText else {
      refuse(index, expected: ValueType.rule.words, isOfType: false)
      return nil
    }
    if let known = recurrences[record.bytes(index)]?.starting(start) { return known }
    do {
      let recurrence = try Recurrence(RecurrenceRule(parsing: Array(record.string(index).utf8)), start: start)
      recurrences.keep(recurrence, for: record.string(index))
      return recurrence
    } catch {
      let found = error.found.isEmpty ? "nothing" : error.found.quotedForDiagnostic
      report(
        .badValue, at: index, field: label(of: index),
        found: "found \(found) at character \(error.offset + 1) of \(words(index))", expected: error.expected)
      return nil
    }
  }
}

/// When an item comes again: the fields of ``ScheduleFields``.
extension Field {
  static var repeating: [Field] {
    let words = WordList(ScheduleFields.Word.allCases.map(\.rawValue))
    return [
      Field("repeat", .choice(words.texts), "How it repeats; `customDays` uses `weekdays`") { resolver, index in
        if let word = resolver.choice(index, words) {
          resolver.draft.schedule.word = ScheduleFields.Word.allCases[word]
        }
      },
      Field("rrule", .rule, "RFC 5545 rule, instead of `repeat`") { resolver, index in
        resolver.draft.schedule.rule = index
      },
      Field("exdates", .list(of: .date, least: 0), "Dates to skip") { resolver, index in
        resolver.draft.schedule.exceptions = resolver.dates(index) ?? []
      },
      Field(
        "weekdays", .list(of: .weekday, least: 0), "Days for `customDays`; defaults to the weekday of the first date"
      ) { resolver, index in
        resolver.draft.schedule.weekdays = resolver.weekdays(index) ?? []
      },
      Field("until", .date, "Last date, inclusive") { resolver, index in
        resolver.draft.schedule.until = resolver.date(index)
      },
    ]
  }

  /// The first date of an item's schedule.
  static func start(_ name: String, _ says: String, _ need: Need = .optional) -> Field {
    Field(name, .date, says, need) { resolver, index in
      resolver.draft.schedule.start = resolver.date(index, in: PlannableTime.dates)
    }
  }
}
