import CivilTime
import PlanModel

/// The figures of a digest.
struct DigestCount {
  var count: Int
  /// The values by field name.
  var values: [String: FieldValue]
}

/// Counts, at times of day, the items due from that day on, or the notifications that quiet hours held back.
extension ShapedKind {
  /// The limit on item names in a text.
  private static var maximumNames: Int { 20 }

  func digest() -> KindDefinition {
    if declaration.counted == .heldBack { return heldBack() }
    var digest = KindDefinition(description, checks: checks(nothingDue)) { frame, kind, list in
      // Sorted by ID, since the order of the inputs has no meaning.
      let all = items(frame)
      let items =
        rule.count == nil
        ? all.filter { !$0.isArchived && !$0.isCompleted && passes($0, frame) }.sorted { $0.id < $1.id } : []
      let days = days(frame)
      for time in times(on: .all, frame) {
        let weekdays = Weekday.allCases.filter { days.contains($0) && times(on: $0, frame).contains(time) }
        list.addLookups(all.count * (frame.dates.count * weekdays.count / 7 + 1))
        let series = DailySeries(time: time, days: weekdays.reduce(into: []) { $0.insert($1) })
        list.add(series, kind, frame) { date in
          // If quiet hours move it past midnight, it counts from the next date.
          let out = frame.instantOut(date.at(time), kind)
          let first = out.map(frame.date) ?? date
          let counted = hasTimeConditions ? items.filter { matches($0, frame, at: out ?? frame.now) } : items
          let found = rule.count?(first, self, frame) ?? count(counted, on: first, frame)
          return (frame.request(kind, rotation: kind.rotation(date)) { found.values[$0] ?? .none }, found.count)
        }
      }
    }
    digest.skips = { skips(on: $0, $1, $2) }
    return digest
  }

  private func count(_ items: [Item], on date: LocalDate, _ frame: AccountFrame) -> DigestCount {
    let due = items.filter { isDue($0, from: date, frame) }
    let names = due.prefix(ShapedKind.maximumNames).compactMap { item in
      declaration.fields?.title.map { value($0, of: item) }
    }
    return DigestCount(
      count: due.count, values: ["count": .integer(due.count), "names": names.isEmpty ? .none : .list(names)])
  }

  /// Returns whether the item has a due date in the days from `date` on that is not done.
  private func isDue(_ item: Item, from date: LocalDate, _ frame: AccountFrame) -> Bool {
    guard let ahead = declaration.dayCount else { return true }
    let days = date...date.adding(days: ahead - 1)
    guard let schedule = item.schedule else {
      return days.contains { item.days.contains($0.weekday) && !item.isDone(on: $0) }
    }
    if schedule.repetition.isNone { return days.contains(schedule.start) && !item.isDone(on: schedule.start) }
    return frame.occurrences(of: schedule, at: allTimes(of: item, frame)[0], in: days).contains {
      item.days.contains($0.weekday) && !item.isDone(on: $0)
    }
  }

  var nothingDue: Check {
    Check(.nothingDue, .candidate { candidate, _ in candidate.figure == 0 }) { explainer in
      guard explainer.candidate.at != nil else { return nil }
      return [.init(.itemsThatCount, is: "\(Int(explainer.candidate.figure))", explainer.account.location)]
    }
  }
}

/// Candidates at one time of day, on selected weekdays of the window.
struct DailySeries {
  var time: LocalTime
  /// Seconds after `time`, in wall time.
  var later: Int64 = 0
  var days = WeekdaySet.all
}

extension CandidateList {
  /// - Parameter request: The request that all dates share. It is added even without a date, since pages identify a
  ///   delivered notification's kind by it.
  mutating func add(
    _ series: DailySeries, _ kind: KindPlan, _ frame: AccountFrame, request: NotificationRequest, figure: Int = 0
  ) {
    let shared = add(request)
    forEachDate(of: series, kind, frame) { list, date in
      list.add(shared, .wall(date.at(series.time).adding(seconds: series.later)), figure: figure)
    }
  }

  /// Adds a series whose texts differ from date to date.
  ///
  /// - Parameter request: Returns a date's request and a count for the kind's own checks.
  mutating func add(
    _ series: DailySeries, _ kind: KindPlan, _ frame: AccountFrame,
    requestOn request: (LocalDate) -> (request: NotificationRequest, figure: Int)
  ) {
    forEachDate(of: series, kind, frame) { list, date in
      let (request, figure) = request(date)
      list.add(list.add(request), .wall(date.at(series.time).adding(seconds: series.later)), figure: figure)
    }
  }

  private mutating func forEachDate(
    of series: DailySeries, _ kind: KindPlan, _ frame: AccountFrame,
    _ body: (inout CandidateList, LocalDate) -> Void
  ) {
    let first = frame.firstDate(at: series.time, later: series.later, kind)
    let last = frame.dates.upperBound
    guard first <= last, !isFull else { return }
    beginSeries()
    for date in first...last where series.days.contains(date.weekday) { body(&self, date) }
  }
}
