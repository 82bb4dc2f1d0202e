import Formats
import PlanModel

extension Schema {
  /// What items of a kind may have.
  static func items(_ kind: ItemKind, _ names: inout FieldNames) -> ItemSchema {
    switch kind {
    case .task: task(&names)
    case .habit: habit(&names)
    case .entry: entry(&names)
    case .session: session(&names)
    case .focusDay: focusDay(&names)
    case .stepDay: stepDay(&names)
    case .workout: workout(&names)
    case .insight: insight(&names)
    case .bill: bill(&names)
    default: budget(&names)
    }
  }

  private static func task(_ names: inout FieldNames) -> ItemSchema {
    ItemSchema(
      .task, &names, begin: { $0.tasks.begin(TaskItem(id: $1, location: $2), $3) },
      edit: { $0.tasks.apply($1) },
      [
        .text("title", "What to do", .required) { $0.items.tasks[$0.at].title = $1 },
        .start("date", "First date", .required),
        .time("time", "When to remind; required unless the app's policy has a `time` for tasks without one") {
          $0.items.tasks[$0.at].time = $1
        },
      ] + Field.repeating + [
        .shift { $0.items.tasks[$0.at].shift = $1 },
        .bool("completed", "Done for good") { $0.items.tasks[$0.at].isCompleted = $1 },
        .dates("completedOn", "Dates on which it was done") { $0.items.tasks[$0.at].completedOn = $1 },
      ],
      finish: { resolver, index in
        if let schedule = resolver.schedule() { resolver.draft.items.tasks[resolver.draft.at].schedule = schedule }
        let time = resolver.context.schema.timeName
        guard resolver.child(of: index, time) == nil else { return }
        guard let hour = resolver.untimedTasks else {
          return resolver.missing(time, in: index, expected: "a time of day, HH:MM or HH:MM:SS")
        }
        resolver.draft.items.tasks[resolver.draft.at].time = hour
        resolver.draft.items.tasks[resolver.draft.at].isUntimed = true
      })
  }

  /// A place trigger.
  static func place(_ names: inout FieldNames) -> ObjectSchema {
    ObjectSchema(
      "location", &names, start: { $0.place = HabitItem.Place() },
      [
        .text("place", "Name of the place") { $0.place?.name = $1 },
        .degrees("latitude", upTo: 90, "WGS 84", .required) { $0.place?.latitude = $1 },
        .degrees("longitude", upTo: 180, "WGS 84", .required) { $0.place?.longitude = $1 },
        .quantity("radius", "Meters; defaults to 100") { $0.place?.radius = $1 },
        .choice(
          "on", HabitItem.Place.Crossing.self, "Whether arriving or leaving triggers it", .required
        ) {
          $0.place?.crossing = $1
        },
      ])
  }

  private static func habit(_ names: inout FieldNames) -> ItemSchema {
    let place = place(&names)
    return ItemSchema(
      .habit, &names, begin: { $0.habits.begin(HabitItem(id: $1, location: $2), $3) },
      edit: { $0.habits.apply($1) },
      [
        .text("name", "Name", .required) { $0.items.habits[$0.at].name = $1 },
        .text("category", "Category, for texts") { $0.items.habits[$0.at].category = $1 },
        .times("reminders", "When to remind") { $0.items.habits[$0.at].reminders = $1 },
        .weekdays("days", "Defaults to every day") { $0.items.habits[$0.at].days = $1 },
        Field("rrule", .rule, "RFC 5545 rule from `startDate` on, which days it comes on") { resolver, index in
          resolver.draft.schedule.rule = index
        },
        .dates("exdates", "Dates of the rule to skip") { $0.items.habits[$0.at].exceptions = $1 },
        .date("startDate", "First date") { $0.items.habits[$0.at].startDate = $1 },
        .date("endDate", "Last date, inclusive") { $0.items.habits[$0.at].endDate = $1 },
        .dates("completions", "Dates on which it was done") { $0.items.habits[$0.at].completions = $1 },
        .count("streak", in: 0...10_000_000, "Current streak") { $0.items.habits[$0.at].streak = $1 },
        .bool("archived", "No longer in use") { $0.items.habits[$0.at].isArchived = $1 },
        .object("location", place, "Place trigger") { $0.items.habits[$0.at].place = $0.place },
      ],
      finish: { resolver, _ in
        guard let rule = resolver.draft.schedule.rule else { return }
        guard let start = resolver.draft.items.habits[resolver.draft.at].startDate else {
          return resolver.refuse(rule, expected: "a startDate beside it, from which on it counts")
        }
        resolver.draft.items.habits[resolver.draft.at].rule = resolver.recurrence(rule, start: start)
      })
  }

