import Bytes
import CivilTime

/// A STANDARD or DAYLIGHT part of a VTIMEZONE: the offset from one onset, or from a yearly onset.
struct ICSObservance {
  let type: LocalTimeType
  private let before: UTCOffset
  /// The onset on the clock before it.
  private let onset: LocalDateTime
  private let isDaylight: Bool
  /// The value of its RRULE.
  private let rule: String?

  func write(to out: inout ByteWriter) {
    let name: StaticString = isDaylight ? "DAYLIGHT\r\n" : "STANDARD\r\n"
    out.append("BEGIN:")
    out.append(name)
    out.append(text: "DTSTART:\(onset.compact)\r\n")
    if let rule { out.append(text: "RRULE:\(rule)\r\n") }
    out.append(text: "TZOFFSETFROM:\(before.compact)\r\n")
    out.append(text: "TZOFFSETTO:\(type.offset.compact)\r\n")
    out.append("TZNAME:", text: type.abbreviation)
    out.append("END:")
    out.append(name)
  }

  /// Programs assume that daylight time is ahead. For Ireland and Morocco, the tz database says the opposite.
  private static func isDaylight(_ type: LocalTimeType, beside other: LocalTimeType) -> Bool {
    guard type.isDaylight != other.isDaylight else { return type.isDaylight }
    return type.offset.seconds > other.offset.seconds
  }

  // MARK: Yearly rules

  /// Returns the two transitions of each year as rules. The first onsets are in the preceding year.
  ///
  /// - Parameters:
  ///   - transitions: All transitions in `years`.
  ///   - years: The last month of a year, three full years, and at most a few days of the next.
  /// - Returns: nil if rules would not be exact for all of `years`.
  static func yearly(_ zone: Zone, _ transitions: [Zone.Transition], _ years: Range<Instant>) -> [ICSObservance]? {
    let first = years.lowerBound.utc.date.year
    guard transitions.count == 6 else { return nil }
    let types = transitions.map { zone.localTimeType(at: $0.at) }
    var observances: [ICSObservance] = []
    for half in 0..<2 {
      let own = stride(from: half, to: 6, by: 2).map { transitions[$0] }
      let onsets = own.map { $0.at.local(at: $0.before) }
      guard types[half] == types[half + 2], types[half] == types[half + 4],
        own.allSatisfy({ $0.before == own[0].before }), let rule = YearlyDay(onsets),
        onsets.enumerated().allSatisfy({ $0.element.date.year == first + 1 + $0.offset }),
        let date = rule.date(year: first)
      else { return nil }
      observances.append(
        ICSObservance(
          type: types[half], before: own[0].before, onset: date.at(onsets[0].time),
          isDaylight: isDaylight(types[half], beside: types[1 - half]), rule: rule.text))
    }
    guard observances[0].isDaylight != observances[1].isDaylight else { return nil }
    return observances
  }

  // MARK: Single observances

  /// Returns the offset at `now` and the span in which it holds. It is called STANDARD: programs require one, and
  /// Ruby's icalendar fails on a second observance that has not begun.
  ///
  /// - Parameter transitions: All transitions in `years`.
  static func single(
    _ zone: Zone, _ transitions: [Zone.Transition], _ years: Range<Instant>, now: Instant
  ) -> (span: Range<Instant>, observance: ICSObservance) {
    let next = transitions.firstIndex { $0.at > now } ?? transitions.count
    let last = next > 0 ? transitions[next - 1] : nil
    let start = last?.at ?? years.lowerBound
    let type = zone.localTimeType(at: start)
    let end = next < transitions.count ? transitions[next].at : years.upperBound
    return (
      start..<end,
      // Emacs accepts an observance without a rule only if it does not change the offset.
      ICSObservance(type: type, before: type.offset, onset: start.local(at: type.offset), isDaylight: false, rule: nil)
    )
  }
}

/// A day of the year as in a yearly rule: the second Sunday of March, the last one of October.
private struct YearlyDay {
  private let month: Int
  private let weekday: Weekday
  /// 1...4, or −1 for the last.
  private let week: Int

  /// - Returns: nil if no such day matches all `onsets`, or their times of day differ.
  init?(_ onsets: [LocalDateTime]) {
    guard let first = onsets.first, onsets.allSatisfy({ $0.time == first.time }) else { return nil }
    month = first.date.month
    weekday = first.date.weekday
    guard
      let week = [-1, 1, 2, 3, 4].first(where: { [month, weekday] week in
        onsets.allSatisfy { $0.date == YearlyDay.date(year: $0.date.year, month, weekday, week) }
      })
    else { return nil }
    self.week = week
  }

  func date(year: Int) -> LocalDate? { YearlyDay.date(year: year, month, weekday, week) }

  var text: String {
    "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(week)\(weekday.code.prefix(2).uppercased())"
  }

  private static func date(year: Int, _ month: Int, _ weekday: Weekday, _ week: Int) -> LocalDate? {
    guard let first = LocalDate(year: year, month: month, day: 1) else { return nil }
    let days = (0..<LocalDate.daysInMonth(year: year, month: month)).map { first.adding(days: $0) }
      .filter { $0.weekday == weekday }
    return week < 0 ? days.last : days[week - 1]
  }
}

extension UTCOffset {
  /// The offset as `+0100`, with seconds unless they are zero.
  fileprivate var compact: String { description.filter { $0 != ":" } }
}
