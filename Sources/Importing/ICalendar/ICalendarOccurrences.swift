import CivilTime
import Formats

/// The occurrences of a component: by its rule and one by one, without those that are excluded or changed. Each is a
/// time on the component's clock.
struct ICalendarOccurrences {
  /// A changed occurrence (RECURRENCE-ID).
  struct Change {
    /// The start that it would have by the rule.
    var occurrence: LocalDateTime
    var part: ICalendarPart
    var alarms: ICalendarAlarms
  }

  private(set) var rule: ICalendarRule?
  /// An occurrence with its length if it has its own, and its instant if the clock shows it a second time.
  typealias Occurrence = (local: LocalDateTime, length: ICalendarPart.Length?, instant: Instant?)
  /// The occurrences that no rule makes (RDATE).
  private(set) var additions: [Occurrence] = []
  private(set) var changes: [Change] = []
  /// The changes that apply to all later occurrences too, in order.
  private(set) var laterChanges: [Change] = []
  private let start: LocalDateTime
  private var out: Set<LocalDateTime> = []
  /// Dates of which every occurrence is excluded.
  private var outDates: Set<LocalDate> = []
  private var outRules: [ICalendarRule] = []
  private var done: Set<LocalDateTime> = []

  /// The single occurrence of a component.
  init(alone part: ICalendarPart) {
    (rule, start) = (nil, part.anchor.local)
  }

  /// Returns nil after reporting a faulty rule.
  init?(
    _ part: ICalendarPart, _ changed: [ICalendarComponent], elsewhere: [ICalendarTime], _ output: ImportOutput
  ) {
    let component = part.component
    start = part.anchor.local
    func read(_ rule: ICalendarComponent.Rule) throws(ICalendarRule.Fault) -> ICalendarRule {
      try ICalendarRule(
        rule, from: part.anchor.local, isDay: part.anchor.time == nil, on: part.clock, in: output.run.horizon)
    }
    do throws(ICalendarRule.Fault) {
      rule = try component.rule.map(read)
    } catch {
      output.refuse(
        "found \(component.rule?.text.quotedForDiagnostic ?? "")", expected: error.expected,
        at: component.rule?.place ?? component.place, item: component.uid, field: "RRULE")
      return nil
    }
    for text in component.excludedRules {
      if let rule = try? read(text) {
        outRules.append(rule)
      } else {
        output.note(
          "EXRULE is not one that tickler can read: its dates are planned",
          "EXRULEs are not ones that tickler can read: their dates are planned", at: text.place)
      }
    }
    for addition in component.more {
      guard let local = part.local(addition.time) else {
        output.refuseZone(of: addition.time, "RDATE", component)
        continue
      }
      let instant = part.repeated(addition.time)
      let isOfRule = local == start || rule?.times(in: local.date...local.date).contains(local) ?? false
      if instant == nil && isOfRule || additions.contains(where: { $0.local == local && $0.instant == instant }) {
        continue
      }
      additions.append((local, addition.end == nil ? nil : part.length(of: addition, from: local), instant))
    }
    for time in component.exceptions where !exclude(time, part) {
      output.refuseZone(of: time, "EXDATE", component)
    }
    for time in elsewhere { _ = exclude(time, part) }
    if let next = component.next.flatMap(part.local) { complete(upTo: next, part, output) }
    for change in changed {
      guard let time = change.occurrence else { continue }
      guard let local = part.local(time) else {
        output.refuseZone(of: time, "RECURRENCE-ID", change)
        continue
      }
      _ = exclude(time, part)
      if change.isDone { done.insert(local) }
      if change.isDone || change.isCancelled && (!change.changesLater || change.anchor == nil) { continue }
      guard let changedPart = ICalendarPart(change, output) else { continue }
      changes.append(
        Change(occurrence: local, part: changedPart, alarms: ICalendarAlarms(changedPart, output)))
    }
    laterChanges = changes.filter(\.part.component.changesLater).sorted { $0.occurrence < $1.occurrence }
  }

