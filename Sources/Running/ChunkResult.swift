import CivilTime
import Diagnostics
import Reporting

/// What came out of one chunk, ready to be written.
struct ChunkResult: Sendable {
  var plan: [UInt8] = []
  var actions: [UInt8] = []
  /// Lines of `accounts.ndjson`.
  var details: [UInt8] = []
  var events = CalendarEvents()
  var cancelled = CalendarEvents()
  var accounts: [RenderedAccount] = []
  var summary: RunSummary
  var diagnostics: [Diagnostic] = []
  /// The previous plan's accounts that this one has as well.
  var succeeded = AccountSet(count: 0)

  /// Empties it and keeps its memory.
  mutating func removeAll(now: Instant) {
    plan.removeAll(keepingCapacity: true)
    actions.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
    events.removeAll()
    cancelled.removeAll()
    accounts.removeAll(keepingCapacity: true)
    summary = RunSummary(now: now)
    diagnostics.removeAll()
    succeeded = AccountSet(count: 0)
  }
}
