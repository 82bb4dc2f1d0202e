import CivilTime
import PlanModel

/// A task's own time on its date, and again as `repeat` or `rrule` say.
enum Task {
  static let definition = KindDefinition(
    KindDescription(
      "task", .dated, items: [.task], subject: .title,
      identifier: IdentifierRule(["id", "weekday"], needed: ["id"], variants: ["customDays": ["id", "weekday"]]),
      fields: [.text("title", "Call the dentist"), .value("time", .time)],
      settings: [Policy.taskTime, .shift, .closedDays], priority: 6),
    checks: [
      Check(
        .completed,
        .candidate { candidate, context in
          let tasks = context.frame.items(.task)
          let (span, item) = (tasks.span, Int(candidate.item))
          return span[item].isCompleted || span[item].completedOn.contains(candidate.date!)
        },
        // Evaluated once per account, since most accounts have no finished task: 2 % of a run.
        concerns: { _, frame in
          let tasks = frame.items(.task)
          let span = tasks.span
          for index in span.indices where span[index].isCompleted || !span[index].completedOn.isEmpty { return true }
          return false
        }
      ) { explainer in
        guard let date = explainer.candidate.date else { return nil }
        let task = explainer.account.items[.task][Int(explainer.candidate.item)]
        return [
          .init("completed", "\(task.isCompleted)", task.location),
          .init("completedOn has \(date)", "\(task.completedOn.contains(date))", task.location),
        ]
      }
    ],
    withdrawal: { notice, kind, frame in
      guard let task = task(of: notice, kind, frame) else { return nil }
      // One that does not come again is of its own date, whenever it was delivered.
      let date = task.schedule?.repetition.isNone == true ? task.date : notice.date
      return task.isCompleted || date.map(task.completedOn.contains) ?? false ? .completed : nil
    },
    followUp: { delivered, kind, frame in
      task(of: delivered.notice, kind, frame).map { $0.completedOn.contains(delivered.day) }
    }
  ) { frame, kind, list in
    let tasks = frame.items(.task)
    let span = tasks.span
    for index in span.indices { expand(span, at: index, frame, kind, into: &list) }
  }

  /// The task that a notification is of.
  private static func task(
    of notice: Notice, _ kind: KindPlan, _ frame: AccountFrame
  ) -> Item? {
    let tasks = frame.items(.task)
    return notice.item(kind, frame.places(.task)) { place, variant in
      if case .customDays? = tasks[place].schedule?.repetition { variant == "customDays" } else { variant == "default" }
    }.map { tasks[$0] }
  }

  /// - Parameter tasks: Where the task is read field by field: handed on by itself it was copied, which retained and released its strings,
  ///   dates and rule, 1 % of a run.
  private static func expand(
    _ tasks: Span<Item>, at index: Int, _ frame: AccountFrame, _ kind: KindPlan, into list: inout CandidateList
  ) {
    guard case .at(let time) = tasks[index].times, let schedule = tasks[index].schedule else { return }
    let days = kind.openDays(tasks[index].shift, frame)
    let dates = list.takeDates(of: schedule, at: time, by: days, kind, frame)
    if case .customDays = schedule.repetition {
      // Each weekday is a trigger of its own.
      var requests = InlineArray<7, Int32>(repeating: -1)
      for date in dates {
        let day = Int(date.weekday.rawValue)
        if requests[day] < 0 {
          requests[day] = list.add(request(tasks, index, schedule, at: time, kind, frame, "customDays", date.weekday))
        }
        list.add(requests[day], .wall(date.at(time)), item: index)
        list.follow(date, from: date, days, frame)
      }
    } else if !dates.isEmpty {
      let request = list.add(request(tasks, index, schedule, at: time, kind, frame, "default"))
      for date in dates {
        list.add(request, .wall(date.at(time)), item: index)
        list.follow(date, from: date, days, frame)
      }
    }
    list.give(back: dates)
  }

  private static func request(
    _ tasks: Span<Item>, _ index: Int, _ schedule: borrowing Schedule, at time: LocalTime, _ kind: KindPlan,
    _ frame: AccountFrame, _ variant: String, _ weekday: Weekday? = nil
  ) -> NotificationRequest {
    let (id, title) = (tasks[index].id, tasks[index].title ?? "")
    return frame.request(
      kind, item: id, identifier: variant, subject: title, isOneOff: schedule.repetition.isNone,
      isAllDay: tasks[index].isUntimed,
      repeating: schedule.repeating(at: time, on: weekday), location: tasks[index].location
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

extension Schedule {
  /// When a device repeats it by itself; nil: it cannot, or not for ever.
  ///
  /// - Parameter weekday: The one that the notification is of, where each has its own.
  borrowing func repeating(at time: LocalTime, on weekday: Weekday?) -> RepeatingTime? {
    if until != nil { return nil }
    switch repetition {
    case .none, .rule: return nil
    case .daily: return RepeatingTime(time, .daily)
    case .weekly: return RepeatingTime(time, .weekly(start.weekday))
    case .customDays: return weekday.flatMap { RepeatingTime(time, .weekly($0)) }
    case .monthly: return RepeatingTime(time, .monthly(start.day))
    case .yearly: return RepeatingTime(time, .yearly(month: start.month, day: start.day))
    }
  }
}
