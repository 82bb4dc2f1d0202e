import CivilTime

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
  package var ends: [Int] = []
  /// The zones whose wall times stand in the events.
  package private(set) var zones: [ICSTimeZone] = []
  /// By event, an index into `zones`, −1 for instants in UTC. Empty where all are in UTC.
  package private(set) var zoneIndices: [Int32] = []
  /// In the order of the events; empty unless files of single accounts are wanted.
  package internal(set) var owners: [Owner] = []

  package init() {}

  /// Notes that the event that `text` now ends with is there.
  mutating func endEvent(in zone: ICSTimeZone?) {
    ends.append(text.count)
    guard let zone else {
      if !zoneIndices.isEmpty { zoneIndices.append(-1) }
      return
    }
    // The events before the first one with a zone are in UTC.
    while zoneIndices.count < ends.count - 1 { zoneIndices.append(-1) }
    let index = zones.lastIndex { $0.zone === zone.zone } ?? zones.count
    if index == zones.count { zones.append(zone) }
    zoneIndices.append(Int32(index))
  }

  package func start(of event: Int) -> Int { event == 0 ? 0 : ends[event - 1] }

  /// The zone whose wall times stand in an event; nil: its times are in UTC.
  package func zone(of event: Int) -> ICSTimeZone? {
    guard !zoneIndices.isEmpty, zoneIndices[event] >= 0 else { return nil }
    return zones[Int(zoneIndices[event])]
  }
}
