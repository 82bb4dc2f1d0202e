import CivilTime
import PlanModel

/// A task's own time on its date, and again as `repeat` or `rrule` say.
enum TaskKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    var dates = list.takeDates()
    for task in frame.account.items.tasks { expand(task, frame, settings, &dates, into: &list) }
    list.give(back: dates)
  }

  @inline(__always)
  private static func expand(
    _ task: TaskItem, _ frame: AccountFrame, _ settings: Policy.KindSettings, _ dates: inout [LocalDate],
    into list: inout CandidateList
  ) {
    if task.schedule.repetition.isNone {
      let request = list.add(request(task, settings, frame, variant: "default", isOneOff: true))
      add(request, task, on: task.schedule.start, to: &list)
      return
    }
    let yesterday = frame.yesterday.at(task.time)
    let first = frame.isCarriedOver(yesterday, isCritical: settings.isCritical) ? frame.yesterday : frame.today
    frame.find(&dates, of: task.schedule, at: task.time, in: first...frame.dates.upperBound)
    if dates.isEmpty { return }
    if case .customDays = task.schedule.repetition {
      // Each weekday is a trigger of its own.
      var requests = [Int32](repeating: -1, count: 7)
      for date in dates {
        let day = Int(date.weekday.rawValue)
        if requests[day] < 0 {
          requests[day] = list.add(
            request(task, settings, frame, variant: "customDays", weekday: date.weekday, isOneOff: false))
        }
        add(requests[day], task, on: date, to: &list)
      }
    } else {
      let request = list.add(request(task, settings, frame, variant: "default", isOneOff: false))
      for date in dates { add(request, task, on: date, to: &list) }
    }
  }

  @inline(__always)
  private static func add(_ request: Int32, _ task: TaskItem, on date: LocalDate, to list: inout CandidateList) {
    let isDone = task.isCompleted || !task.completedOn.isEmpty && task.completedOn.contains(date)
    list.add(request, .wall(date.at(task.time)), itemReason: isDone ? .completed : nil)
  }

  private static func request(
    _ task: TaskItem, _ settings: Policy.KindSettings, _ frame: AccountFrame, variant: String,
    weekday: Weekday? = nil, isOneOff: Bool
  ) -> NotificationRequest {
    let (id, title, time) = (task.id, task.title, task.time)
    return frame.request(
      .task, settings, item: id, identifier: variant, subject: title, isOneOff: isOneOff,
      location: task.location
    ) { name in
      switch name {
      case "id": .text(id.text)
      case "title": .text(title)
      case "time": .time(time)
      case "weekday": weekday.map { .integer($0.numberFromSunday) } ?? .none
      default: .none
      }
    }
  }
}
