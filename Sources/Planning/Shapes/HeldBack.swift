import CivilTime
import PlanModel

/// Reports what quiet hours held back, at their end: the number of notifications and the titles of the first ones.
extension ShapedKind {
  /// The limit on titles in a text; the rest are counted.
  private static var maximumTitles: Int { 5 }

  func heldBack() -> KindDefinition {
    var digest = KindDefinition(description, checks: checks()) { frame, kind, list in
      let held = list.candidates.indices.filter {
        list.candidates[$0].isInDigest && list.candidates[$0].reason == .inDigest
      }
      if held.isEmpty { return }
      let byEnd = Dictionary(grouping: held) { list.candidates[$0].at! }
      for (end, indices) in byEnd.sorted(by: { $0.key < $1.key }) {
        let titles = heldTitles(of: indices, list)
        let request = frame.request(kind) { name in
          name == "time" ? .time(frame.timeline.local(at: end).time) : field(name, of: indices.count, titles) ?? .none
        }
        list.addAlone(request, .event(end), item: -1)
      }
    }
    digest.derivesFromOtherKinds = true
    return digest
  }

  /// Returns the value of a field of texts that name several notifications; nil for other names.
  func field(_ name: String, of count: Int, _ titles: [String]) -> FieldValue? {
    switch name {
    case "count": .integer(count)
    case "titles": .list(titles.prefix(ShapedKind.maximumTitles).map { .text($0) })
    case "more":
      titles.count > ShapedKind.maximumTitles ? .integer(titles.count - ShapedKind.maximumTitles) : FieldValue.none
    default: nil
    }
  }

  /// Returns the distinct titles in the order of their original instants.
  private func heldTitles(of indices: [Int], _ list: CandidateList) -> [String] {
    let ordered = indices.sorted { a, b in
      let (first, second) = (list.candidates[a], list.candidates[b])
      return (first.deferredFrom!, -first.priority, list.identifier(of: a), a)
        < (second.deferredFrom!, -second.priority, list.identifier(of: b), b)
    }
    return list.titles(of: ordered)
  }
}

extension CandidateList {
  func identifier(of index: Int) -> NotificationID { requests[Int(candidates[index].request)].identifier }

  /// Returns the distinct titles of candidates, in their order.
  func titles(of indices: [Int]) -> [String] {
    var seen: Set<String> = []
    return indices.map { requests[Int(candidates[$0].request)].title }.filter { seen.insert($0).inserted }
  }
}

extension AccountFrame {
  /// Returns the last date of a schedule before `day`; nil if there is none.
  func newestDate(
    of schedule: Schedule, before day: LocalDate, at time: LocalTime, days: WeekdaySet = .all
  ) -> LocalDate? {
    guard schedule.start < day else { return nil }
    if schedule.repetition.isNone { return schedule.start }
    return newestDate(from: schedule.start, before: day, days: days) { occurrences(of: schedule, at: time, in: $0) }
  }

  /// Returns the last date before `day` that falls on one of the weekdays; nil if there is none.
  ///
  /// - Parameters:
  ///   - start: The earliest possible date.
  ///   - dates: Returns the dates in a range, ascending.
  func newestDate(
    from start: LocalDate, before day: LocalDate, days: WeekdaySet, _ dates: (ClosedRange<LocalDate>) -> [LocalDate]
  ) -> LocalDate? {
    // Most schedules repeat at least monthly. A rule may leave years between two dates, or have ended long ago.
    var (end, length) = (day.adding(days: -1), 32)
    while end >= start {
      let first = max(start, end.adding(days: -length))
      if let last = dates(first...end).last(where: { days.contains($0.weekday) }) { return last }
      if first == start { return nil }
      (end, length) = (first.adding(days: -1), length * 4)
    }
    return nil
  }

  /// The first day after those that ``CandidateList/forEachDay(_:at:_:_:newest:_:)`` visits.
  var firstUnvisited: LocalDate { today.adding(days: 3) }
}

extension CandidateList {
  /// Calls `body` with today and the next two days, and yesterday if quiet hours carry it over, each with the newest due date
  /// before it. An overdue item stays overdue, so a later plan covers the later days.
  ///
  /// - Parameters:
  ///   - days: The number of days after a due date to remind; nil to remind until it is done.
  ///   - newest: Returns the newest due date before a day.
  mutating func forEachDay(
    _ days: Int?, at time: LocalTime, _ kind: KindPlan, _ frame: AccountFrame, newest: (LocalDate) -> LocalDate?,
    _ body: (inout CandidateList, LocalDate, _ due: LocalDate) -> Void
  ) {
    let first = frame.firstDate(at: time, kind)
    let last = min(frame.firstUnvisited.adding(days: -1), frame.dates.upperBound)
    // Usually earlier than the first day, and then the same for every day.
    guard first <= last, let newestOfAll = newest(last) else { return }
    beginSeries()
    for date in first...last {
      guard let due = newestOfAll < date ? newestOfAll : newest(date) else { continue }
      if let days, date > due.adding(days: days) { continue }
      body(&self, date, due)
    }
  }
}
