import CivilTime
import PlanModel

/// A series without items: candidates at times of day on weekdays.
extension ShapedKind {
  func expandDaily(_ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList) {
    let days = days(frame)
    let slots = description.isShipped ? slots(frame) : []
    let clock =
      slots.isEmpty
      ? times(on: days, frame).map { ($0, nil) }
      : slots.map { ($0.time, $0.form as MessageForm?) }
    let open = kind.openDays(nil, frame)
    for number in reminders.indices {
      let reminder = reminders[number]
      for (time, slot) in clock {
        guard let range = range(frame, time, reminder, nil, kind, margin: reminder.isElapsed ? 1 : 0) else { continue }
        let due = (open?.around(range) ?? range).filter { date in
          days.contains(date.weekday) && isInCycle(date, nil, frame)
            && (slot != nil || isReported(reminder, of: time, among: times(on: date.weekday, frame)))
            && open?.reaches(range, from: date) ?? true
            && (!reminder.isElapsed || isPlanned(reminder, of: date, open, at: time, nil, kind, frame))
        }
        add(due, number, at: time, slot, open, frame, kind, &list)
      }
    }
  }

  /// - Parameter slot: The form of a slot's texts; nil to use the reminder's form.
  private func add(
    _ due: [LocalDate], _ number: Int, at time: LocalTime, _ slot: MessageForm?, _ open: OpenDays?,
    _ frame: AccountFrame, _ kind: KindPlan, _ list: inout CandidateList
  ) {
    list.beginSeries()
    let reminder = reminders[number]
    let form = slot ?? forms[number]
    let repeating =
      declaration.mayRepeat && reminder == .due && days(frame) == .all && declaration.weekdayTimes.isEmpty
        && !kind.namesDates
      ? RepeatingTime(time, .daily) : nil
    func request(_ date: LocalDate) -> NotificationRequest {
      let rotation = kind.rotation(reminder.applied(to: date.at(time)).date)
      let words = slot == nil ? form : rule.formOfSlot?(time) ?? form
      return frame.request(kind, form: words, repeating: repeating, rotation: rotation) { name in
        // A rule's fields have values only on its own dates.
        name == "slot" ? .text(form.name) : rule.requestOn == nil ? field(name, date, time, reminder, open) : .none
      }
    }
    // Added even without a date, since pages identify a delivered notification's kind by it.
    var shared = kind.namesDates || rule.requestOn != nil || list.isFull ? -1 : list.add(request(frame.today))
    for date in due {
      let local = reminder.applied(to: date.at(time))
      if let (own, figure) = rule.requestOn?(date, kind, frame) {
        list.add(list.add(own), .wall(local), figure: figure)
        continue
      }
      if shared < 0 || kind.namesDates { shared = list.add(request(date)) }
      list.add(shared, .wall(local), figure: number)
      list.remind(reminder, of: time, isOfDay: false, isOfItem: false)
      list.follow(date, from: local.date, open, frame)
    }
  }
}

extension CandidateList {
  /// Returns the dates of a schedule to plan, ascending. A schedule that does not repeat has one date, inside the
  /// window or not. Others have those from today to the window's last date, and yesterday's if quiet hours carry it
  /// over.
  ///
  /// The array is the list's scratch space: return it with ``give(back:)``.
  ///
  /// - Parameters:
  ///   - time: The time of day at which the item is due.
  ///   - ahead: Days to include beyond the window's last date.
  ///   - days: Moves due dates off closed days; nil if they do not move.
  mutating func takeDates(
    of schedule: borrowing Schedule, at time: LocalTime, ahead: Int = 0, by days: OpenDays? = nil, _ kind: KindPlan,
    _ frame: AccountFrame
  ) -> [LocalDate] {
    beginSeries()
    var dates: [LocalDate] = []
    swap(&dates, &self.dates)
    dates.removeAll(keepingCapacity: true)
    if isFull { return dates }
    if schedule.repetition.isNone {
      dates.append(schedule.start)
      return dates
    }
    let first = frame.firstDate(at: time, kind)
    let last = frame.dates.upperBound.adding(days: ahead)
    guard let days else {
      frame.find(&dates, of: schedule, at: time, in: first...last)
      return dates
    }
    frame.find(&dates, of: schedule, at: time, in: days.around(first...last))
    // Keep dates that lie in the range, or that move into or across it.
    dates.removeAll { !days.reaches(first...last, from: $0) }
    return dates
  }

  mutating func give(back dates: consuming [LocalDate]) { self.dates = dates }
}
