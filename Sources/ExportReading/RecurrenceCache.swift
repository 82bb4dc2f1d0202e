import CivilTime

/// Recurrences by the text of their rule.
struct RecurrenceCache {
  /// Enough for every day of a year, and for the sets of weekdays and months that are in use.
  private var recurrences = TextCache<Recurrence>(size: 4096)

  /// The rule that `text` spells, from `start` on.
  mutating func recurrence(
    _ text: UnsafeBufferPointer<UInt8>, start: LocalDate
  ) throws(RecurrenceError) -> Recurrence {
    if let known = recurrences[text]?.starting(start) { return known }
    let recurrence = try Recurrence(RecurrenceRule(parsing: text), start: start)
    recurrences.keep(recurrence, for: text)
    return recurrence
  }
}
