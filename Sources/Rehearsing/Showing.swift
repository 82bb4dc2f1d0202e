import CivilTime
import PlanModel

/// A notification that a device shows, or should show.
package struct Showing: Sendable {
  package var notification: NotificationID
  package var kind: Kind
  /// The local date that the notification is for; `nil` if it occurs once.
  package var date: LocalDate?
  package var at: Instant
  package var title: String
  package var body: String

  package init(
    notification: NotificationID, kind: Kind, date: LocalDate?, at: Instant, title: String, body: String
  ) {
    (self.notification, self.kind, self.date, self.at) = (notification, kind, date, at)
    (self.title, self.body) = (title, body)
  }
}

/// The result of comparing a shown or planned notification with its counterpart.
package enum ShowingVerdict: Int, CaseIterable, Sendable {
  /// Shown at the planned instant with the planned words.
  case right
  /// Shown for its date, but at another instant.
  case otherTime
  /// Shown at the planned instant with other words.
  case otherWords
  /// Planned but not shown.
  case missing
  /// Shown again for the same date.
  case twice
  /// Shown but not planned for its date.
  case unplanned
}

extension Showing {
  /// The verdict on a showing, with the instant that it concerns.
  package typealias Judged = (verdict: ShowingVerdict, kind: Kind, at: Instant)

  /// Compares shown notifications with planned ones. Pairs showings with equal notification and instant first, then those that
  /// say the same at one instant, then the nearest ones with equal date.
  package static func judge(_ shown: [Showing], planned: [Showing]) -> [Judged] {
    var judged: [Judged] = []
    let planned = planned.sorted { $0.at < $1.at }
    var isOpen = Array(repeating: true, count: planned.count)
    let named = Dictionary(grouping: planned.indices) { planned[$0].notification }
    var rest = shown.sorted { $0.at < $1.at }
    rest.removeAll { showing in
      let match = named[showing.notification]?.first { isOpen[$0] && planned[$0].at == showing.at }
      guard let match else { return false }
      isOpen[match] = false
      let isRight = planned[match].title == showing.title && planned[match].body == showing.body
      judged.append((isRight ? .right : .otherWords, showing.kind, showing.at))
      return true
    }
    // After a flight, elapsed time ends at the same instants, which identifiers name by another time of day.
    let said = rest.isEmpty ? [:] : Dictionary(grouping: planned.indices) { Words(of: planned[$0]) }
    rest.removeAll { showing in
      guard let match = said[Words(of: showing)]?.first(where: { isOpen[$0] }) else { return false }
      isOpen[match] = false
      judged.append((.right, showing.kind, showing.at))
      return true
    }
    for showing in rest {
      func distance(_ index: Int) -> Int64 { abs(planned[index].at.epochSeconds - showing.at.epochSeconds) }
      let dated = named[showing.notification, default: []].filter { planned[$0].date == showing.date }
      guard let near = dated.filter({ isOpen[$0] }).min(by: { distance($0) < distance($1) }) else {
        judged.append((dated.isEmpty ? .unplanned : .twice, showing.kind, showing.at))
        continue
      }
      isOpen[near] = false
      judged.append((.otherTime, showing.kind, min(showing.at, planned[near].at)))
    }
    return judged + planned.indices.filter { isOpen[$0] }.map { (.missing, planned[$0].kind, planned[$0].at) }
  }

  /// What a user sees, and when.
  private struct Words: Hashable {
    var kind: Kind
    var at: Instant
    var title: String
    var body: String

    init(of showing: Showing) {
      (kind, at, title, body) = (showing.kind, showing.at, showing.title, showing.body)
    }
  }
}