  private static func entry(_ names: inout FieldNames) -> ItemSchema {
    ItemSchema(
      .entry, &names, begin: { $0.entries.begin(EntryItem(id: $1, location: $2), $3) },
      edit: { $0.entries.apply($1) },
      [
        .choice("flow", EntryItem.Flow.self, "Which diary flow", .required) { $0.items.entries[$0.at].flow = $1 },
        .date("date", "Date of the entry", .required) { $0.items.entries[$0.at].date = $1 },
      ])
  }

  private static func session(_ names: inout FieldNames) -> ItemSchema {
    ItemSchema(
      .session, &names, begin: { $0.sessions.begin(SessionItem(id: $1, location: $2), $3) },
      edit: { $0.sessions.apply($1) },
      [
        .instant("startedAt", in: PlannableTime.instants, "Start", .required) {
          $0.items.sessions[$0.at].startedAt = $1
        },
        .count("duration", in: 0...Int(Int32.max), "Seconds", .requiredAs("a whole number of seconds")) {
          $0.items.sessions[$0.at].duration = Int64($1)
        },
        .instant(
          "endsAt", in: PlannableTime.instants, "End, where a pause has put it off; defaults to start and duration"
        ) {
          $0.items.sessions[$0.at].ownEnd = $1
        },
        .choice("state", SessionItem.State.self, "Only a running session ends with a notification", .required) {
          $0.items.sessions[$0.at].state = $1
        },
      ],
      finish: { resolver, index in
        let session = resolver.draft.items.sessions[resolver.draft.at]
        let end = session.endsAt
        guard PlannableTime.instants.contains(session.startedAt), !PlannableTime.instants.contains(end),
          let duration = resolver.child(of: index, resolver.context.schema.names.name("duration"))
        else { return }
        resolver.refuse(duration, expected: "a session that ends by \(PlannableTime.instants.upperBound)")
      })
  }

  private static func focusDay(_ names: inout FieldNames) -> ItemSchema {
    ItemSchema(
      .focusDay, &names, begin: { $0.focusDays.begin(FocusDayItem(id: $1, location: $2), $3) },
      edit: { $0.focusDays.apply($1) },
      [
        .date("date", "Day", .required) { $0.items.focusDays[$0.at].date = $1 },
        .count("sessions", in: 0...1_000_000, "Number of sessions", .required) {
          $0.items.focusDays[$0.at].sessions = $1
        },
        .count("minutes", in: 0...1_000_000, "Total minutes", .requiredAs("a whole number of minutes")) {
          $0.items.focusDays[$0.at].minutes = $1
        },
      ])
  }

  private static func stepDay(_ names: inout FieldNames) -> ItemSchema {
    let sample = ObjectSchema(
      "sample", &names, start: { $0.sample = StepDayItem.Sample(at: .distantPast, steps: 0) },
      [
        .instant("at", in: PlannableTime.instants, "When it was taken", .required) { $0.sample?.at = $1 },
        .count("steps", in: 0...1_000_000_000, "Steps since midnight", .requiredAs("a whole number of steps")) {
          $0.sample?.steps = $1
        },
      ])
    return ItemSchema(
      .stepDay, &names, begin: { $0.stepDays.begin(StepDayItem(id: $1, location: $2), $3) },
      edit: { $0.stepDays.apply($1) },
      [
        .date("date", "Day", .required) { $0.items.stepDays[$0.at].date = $1 },
        .count("goal", in: 1...1_000_000_000, "Goal, in steps", .requiredAs("a whole number of steps")) {
          $0.items.stepDays[$0.at].goal = $1
        },
        .objects("samples", sample, element: "sample", "Step counts in the course of the day") {
          $0.items.stepDays[$0.at].samples.append($0.sample!)
        },
      ],
      finish: { resolver, _ in
        let samples = resolver.draft.items.stepDays[resolver.draft.at].samples.enumerated()
        let inOrder = samples.sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        resolver.draft.items.stepDays[resolver.draft.at].samples = inOrder.map(\.element)
      })
  }

