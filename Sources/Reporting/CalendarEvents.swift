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
  /// Where each event ends in `text`.
  package private(set) var ends: [Int] = []
  private var zones = Zones()
  /// In the order of the events; empty unless files of single accounts are wanted.
  package private(set) var owners: [Owner] = []

  package init() {}

  /// Whose wall times stand in events.
  fileprivate struct Zones: Sendable {
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

  /// Notes, while events are written, where each of them ends, and whose wall times stand in it.
  struct Marks {
    /// Where the text that is being written begins, and how many events stand before it.
    private let base: Int
    private let before: Int
    private let ends: UnsafeMutableBufferPointer<Int>
    /// How many events were written.
    fileprivate private(set) var count = 0
    fileprivate var zones = Zones()

    fileprivate init(_ ends: UnsafeMutableBufferPointer<Int>, base: Int, before: Int) {
      self.ends = ends
      self.base = base
      self.before = before
    }

    /// Notes that an event ends that has its times in UTC.
    ///
    /// - Parameter index: How far the text is written that is being written.
    @inline(__always)
    mutating func endEvent(at index: Int) {
      if !zones.indices.isEmpty { zones.note(nil, after: before + count) }
      end(at: index)
    }

    /// Notes that an event ends that has its times by the clocks of a zone.
    mutating func endEvent(at index: Int, in zone: ICSTimeZone) {
      zones.note(zone, after: before + count)
      end(at: index)
    }

    @inline(__always)
    private mutating func end(at index: Int) {
      precondition(count < ends.count, "there are more events than was said")
      ends[count] = base + index
      count += 1
    }
  }

  /// How many events there are.
  package var count: Int { ends.count }
  /// Whether no wall time stands in any of the events.
  package var areInUTC: Bool { zones.indices.isEmpty }

  /// Empties it and keeps its memory.
  package mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    zones.all.removeAll(keepingCapacity: true)
    zones.indices.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
  }

  /// Appends events that `write` writes.
  ///
  /// - Parameters:
  ///   - number: At least as many as there are.
  ///   - size: At least as many bytes as they take.
  @inline(__always)
  mutating func append(_ number: Int, atMost size: Int, _ write: (inout ByteCursor, inout Marks) -> Void) {
    let (base, before) = (text.count, ends.count)
    // Handed on and back, since a second holder would have each account copy them.
    var zones = Zones()
    swap(&zones, &self.zones)
    ends.append(addingCapacity: max(number, 1)) { span in
      span.withUnsafeMutableBufferPointer { memory, count in
        var marks = Marks(memory, base: base, before: before)
        swap(&zones, &marks.zones)
        text.append(atMost: size) { write(&$0, &marks) }
        count = marks.count
        swap(&zones, &marks.zones)
      }
    }
    swap(&zones, &self.zones)
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
    guard !zones.indices.isEmpty, zones.indices[event] >= 0 else { return nil }
    return zones.all[Int(zones.indices[event])]
  }
}
