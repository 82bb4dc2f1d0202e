import Bytes
import Calendars
import CivilTime
import Diagnostics
import Pages
import PlanFiles
import RunModel

/// What came out of one chunk, or of a part of it, ready to be written.
struct ChunkResult: Sendable {
  var plan = WrittenBytes()
  var actions = WrittenBytes()
  /// Lines of `accounts.ndjson`.
  var details = WrittenBytes()
  /// Lines of `marks.ndjson`.
  var marks = WrittenBytes()
  var events = CalendarEvents()
  /// Those of `events` that the previous plan did not have.
  var added = CalendarEvents()
  var cancelled = CalendarEvents()
  var sections = AccountSections()
  var summary: RunSummary
  var diagnostics: [Diagnostic] = []
  /// The previous plan's accounts that this one has as well.
  var succeeded = AccountSet(count: 0)
  /// Of the input, when its chunk is through with it.
  var bytesRead: Int64 = 0

  init(now: Instant) {
    summary = RunSummary(now: now)
  }

  /// In bytes, as far as it can be large.
  var size: Int {
    plan.count + actions.count + details.count + marks.count + events.text.count + added.text.count
      + cancelled.text.count + sections.size
  }

  /// Empties it and keeps its memory.
  mutating func removeAll(now: Instant) {
    plan.removeAll()
    actions.removeAll()
    details.removeAll()
    marks.removeAll()
    events.removeAll()
    added.removeAll()
    cancelled.removeAll()
    sections.removeAll()
    summary = RunSummary(now: now)
    diagnostics.removeAll()
    bytesRead = 0
    succeeded = AccountSet(count: 0)
  }
}
