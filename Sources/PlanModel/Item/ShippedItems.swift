/// The ten kinds of item that ship.
public enum ShippedItems {
  /// In the order of ``ItemKind/shipped``.
  static let names = [
    "task", "habit", "entry", "session", "focusDay", "stepDay", "workout", "insight", "bill", "budget",
  ]

  /// In the order of ``names``.
  public static let declarations = [
    task, habit, entry, session, focusDay, stepDay, workout, insight, bill, budget,
  ]

  /// How an item repeats after its first date.
  private static let repeating = [StandardField.repeat, .rrule, .exdates, .weekdays, .until].map { ItemField($0) }

  public static let task = ItemDeclaration(
    "task",
    [
      ItemField("title", .text, "What to do", .required), ItemField(.date, need: .required),
      ItemField(
        "time", .time, "When to remind; required unless the app's policy has a `time` for tasks without one",
        role: .timeOrPolicys),
      ItemField(
        "allDay", .bool, "It is about the whole day, and `time` is when to remind; so is a task without a time",
        role: .allDay),
    ] + repeating + [
      ItemField(.shift), ItemField(.completed),
      ItemField("completedOn", .list(of: .date), "Dates on which it was done", role: .completedOn),
    ])

  public static let habit = ItemDeclaration(
    "habit",
    [
      ItemField("name", .text, "Name", .required), ItemField("category", .text, "Category, for texts"),
      ItemField(.times, as: "reminders", "When to remind"),
      ItemField(.days, as: nil, "Defaults to every day"),
      ItemField(.rrule, as: nil, "RFC 5545 rule from `startDate` on, which days it comes on"),
      ItemField(.exdates, as: nil, "Dates of the rule to skip"),
      ItemField("startDate", .date, "First date", role: .firstDate),
      ItemField("endDate", .date, "Last date, inclusive", role: .lastDate),
      ItemField("completions", .list(of: .date), "Dates on which it was done", role: .completedOn),
      ItemField("streak", .integer, "Current streak", as: .count(0...10_000_000), orElse: .integer(0)),
      ItemField(.archived), ItemField(.location),
    ])

  /// The part of the day of a diary entry.
  public enum Flow: String, CaseIterable, Sendable { case morning, bedtime }

  public static let entry = ItemDeclaration(
    "entry",
    [
      ItemField("flow", .text, "Which diary flow", .required, as: .choice(Flow.allCases.map(\.rawValue))),
      ItemField("date", .date, "Date of the entry", .required, role: .day),
    ])

  public static let session = ItemDeclaration(
    "session",
    [
      ItemField("startedAt", .instant, "Start", .required),
      ItemField(
        "duration", .duration, "Seconds", .requiredAs("a whole number of seconds"), as: .count(0...Int(Int32.max))),
      ItemField(
        "endsAt", .instant, "End, if a pause has put it off; defaults to start and duration",
        role: .end(start: "startedAt", duration: "duration")),
      ItemField(
        "state", .text, "Only a running session ends with a notification", .required,
        as: .choice(["running", "paused", "stopped", "completed"])),
    ])

  public static let focusDay = ItemDeclaration(
    "focusDay",
    [
      ItemField("date", .date, "Day", .required, role: .day),
      ItemField("sessions", .integer, "Number of sessions", .required, as: .count(0...1_000_000)),
      ItemField(
        "minutes", .integer, "Total minutes", .requiredAs("a whole number of minutes"), as: .count(0...1_000_000)),
    ])

  public static let stepDay = ItemDeclaration(
    "stepDay", isNamedByDate: true,
    [
      ItemField("date", .date, "Day", .required, role: .day),
      ItemField(
        "goal", .integer, "Goal, in steps", .requiredAs("a whole number of steps"), as: .count(1...1_000_000_000)),
      ItemField("samples", .list(of: .integer), "Step counts during the day", role: .samples),
      ItemField("steps", .integer, "Steps of the last sample", role: .lastSample),
    ])

  public static let workout = ItemDeclaration(
    "workout",
    [
      ItemField("endedAt", .instant, "End", .required), ItemField("type", .text, "Type of workout"),
      ItemField("duration", .duration, "Seconds", as: .quantity),
      ItemField("distance", .number, "Meters", as: .quantity),
    ])

  public static let insight = ItemDeclaration(
    "insight", [ItemField("at", .instant, "When it became available", .required)])

  public static let bill = ItemDeclaration(
    "bill", needsDate: true,
    [
      ItemField("name", .text, "Name", .required), ItemField("amount", .money, "Amount due"),
      ItemField("currency", .text, "ISO 4217 code, such as `EUR`"),
      ItemField(
        "type", .text, "Only expenses get reminders; defaults to `expense`", as: .choice(["expense", "income"]),
        orElse: .text("expense")),
      ItemField(.date, as: "dueDate", "First due date"),
    ] + repeating + [
      ItemField(.shift), ItemField("autoPay", .bool, "Paid automatically", orElse: .flag(false)),
      ItemField(.completed, as: "paid", "Paid, for all due dates"),
      ItemField("paidThrough", .date, "Due dates up to this one are paid", role: .doneThrough),
    ])

  public static let budget = ItemDeclaration(
    "budget",
    [
      ItemField("name", .text, "Name", .required), ItemField("spent", .money, "Spent so far", .required),
      ItemField("limit", .money, "Limit", .required), ItemField("currency", .text, "ISO 4217 code, such as `EUR`"),
      ItemField("period", .text, "Period, such as `2026-11`", .required),
      ItemField(
        "updatedAt", .instant, "Decides which of several records of the item wins", .required, role: .updated),
    ])
}