  private static func workout(_ names: inout FieldNames) -> ItemSchema {
    ItemSchema(
      .workout, &names, begin: { $0.workouts.begin(WorkoutItem(id: $1, location: $2), $3) },
      edit: { $0.workouts.apply($1) },
      [
        .instant("endedAt", in: PlannableTime.instants, "End", .required) { $0.items.workouts[$0.at].endedAt = $1 },
        .text("type", "Type of workout") { $0.items.workouts[$0.at].type = $1 },
        .quantity("duration", "Seconds") { $0.items.workouts[$0.at].duration = $1 },
        .quantity("distance", "Meters") { $0.items.workouts[$0.at].distance = $1 },
      ])
  }

  private static func insight(_ names: inout FieldNames) -> ItemSchema {
    ItemSchema(
      .insight, &names, begin: { $0.insights.begin(InsightItem(id: $1, location: $2), $3) },
      edit: { $0.insights.apply($1) },
      [
        .instant("at", in: PlannableTime.instants, "When it became available", .required) {
          $0.items.insights[$0.at].at = $1
        }
      ])
  }

  private static func bill(_ names: inout FieldNames) -> ItemSchema {
    ItemSchema(
      .bill, &names, begin: { $0.bills.begin(BillItem(id: $1, location: $2), $3) },
      edit: { $0.bills.apply($1) },
      [
        .text("name", "Name", .required) { $0.items.bills[$0.at].name = $1 },
        .amount("amount", "Amount due") { $0.items.bills[$0.at].amount = $1 },
        .text("currency", "ISO 4217 code, such as `EUR`") { $0.items.bills[$0.at].currency = $1 },
        .choice("type", BillItem.Direction.self, "Only expenses are reminded of; defaults to `expense`") {
          $0.items.bills[$0.at].direction = $1
        },
        .start("dueDate", "First due date"),
      ] + Field.repeating + [
        .shift { $0.items.bills[$0.at].shift = $1 },
        .bool("autoPay", "Paid automatically") { $0.items.bills[$0.at].isAutoPaid = $1 },
        .bool("paid", "Paid, for all due dates") { $0.items.bills[$0.at].isPaid = $1 },
        .date("paidThrough", "Due dates up to this one are paid") { $0.items.bills[$0.at].paidThrough = $1 },
      ],
      finish: { resolver, _ in
        let schedule = resolver.schedule()
        resolver.draft.items.bills[resolver.draft.at].schedule = schedule
      })
  }

  private static func budget(_ names: inout FieldNames) -> ItemSchema {
    ItemSchema(
      .budget, &names, begin: { $0.budgets.begin(BudgetItem(id: $1, location: $2), $3) },
      edit: { $0.budgets.apply($1) },
      [
        .text("name", "Name", .required) { $0.items.budgets[$0.at].name = $1 },
        .amount("spent", "Spent so far", .required) { $0.items.budgets[$0.at].spent = $1 },
        .amount("limit", "Limit", .required) { $0.items.budgets[$0.at].limit = $1 },
        .text("currency", "ISO 4217 code, such as `EUR`") { $0.items.budgets[$0.at].currency = $1 },
        .text("period", "Period, such as `2026-11`", .required) { $0.items.budgets[$0.at].period = $1 },
        .instant(
          "updatedAt", in: PlannableTime.instants, "Decides which of several records of the item wins", .required
        ) {
          $0.updatedAt = $1
          $0.items.budgets[$0.at].updatedAt = $1
        },
      ])
  }
}
