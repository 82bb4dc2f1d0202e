import CivilTime
import PlanModel

/// Events as text, ready to be put into files.
package struct CalendarEvents: Sendable {
  /// Whose events these are, as far as files of single accounts need to know it.
  package struct Owner: Sendable {
    package var fileName: AccountFileName
    /// What the calendar is called, and its color.
    package var title: String
    package var color: String
    /// Where the account lives.
    package var zone: Zone
    /// How many events there are up to its last one.
    package var end: Int
  }

  package var text: [UInt8] = []
  package private(set) var marks = Marks()
  /// In the order of the events; empty unless files of single accounts are wanted.
  package private(set) var owners: [Owner] = []

  package init() {}

  /// Where events end, and whose wall times stand in them.
  package struct Marks: Sendable {
    /// Where each event ends in the text.
    package fileprivate(set) var ends: [Int] = []
    /// The zones whose wall times stand in the events.
    fileprivate var zones: [ICSTimeZone] = []
    /// By event, an index into `zones`, −1 for instants in UTC. Empty where all are in UTC.
    fileprivate var zoneIndices: [Int32] = []
    /// Where the text that is being written begins.
    fileprivate var base = 0

    /// Notes that an event ends.
    ///
    /// - Parameter index: How far the text is written that is being written.
    @inline(__always)
    mutating func endEvent(at index: Int, in zone: ICSTimeZone?) {
      ends.append(base + index)
      if let zone { note(zone) } else if !zoneIndices.isEmpty { zoneIndices.append(-1) }
    }

    private mutating func note(_ zone: ICSTimeZone) {
      // The events before the first one with a zone are in UTC.
      while zoneIndices.count < ends.count - 1 { zoneIndices.append(-1) }
      let index = zones.lastIndex { $0.zone === zone.zone } ?? zones.count
      if index == zones.count { zones.append(zone) }
      zoneIndices.append(Int32(index))
    }
  }

  /// How many events there are.
  package var count: Int { marks.ends.count }
  /// Where each event ends in `text`.
  package var ends: [Int] { marks.ends }
  /// Whether no wall time stands in any of the events.
  package var areInUTC: Bool { marks.zoneIndices.isEmpty }

  /// Empties it and keeps its memory.
  package mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    marks.ends.removeAll(keepingCapacity: true)
    marks.zones.removeAll(keepingCapacity: true)
    marks.zoneIndices.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
  }

  /// Appends events that `write` writes.
  ///
  /// - Parameter size: At least as many bytes as they take.
  mutating func append(atMost size: Int, _ write: (inout ByteCursor, inout Marks) -> Void) {
    marks.base = text.count
    CalendarEvents.append(to: &text, &marks, atMost: size, write)
  }

  private static func append(
    to text: inout [UInt8], _ marks: inout Marks, atMost size: Int, _ write: (inout ByteCursor, inout Marks) -> Void
  ) {
    text.append(atMost: size) { write(&$0, &marks) }
  }

  /// Notes that the account's last event is there.
  mutating func endAccount(_ plan: AccountPlan, title: String) {
    owners.append(
      Owner(
        fileName: AccountFileName(app: plan.account.app, id: plan.account.id.text), title: title,
        color: CalendarColor.name(app: plan.account.app), zone: plan.account.zone, end: count))
  }

  package func start(of event: Int) -> Int { event == 0 ? 0 : ends[event - 1] }

  /// The zone whose wall times stand in an event; nil: its times are in UTC.
  package func zone(of event: Int) -> ICSTimeZone? {
    guard !marks.zoneIndices.isEmpty, marks.zoneIndices[event] >= 0 else { return nil }
    return marks.zones[Int(marks.zoneIndices[event])]
  }
}
