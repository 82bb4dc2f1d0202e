import Bytes
import Calendars
import CivilTime
import Diagnostics
import Pages
import RunModel

/// The output of a chunk, or of a part of it, ready to be written.
struct ChunkResult: Sendable {
  var plan = WrittenBytes()
  var actions = WrittenBytes()
  /// Lines of `accounts.ndjson`.
  var details = WrittenBytes()
  /// Lines of `marks.ndjson`.
  var marks = WrittenBytes()
  var events = CalendarEvents()
  /// The events that the previous plan lacked.
  var added = CalendarEvents()
  var cancelled = CalendarEvents()
  var sections = AccountSections()
  var summary: RunSummary
  var diagnostics: [Diagnostic] = []
  /// The accounts of the previous plan that this one also has.
  var succeeded = AccountSet(count: 0)
  /// The bytes of input read; set once the chunk is done.
  var bytesRead: Int64 = 0

  init(now: Instant) { summary = RunSummary(now: now) }

  /// The size in bytes of the parts that can be large.
  var size: Int {
    plan.count + actions.count + details.count + marks.count + events.text.count + added.text.count
      + cancelled.text.count + sections.size
  }

  /// Empties the result and keeps its memory.
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
