import Bytes
import CivilTime
import Diagnostics
import PlanModel

/// Events as text, ready to be put into files.
package struct CalendarEvents: Sendable {
  /// Whose events these are, as far as files of single accounts need to know it.
  package struct Owner: Sendable {
    package var fileName: AccountFileName
    /// What the calendar is called, and its color.
    package var title: String
    package var color: String
    /// Where the account lives at first.
    package var zone: Zone
    package var events: Range<Int>
  }

  package internal(set) var text = WrittenBytes()
  /// Where each event ends in `text`.
  package private(set) var ends: [Int] = []
  private var zones = Zones()
  /// In the order of the events; empty unless files of single accounts are wanted.
  package private(set) var owners: [Owner] = []

  /// By what the events are grouped, in the order that the groups were met; empty unless calendars of groups are wanted.
  package private(set) var groups: [String] = []
  /// By event, an index into `groups`.
  package private(set) var groupIndices: [Int32] = []

  package init() {}

  /// Whose wall times stand in events.
  private struct Zones: Sendable {
    var all: [ICSTimeZone] = []
    /// By event, an index into `all`, −1 for instants in UTC. Empty where all are in UTC.
    var indices: [Int32] = []

    /// Notes whose wall times stand in the event after so many.
    mutating func note(_ zone: ICSTimeZone?, after count: Int) {
      // The events before the first one with a zone are in UTC.
      while indices.count < count { indices.append(-1) }
      guard let zone else { return indices.append(-1) }
      let index = all.lastIndex { $0.zone === zone.zone } ?? all.count
      if index == all.count { all.append(zone) }
      indices.append(Int32(index))
    }
  }

  /// How many events there are.
  package var count: Int { ends.count }
  /// Whether no wall time stands in any of the events.
  package var areInUTC: Bool { zones.indices.isEmpty }

  /// Empties it and keeps its memory.
  package mutating func removeAll() {
    text.removeAll()
    ends.removeAll(keepingCapacity: true)
    zones.all.removeAll(keepingCapacity: true)
    zones.indices.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    groupIndices.removeAll(keepingCapacity: true)
  }

  /// Notes that an event ends.
  ///
  /// - Parameters:
  ///   - index: How much text there is up to its end.
  ///   - zone: By whose clocks it has its times; nil: in UTC.
  mutating func endEvent(at index: Int, in zone: ICSTimeZone?) {
    if zone != nil || !zones.indices.isEmpty { zones.note(zone, after: count) }
    ends.append(index)
  }

  /// Notes the group of the event that ended last.
  mutating func group(by name: String) {
    let index = groups.lastIndex(of: name) ?? groups.count
    if index == groups.count { groups.append(name) }
    groupIndices.append(Int32(index))
  }

  /// Appends an event of `other`.
  mutating func append(_ event: Int, of other: CalendarEvents) {
    var out = text.takeWriter()
    other.text.withSpan { out.append($0.extracting(other.start(of: event)..<other.ends[event])) }
    text = WrittenBytes(out)
    endEvent(at: text.count, in: other.zone(of: event))
  }

  /// Notes that the account's last event is there.
  mutating func endAccount(_ plan: AccountPlan, _ style: CalendarOptions.Style) throws(FatalInput) {
    owners.append(
      Owner(
        fileName: try AccountFileName(plan.name),
        title: style == .personal ? plan.policy.name : "\(plan.policy.name): \(plan.name.words)",
        color: CalendarColor.name(app: plan.account.app), zone: plan.timeline.stays[0].zone,
        events: (owners.last?.events.upperBound ?? 0)..<count))
  }

  package func start(of event: Int) -> Int { event == 0 ? 0 : ends[event - 1] }

  /// The zone whose wall times stand in an event; nil: its times are in UTC.
  package func zone(of event: Int) -> ICSTimeZone? {
    guard !zones.indices.isEmpty, zones.indices[event] >= 0 else { return nil }
    return zones.all[Int(zones.indices[event])]
  }
}
