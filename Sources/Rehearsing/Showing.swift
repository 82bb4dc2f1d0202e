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

  /// Compares shown notifications with planned ones. Pairs showings with equal notification and instant first, then the
  /// nearest ones with equal date.
  package static func judge(_ shown: [Showing], planned: [Showing]) -> [Judged] {
    var judged: [Judged] = []
    let planned = Dictionary(grouping: planned.sorted { $0.at < $1.at }, by: \.notification)
    let shown = Dictionary(grouping: shown.sorted { $0.at < $1.at }, by: \.notification)
    for (notification, shown) in shown {
      var open = planned[notification] ?? []
      let dates = Set(open.map(\.date))
      var rest: [Showing] = []
      for showing in shown {
        guard let match = open.firstIndex(where: { $0.at == showing.at }) else {
          rest.append(showing)
          continue
        }
        let expected = open.remove(at: match)
        let isRight = expected.title == showing.title && expected.body == showing.body
        judged.append((isRight ? .right : .otherWords, showing.kind, showing.at))
      }
      for showing in rest {
        func distance(_ index: Int) -> Int64 { abs(open[index].at.epochSeconds - showing.at.epochSeconds) }
        let near = open.indices.filter { open[$0].date == showing.date }.min { distance($0) < distance($1) }
        guard let near else {
          judged.append((dates.contains(showing.date) ? .twice : .unplanned, showing.kind, showing.at))
          continue
        }
        judged.append((.otherTime, showing.kind, min(showing.at, open.remove(at: near).at)))
      }
      judged += open.map { (.missing, $0.kind, $0.at) }
    }
    for (notification, planned) in planned where shown[notification] == nil {
      judged += planned.map { (.missing, $0.kind, $0.at) }
    }
    return judged
  }
}