  /// Excludes the occurrence at a time. A date excludes all of that day, and so does midnight if nothing occurs then:
  /// some programs keep the date alone when a series moves.
  ///
  /// - Returns: Whether the time's zone is known.
  private mutating func exclude(_ time: ICalendarTime, _ part: ICalendarPart) -> Bool {
    guard let local = part.local(time) else { return false }
    if let instant = part.repeated(time) {
      // A rule makes the first one only.
      additions.removeAll { $0.instant == instant }
      return true
    }
    let occurs =
      part.anchor.time == nil || local.time == start.time
      || additions.contains { $0.local == local && $0.instant == nil }
      || rule?.strands.contains { $0.time == local.time } ?? false || rule?.listed.contains(local) ?? false
    if time.time == nil || !occurs && time.time == .midnight {
      outDates.insert(time.date)
    } else if occurs {
      out.insert(local)
    }
    return true
  }

  /// Completes the occurrences of a to-do that are due before the next one to do.
  private mutating func complete(upTo next: LocalDateTime, _ part: ICalendarPart, _ output: ImportOutput) {
    guard part.component.isTask, let rule else { return }
    let last = min(next.date, output.run.horizon.upperBound)
    let past = rule.times(in: last.adding(days: -366 * 9)...last).filter { local in
      let due = part.about(local)
      return part.isDay ? due.local.date < next.date : due.instant < part.clock.instant(of: next)
    }
    // More than a plan looks back.
    for local in past.suffix(1000) where !isOut(local) {
      out.insert(local)
      done.insert(local)
    }
  }

  /// Whether an occurrence is excluded or changed.
  func isOut(_ local: LocalDateTime) -> Bool {
    out.contains(local) || outDates.contains(local.date)
      || outRules.contains { $0.times(in: local.date...local.date, addsStart: false).contains(local) }
  }

  /// Returns the dates of excluded occurrences at a time of day, and those of completed ones.
  ///
  /// - Parameter dates: The dates that EXRULE may exclude.
  func outDates(at time: LocalTime, among dates: [LocalDate]) -> (out: Set<LocalDate>, done: Set<LocalDate>) {
    var all = outDates.union(out.filter { $0.time == time }.map(\.date))
    if let first = dates.first, let last = dates.last {
      for rule in outRules {
        all.formUnion(rule.times(in: first...last, addsStart: false).filter { $0.time == time }.map(\.date))
      }
    }
    let done = Set(self.done.map(\.date)).intersection(all)
    return (all.subtracting(done), done)
  }

  /// Returns the occurrences that begin before a time.
  func before(_ end: LocalDateTime) -> ICalendarOccurrences {
    var copy = self
    copy.rule?.end(before: end)
    copy.additions.removeAll { $0.local >= end }
    return copy
  }

  /// Returns the occurrences in a range.
  func all(in range: ClosedRange<LocalDate>) -> [Occurrence] {
    let regular = rule.map { $0.times(in: range) } ?? [start]
    return regular.filter { !isOut($0) }.map { ($0, nil, nil) } + plannedAdditions
  }

  /// The additions that are not excluded.
  var plannedAdditions: [Occurrence] {
    additions.filter { $0.instant == nil ? !isOut($0.local) : !outDates.contains($0.local.date) }
  }
}

extension ImportOutput {
  /// Refuses an unknown zone.
  func refuseZone(of time: ICalendarTime, _ field: String?, _ component: ICalendarComponent) {
    guard case .named(let name) = time.clock else { return }
    refuse(
      "found the TZID \(name.quotedForDiagnostic)",
      expected: "a zone of the tz database, or a VTIMEZONE of that name\(component.calendar.fault(ofZone: name))",
      at: time.place, item: component.uid, field: field, code: .unknownZone)
  }
}
