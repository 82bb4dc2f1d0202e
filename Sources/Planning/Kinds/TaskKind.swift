import CivilTime
import PlanModel

/// A task's own time on its date, and again as `repeat` or `rrule` say.
///
/// Tasks are looked at where they lie: each copy would count up and down what its strings, dates and rule are shared by.
enum TaskKind: KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList) {
    var dates = list.takeDates()
    frame.account.items.tasks.withUnsafeBufferPointer { tasks in
      for index in tasks.indices { expand(tasks.baseAddress! + index, frame, settings, &dates, into: &list) }
    }
    list.give(back: dates)
  }

  @inline(__always)
  private static func expand(
    _ task: UnsafePointer<TaskItem>, _ frame: AccountFrame, _ settings: Policy.KindSettings, _ dates: inout [LocalDate],
    into list: inout CandidateList
  ) {
    if task.pointee.schedule.repetition.isNone {
      let request = list.add(request(task, settings, frame, variant: "default", isOneOff: true))
      add(request, task, on: task.pointee.schedule.start, to: &list)
      return
    }
    let yesterday = frame.yesterday.at(task.pointee.time)
    let first = frame.isCarriedOver(yesterday, isCritical: settings.isCritical) ? frame.yesterday : frame.today
    frame.find(&dates, of: task.pointee.schedule, at: task.pointee.time, in: first...frame.dates.upperBound)
    if dates.isEmpty { return }
    if case .customDays = task.pointee.schedule.repetition {
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
  private static func add(
    _ request: Int32, _ task: UnsafePointer<TaskItem>, on date: LocalDate, to list: inout CandidateList
  ) {
    let isDone =
      task.pointee.isCompleted || !task.pointee.completedOn.isEmpty && task.pointee.completedOn.contains(date)
    list.add(request, .wall(date.at(task.pointee.time)), itemReason: isDone ? .completed : nil)
  }

  private static func request(
    _ task: UnsafePointer<TaskItem>, _ settings: Policy.KindSettings, _ frame: AccountFrame, variant: String,
    weekday: Weekday? = nil, isOneOff: Bool
  ) -> NotificationRequest {
    let (id, title, time) = (task.pointee.id, task.pointee.title, task.pointee.time)
    return frame.request(
      .task, settings, item: id, identifier: variant, subject: title, isOneOff: isOneOff,
      location: task.pointee.location
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
