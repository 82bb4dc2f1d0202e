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
        guard let range = range(frame, time, reminder, kind) else { continue }
        let due = (open?.around(range) ?? range).filter { date in
          days.contains(date.weekday)
            && (slot != nil || isReported(reminder, of: time, among: times(on: date.weekday, frame)))
            && open?.reaches(range, from: date) ?? true
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
      ? RepeatingTime(time, .daily) : nil
    func request(_ date: LocalDate) -> NotificationRequest {
      let rotation = kind.rotation(reminder.applied(to: date.at(time)).date)
      return frame.request(kind, form: form, repeating: repeating, rotation: rotation) { name in
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
      list.follow(date, from: local.date, open, frame)
    }
  }
}
