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
    return KindDefinition(description, checks: checks(nothingDue)) { frame, kind, list in
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
          let found = rule.count?(date, self, frame) ?? count(items, on: date, frame)
          return (frame.request(kind, rotation: kind.rotation(date)) { found.values[$0] ?? .none }, found.count)
        }
      }
    }
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
      return [
        .init("items that count", "\(explainer.candidate.figure)", explainer.account.location)
      ]
    }
  }
}
