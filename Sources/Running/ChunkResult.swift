import Bytes
import Calendars
import CivilTime
import Diagnostics
import Pages
import RunModel

/// What came out of one chunk, ready to be written.
struct ChunkResult: Sendable {
  var plan = WrittenBytes()
  var actions = WrittenBytes()
  /// Lines of `accounts.ndjson`.
  var details = WrittenBytes()
  var events = CalendarEvents()
  /// Those of `events` that the previous plan did not have.
  var added = CalendarEvents()
  var cancelled = CalendarEvents()
  var accounts: [RenderedAccount] = []
  var summary: RunSummary
  var diagnostics: [Diagnostic] = []
  /// The previous plan's accounts that this one has as well.
  var succeeded = AccountSet(count: 0)

  /// Empties it and keeps its memory.
  mutating func removeAll(now: Instant) {
    plan.removeAll()
    actions.removeAll()
    details.removeAll()
    events.removeAll()
    added.removeAll()
    cancelled.removeAll()
    accounts.removeAll(keepingCapacity: true)
    summary = RunSummary(now: now)
    diagnostics.removeAll()
    succeeded = AccountSet(count: 0)
  }
}
