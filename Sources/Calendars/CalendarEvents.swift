import Bytes
import CivilTime
import Diagnostics
import OwnWords
import PlanModel
import RunModel

/// Events as text, ready to be written to files.
package struct CalendarEvents: Sendable {
  /// An account with its events, for files of single accounts.
  package struct Owner: Sendable {
    package var fileName: AccountFileName
    /// The title and color of the calendar.
    package var title: String
    package var color: String
    /// The account's first zone.
    package var zone: Zone
    package var events: Range<Int>
  }

  package internal(set) var text = WrittenBytes()
  /// The end of each event in `text`.
  package private(set) var ends: [Int] = []
  /// The number of notifications that the events announce.
  package internal(set) var notifications = 0
  /// The start of each event, by which the soonest are found.
  package private(set) var starts: [Instant] = []
  private var zones = Zones()
  /// Accounts in the order of their events; empty unless files of single accounts are requested.
  package private(set) var owners: [Owner] = []

  /// Groups in the order of their first event; empty unless calendars of groups are requested.
  package private(set) var groups: [String] = []
  /// By event, an index into `groups`.
  package private(set) var groupIndices: [Int32] = []

  package init() {}

  /// The zones of the wall times in events.
  private struct Zones: Sendable {
    var all: [ICSTimeZone] = []
    /// By event, an index into `all`, or −1 for UTC. Empty if all events are in UTC.
    var indices: [Int32] = []

    /// Records the zone of the event after `count` others.
    mutating func note(_ zone: ICSTimeZone?, after count: Int) {
      // The events before the first one with a zone are in UTC.
      while indices.count < count { indices.append(-1) }
      guard let zone else { return indices.append(-1) }
      let index = all.lastIndex { $0.zone === zone.zone } ?? all.count
      if index == all.count { all.append(zone) }
      indices.append(Int32(index))
    }
  }

  package var count: Int { ends.count }
  /// Whether no event contains a wall time.
  package var areInUTC: Bool { zones.indices.isEmpty }

  /// Removes all events but keeps the memory.
  package mutating func removeAll() {
    text.removeAll()
    ends.removeAll(keepingCapacity: true)
    notifications = 0
    starts.removeAll(keepingCapacity: true)
    zones.all.removeAll(keepingCapacity: true)
    zones.indices.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    groupIndices.removeAll(keepingCapacity: true)
  }

  /// Records the end of an event.
  ///
  /// - Parameters:
  ///   - index: The length of the text up to its end.
  ///   - start: When the event starts.
  ///   - zone: The zone of its wall times; nil for UTC.
  mutating func endEvent(at index: Int, start: Instant, in zone: ICSTimeZone?) {
    if zone != nil || !zones.indices.isEmpty { zones.note(zone, after: count) }
    ends.append(index)
    starts.append(start)
  }

  /// Records the group of the last event.
  mutating func group(by name: String) {
    let index = groups.lastIndex(of: name) ?? groups.count
    if index == groups.count { groups.append(name) }
    groupIndices.append(Int32(index))
  }

  package mutating func append(_ event: Int, of other: CalendarEvents) {
    var out = text.takeWriter()
    other.text.withSpan { out.append($0.extracting(other.start(of: event)..<other.ends[event])) }
    text = WrittenBytes(out)
    endEvent(at: text.count, start: other.starts[event], in: other.zone(of: event))
  }

  /// Records the end of the account's events.
  mutating func endAccount(_ plan: AccountPlan, _ style: CalendarOptions.Style) throws(RunFault) {
    owners.append(
      Owner(
        fileName: try AccountFileName(plan.name),
        title: style == .personal ? plan.policy.name : "\(plan.policy.name): \(plan.name.words)",
        color: CalendarColor.name(app: plan.account.app), zone: plan.timeline.stays[0].zone,
        events: (owners.last?.events.upperBound ?? 0)..<count))
  }

  package func start(of event: Int) -> Int { event == 0 ? 0 : ends[event - 1] }

  /// Returns the zone of the wall times in an event; nil for UTC.
  package func zone(of event: Int) -> ICSTimeZone? {
    guard !zones.indices.isEmpty, zones.indices[event] >= 0 else { return nil }
    return zones.all[Int(zones.indices[event])]
  }
}

/// The origin of an account's events for their descriptions, escaped as a TEXT value. Escaping it for each fully
/// written event takes 1 % of the instructions of a run.
struct EventOrigin {
  /// ` Europe/Berlin (UTC+01:00)`, for the current stay and offset.
  private(set) var zone = WrittenBytes()
  /// `\nHere because … notifies account …: `.
  private(set) var owner = WrittenBytes()
  /// The words in the account's language.
  private(set) var words: any OwnWords = English()
  private var stay = -1
  private var offset = UTCOffset.utc

  mutating func begin(_ plan: AccountPlan) {
    stay = -1
    words = OwnLanguage.words(plan.language)
    owner.removeAll()
    var out = owner.takeWriter()
    out.append("\\n")
    let parts = words.origin
    out.append(parts.before)
    out.append(ics: plan.policy.value.name)
    out.append(parts.account)
    out.append(ics: plan.account.value.id.text)
    if let device = plan.account.value.device {
      out.append(parts.device)
      out.append(ics: device.text)
    }
    out.append(parts.after)
    owner = WrittenBytes(out)
  }

  /// Updates ``zone`` for a stay and the offset in it.
  mutating func enter(stay: Int, _ offset: UTCOffset, _ plan: AccountPlan) {
    if stay == self.stay, offset == self.offset { return }
    (self.stay, self.offset) = (stay, offset)
    zone.removeAll()
    var out = zone.takeWriter()
    out.append(UInt8(ascii: " "))
    out.append(ics: plan.timeline.stays[stay].zone.name)
    out.append(" (UTC")
    out.append(offset)
    out.append(UInt8(ascii: ")"))
    zone = WrittenBytes(out)
  }
}

extension ByteWriter {
  /// Appends `+01:00`, with seconds unless they are zero.
  fileprivate mutating func append(_ offset: UTCOffset) {
    let magnitude = Int(offset.seconds.magnitude)
    append(offset.seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(ClockDigits.two(magnitude / 3600), count: 2)
    append(UInt8(ascii: ":"))
    append(ClockDigits.two(magnitude / 60 % 60), count: 2)
    guard magnitude % 60 != 0 else { return }
    append(UInt8(ascii: ":"))
    append(ClockDigits.two(magnitude % 60), count: 2)
  }
}
