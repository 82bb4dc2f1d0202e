import Foundation
import PlanModel
import TestSupport
import Testing

/// What the five apps ask of categories, channels and destinations, from an export to the lines of the plan. docs/apps.md has the rows.
struct AppDeliveryTests {
  /// `kind: channel category destination` of every decision, each once, with `-` for what is missing.
  private func names(_ app: String, _ account: String) async throws -> [String] {
    let scenario = try await Scenario.plan(
      app: app, account: #""timeZone":"UTC","# + account, now: "2026-11-20T12:00:00Z")
    let lines = scenario.decisions.map { line in
      "\(line["kind"]!): " + ["channel", "category", "destination"].map { line[$0] ?? "-" }.joined(separator: " ")
    }
    #expect(scenario.decisions.allSatisfy { $0["url"] == nil }, "no policy that ships has an address")
    return Set(lines).sorted()
  }

  @Test("FocusFlow: a recap leads to the journey, a task to itself; a session's end and general reminders lead nowhere")
  func focusflow() async throws {
    let names = try await names(
      "focusflow",
      #""items":[{"kind":"task","id":"t1","title":"T","date":"2026-11-21","time":"10:00"},"#
        + #"{"kind":"task","id":"a/b c","title":"U","date":"2026-11-21","time":"11:00","repeat":"customDays","weekdays":["sat"]},"#
        + #"{"kind":"session","id":"s","startedAt":"2026-11-20T11:55:00Z","duration":1500,"state":"running"}]"#)
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
  func ritualist() async throws {
    let names = try await names(
      "ritualist",
      #""items":[{"kind":"habit","id":"h","name":"Read","reminders":["18:00"],"streak":7,"completions":["2026-11-20"],"#
        + #""location":{"place":"P","latitude":1,"longitude":2,"radius":100,"on":"exit"}},"#
        + #"{"kind":"insight","id":"i","at":"2026-11-20T13:00:00Z"}]"#)
    #expect(
      names == [
        "habit: - HABIT_REMINDER habit/h", "insight: - - insights", "location: - HABIT_REMINDER habit/h",
        "streakMilestone: - - habit/h",
      ])
  }

  private static let day =
    #"{"kind":"stepDay","id":"d","date":"2026-11-20","goal":100,"samples":[{"at":"2026-11-20T10:00:00Z","steps":60},"#
    + #"{"at":"2026-11-20T11:00:00Z","steps":120}]}"#

  @Test("Steps: GOAL_ACHIEVEMENT, WORKOUT_COMPLETION with the workout's id")
  func steps() async throws {
    let names = try await names(
      "steps",
      #""preferences":{"appBlocking":true},"items":[\#(AppDeliveryTests.day),"#
        + #"{"kind":"workout","id":"w-7","type":"run","endedAt":"2026-11-20T13:00:00Z"}]"#)
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
    "Steps: a workout's title follows its type, however that is written",
    arguments: [
      ("run", "Run Complete!"), ("running", "Run Complete!"), ("Running", "Run Complete!"), ("RUN", "Run Complete!"),
      ("trail-running", "Run Complete!"), ("HKWorkoutActivityTypeRunning", "Run Complete!"),
      ("cycling", "Ride Complete!"), ("Indoor Cycling", "Ride Complete!"), ("bike_ride", "Ride Complete!"),
      ("walking", "Walk Complete!"), ("hiking", "Hike Complete!"), ("openWaterSwim", "Swim Complete!"),
      ("rowing machine", "Row Complete!"), ("functionalStrengthTraining", "Strength Workout Complete!"),
      ("yoga", "Yoga Complete!"), ("brunch", "Workout Complete!"), ("🏃", "Workout Complete!"),
      ("", "Workout Complete!"),
    ])
  func workoutTypes(_ type: String, _ title: String) async throws {
    let scenario = try await Scenario.plan(
      app: "steps",
      account:
        #""timeZone":"UTC","items":[{"kind":"workout","id":"w","type":"\#(type)","endedAt":"2026-11-20T13:00:00Z"}]"#,
      now: "2026-11-20T12:00:00Z")
    #expect(scenario.decisions.map { $0["title"] } == [title])
  }

  @Test("Ritualist: the form of a tailored text is the trait, in any case; an unknown one has the neutral form")
  func traits() async throws {
    for (trait, form) in [
      ("openness", "openness"), ("Neuroticism", "neuroticism"), ("conscientious", "conscientiousness"),
      ("extroverted", "extraversion"), ("agreeable", "agreeableness"), ("calm", "tailored"),
    ] {
      let scenario = try await Scenario.plan(
        app: "ritualist",
        account: #""timeZone":"UTC","personality":{"trait":"\#(trait)","analyzedAt":"2026-11-19T00:00:00Z"},"#
          + #""items":[{"kind":"habit","id":"h","name":"Read","reminders":["18:00"],"days":["fri"]}]"#,
        now: "2026-11-20T12:00:00Z")
      #expect(scenario.decisions.map { $0["variant"] } == [form])
      #expect(scenario.decisions.map { $0["notification"]!.prefix(9) } == ["tailored_"])
    }
  }

  @Test("MoneyMap: the Android channel bill-reminders; a bill's notifications open the bill")
  func moneymap() async throws {
    let names = try await names(
      "moneymap",
      #""preferences":{"kinds":{"bill":true,"overdue":true,"overspend":true,"digest":true}},"items":["#
        + #"{"kind":"bill","id":"rent","name":"Rent","type":"expense","dueDate":"2026-11-22"},"#
        + #"{"kind":"bill","id":"gas","name":"Gas","type":"expense","dueDate":"2026-11-19"},"#
        + #"{"kind":"budget","id":"food","name":"Food","spent":2,"limit":1,"period":"p","updatedAt":"2026-11-20T11:00:00Z"}]"#
    )
    #expect(
      names == [
        "bill: bill-reminders - bill/gas", "bill: bill-reminders - bill/rent", "digest: bill-reminders - bills",
        "overdue: bill-reminders - bill/gas", "overspend: bill-reminders - budget/food",
      ])
    let channel = try #require(try TestPlan.policy("moneymap").channels.first)
    #expect(channel.id == "bill-reminders")
    #expect(channel.importance == .high)
    #expect(channel.vibration == [0, 250, 250, 250])
  }

  @Test("Diary: the morning's notifications lead to the morning flow, bedtime's to its own")
  func diary() async throws {
    let names = try await names(
      "diary", #""preferences":{"morning":{"time":"07:00","days":["sat"]},"bedtime":{"time":"21:30"}}"#)
    #expect(names == ["bedtime: - - bedtime", "morning: - - morning"])
  }
}
