import CivilTime

/// An example for messages: the instant that a date, or a time without offset, probably means.
struct InstantExample: CustomStringConvertible {
  let description: String

  init(for text: String) {
    let local =
      LocalDateTime(iso8601: text.replacing(" ", with: "T").utf8)
      ?? LocalDate(iso8601: text.utf8)?.at(LocalTime(hour: 9, minute: 0)!)
    description = local.flatMap { Instant(epochSeconds: $0.secondsSinceEpoch)?.description } ?? "2026-11-20T09:00:00Z"
  }
}
