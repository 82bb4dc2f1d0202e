import PlanModel
import TestSupport
import Testing

/// Tests the categories, channels and destinations of the five apps. docs/apps.md has the rows.
struct AppDeliveryTests {
  /// Returns `kind: channel category destination` of every decision without duplicates, with `-` for missing values.
  private func names(_ app: String, _ set: (inout Account) -> Void) throws -> [String] {
    let plan = try TestPlan(.test(app: app, set))
    let requests = plan.plan.decisions.map { plan.request(of: $0) }
    #expect(requests.allSatisfy { $0.url == nil }, "no policy that ships has an address")
    return Set(
      requests.map { request in
        let names = [request.channel, request.category, request.destination]
        return "\(request.kind): " + names.map { $0 ?? "-" }.joined(separator: " ")
      }
    ).sorted()
  }

  @Test("FocusFlow: a recap links to the journey, a task to itself; a session's end and general reminders have no link")
  func focusflow() throws {
    let names = try names("focusflow") {
      $0.items[.task] = [
        .task("t1", on: "2026-11-21", at: "10:00"),
        .task("a/b c", "U", on: "2026-11-21", at: "11:00", .customDays("sat")),
      ]
      $0.items[.session] = [.session("s", at: "2026-11-20T11:55:00Z", for: 1500)]
    }
    #expect(
      names == [
        "dailyReminder: - - -", "nudge: - FOCUS_REMINDER -", "recap: - - journey", "session: - - -",
        "task: - FOCUS_REMINDER task/a/b c", "task: - FOCUS_REMINDER task/t1",
      ])
  }

  @Test("FocusFlow: a task's reminder offers \"Start Focus\" and \"Snooze\"")
  func focusflowActions() throws {
    let category = try #require(try TestPlan.policy("focusflow").categories.first { $0.id == "FOCUS_REMINDER" })
    #expect(
      category.actions.map { "\($0.title), opens the app: \($0.opensApp)" } == [
        "Start Focus, opens the app: true", "Snooze, opens the app: false",
      ])
  }

  @Test("Ritualist: a habit's notifications are of the category HABIT_REMINDER and lead to the habit")
  func ritualist() throws {
    let names = try names("ritualist") {
      $0.items[.habit] = [
        .habit("h", at: ["18:00"]) {
          ($0["streak", of: ShippedItems.habit], $0.completedOn, $0.place) = (.integer(7), ["2026-11-20"], .test(.exit))
        }
      ]
      $0.items[.insight] = [.insight("i", at: "2026-11-20T13:00:00Z")]
    }
    #expect(
      names == [
        "habit: habit-reminders HABIT_REMINDER habit/h", "insight: habit-reminders - insights",
        "location: habit-reminders HABIT_REMINDER habit/h", "streakMilestone: habit-reminders - habit/h",
      ])
  }

  @Test("Steps: has GOAL_ACHIEVEMENT, and WORKOUT_COMPLETION with the workout's id")
  func steps() throws {
    let names = try names("steps") {
      $0.preferences.appBlocking = true
      $0.items[.stepDay] = [.stepDay(["2026-11-20T10:00:00Z": 60, "2026-11-20T11:00:00Z": 120])]
      $0.items[.workout] = [.workout("w-7", "run", at: "2026-11-20T13:00:00Z")]
    }
    #expect(
      names == [
        "goal: - GOAL_ACHIEVEMENT day", "milestone: - - day", "unlock: - - apps",
        "workout: - WORKOUT_COMPLETION workout/w-7",
      ])
  }

  @Test("Steps: \"View Steps\" and \"View Workout\" open the app")
  func stepsActions() throws {
    let categories = try TestPlan.policy("steps").categories
    #expect(
      categories.flatMap { category in category.actions.map { "\(category.id) \($0.id) \($0.title) \($0.opensApp)" } }
        == [
          "GOAL_ACHIEVEMENT VIEW_STEPS_ACTION View Steps true",
          "WORKOUT_COMPLETION VIEW_WORKOUT_ACTION View Workout true",
        ])
  }

  @Test(
    "Steps: a workout's title follows its type, however it is spelled",
    arguments: [
      ("run", "Run Complete!"), ("running", "Run Complete!"), ("Running", "Run Complete!"), ("RUN", "Run Complete!"),
      ("trail-running", "Run Complete!"), ("HKWorkoutActivityTypeRunning", "Run Complete!"),
      ("cycling", "Ride Complete!"), ("Indoor Cycling", "Ride Complete!"), ("bike_ride", "Ride Complete!"),
      ("walking", "Walk Complete!"), ("hiking", "Hike Complete!"), ("openWaterSwim", "Swim Complete!"),
      ("rowing machine", "Row Complete!"), ("functionalStrengthTraining", "Strength Workout Complete!"),
      ("yoga", "Yoga Complete!"), ("brunch", "Workout Complete!"), ("🏃", "Workout Complete!"),
      ("", "Workout Complete!"),
    ])
  func workoutTypes(_ type: String, _ title: String) throws {
    let account = Account.test(app: "steps") { $0.items[.workout] = [.workout("w", type, at: "2026-11-20T13:00:00Z")] }
    #expect(try TestPlan(account).lines(["title"]) == ["title=\(title)"])
  }

  @Test(
    "Ritualist: the form of a tailored text is the trait, in any case; an unknown trait has the neutral form",
    arguments: [
      ("openness", "openness"), ("Neuroticism", "neuroticism"), ("conscientious", "conscientiousness"),
      ("extroverted", "extraversion"), ("agreeable", "agreeableness"), ("calm", "tailored"),
    ])
  func traits(_ trait: String, _ form: String) throws {
    let account = Account.test(app: "ritualist") {
      ($0.personalityTrait, $0.analyzedAt) = (trait, "2026-11-19T00:00:00Z")
      $0.items[.habit] = [.habit("h", at: ["18:00"], on: "fri")]
    }
    #expect(
      try TestPlan(account).lines(["variant", "notification"]) == ["variant=\(form) notification=tailored_h-1800"])
  }

  @Test("MoneyMap: uses the Android channel bill-reminders; a bill's notifications open the recurring tab")
  func moneymap() throws {
    let names = try names("moneymap") {
      $0.preferences.kinds = [.bill: true, .overdue: true, .overspend: true, .digest: true]
      $0.items[.bill] = [.bill("rent", due: "2026-11-22"), .bill("gas", due: "2026-11-19")]
      $0.items[.budget] = [.budget("food", spent: "2", of: "1", in: "p", at: "2026-11-20T11:00:00Z")]
    }
    #expect(
      names == [
        "bill: bill-reminders - /(auth)/(tabs)/recurring", "digest: bill-reminders - bills",
        "overdue: bill-reminders - /(auth)/(tabs)/recurring", "overspend: bill-reminders - budget/food",
      ])
    let channel = try #require(try TestPlan.policy("moneymap").channels.first)
    #expect(channel.id == "bill-reminders")
    #expect(channel.importance == .high)
    #expect(channel.vibration == [0, 250, 250, 250])
  }

  @Test("Diary: the morning's notifications link to the morning flow, bedtime's to its own")
  func diary() throws {
    let names = try names("diary") {
      $0.preferences.morning = .init(time: "07:00", days: "sat", changedAt: nil)
      $0.preferences.bedtime = .init(time: "21:30")
    }
    #expect(names == ["bedtime: - - bedtime", "morning: - - morning"])
  }
}
