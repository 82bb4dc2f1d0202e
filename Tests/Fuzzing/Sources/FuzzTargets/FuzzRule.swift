import CivilTime

/// Fuzzes RRULE. The dates of a range must be inside it, sorted and distinct, and equal to the dates of its two halves.
enum FuzzRule {
  static func run(_ bytes: [UInt8]) {
    guard let rule = try? RecurrenceRule(parsing: bytes) else { return }
    let starts = [(2000, 2, 29), (2026, 11, 20), (1970, 1, 1), (9999, 12, 1)]
    for (year, month, day) in starts {
      guard let start = LocalDate(year: year, month: month, day: day),
        let recurrence = try? Recurrence(rule, start: start)
      else { continue }
      for from in [start, start.adding(days: 8000)] {
        let (middle, end) = (from.adding(days: 200), from.adding(days: 400))
        // Dates stop at the last date that exists.
        guard middle < end else { continue }
        let whole = dates(recurrence, from...end)
        let halves = dates(recurrence, from...middle) + dates(recurrence, middle.adding(days: 1)...end)
        precondition(whole == halves, "a range is not its halves")
        precondition(zip(whole, whole.dropFirst()).allSatisfy { $0 < $1 }, "dates out of order")
        precondition(whole.allSatisfy { $0 >= from && $0 <= end }, "a date outside of the range")
      }
    }
  }

  private static func dates(_ recurrence: Recurrence, _ range: ClosedRange<LocalDate>) -> [LocalDate] {
    var dates: [LocalDate] = []
    recurrence.appendDates(in: range, at: .midnight, to: &dates)
    return dates
  }
}
