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
      ItemField("title", .text, "", .required), ItemField(.date, need: .required),
      ItemField(
        "time", .time, "Defaults to the policy's `time` for tasks, else 09:00",
        role: .timeOrPolicyDefault),
      ItemField(
        "allDay", .bool, "Concerns the whole day, and reminders count from `time`; implied without `time`",
        role: .allDay),
    ] + repeating + [
      ItemField(.remind), ItemField(.duration), ItemField(.timeZone), ItemField(.series),
      ItemField(.shift), ItemField(.completed),
      ItemField("completedOn", .list(of: .date), role: .completedOn),
      ItemField(.snoozedUntil), ItemField(.notBefore),
    ])

  public static let habit = ItemDeclaration(
    "habit",
    [
      ItemField("name", .text, "", .required), ItemField("category", .text, "For texts"),
      ItemField(.times, as: "reminders", ""),
      ItemField(.days, as: nil, "Defaults to all"),
      ItemField(.rrule, as: nil, "RFC 5545, from `startDate` on"),
      ItemField(.exdates),
      ItemField("startDate", .date, role: .firstDate),
      ItemField("endDate", .date, "Inclusive", role: .lastDate),
      ItemField("completions", .list(of: .date), role: .completedOn),
      ItemField(
        "streak", .integer, "Current; by default its days completed without a gap, up to today or the last one before",
        as: .count(0...10_000_000)),
      ItemField(.archived), ItemField(.location),
    ])

  /// The part of the day of a diary entry.
  public enum Flow: String, CaseIterable, Sendable { case morning, bedtime }

  public static let entry = ItemDeclaration(
    "entry",
    [
      ItemField("flow", .text, "", .required, as: .choice(Flow.allCases.map(\.rawValue))),
      ItemField("date", .date, "", .required, role: .day),
    ])

  public static let session = ItemDeclaration(
    "session",
    [
      ItemField("startedAt", .instant, "", .required),
      ItemField(
        "duration", .duration, "Seconds", .requiredAs("a whole number of seconds"), as: .count(0...Int(Int32.max))),
      ItemField(
        "endsAt", .instant, "Later after a pause; defaults to start and duration",
        role: .end(start: "startedAt", duration: "duration")),
      ItemField(
        "state", .text, "Only `running` ends with a notification", .required,
        as: .choice(["running", "paused", "stopped", "completed"])),
    ])

  public static let focusDay = ItemDeclaration(
    "focusDay",
    [
      ItemField("date", .date, "", .required, role: .day),
      ItemField("sessions", .integer, "", .required, as: .count(0...1_000_000)),
      ItemField(
        "minutes", .integer, "", .requiredAs("a whole number of minutes"), as: .count(0...1_000_000)),
    ])

  public static let stepDay = ItemDeclaration(
    "stepDay", isNamedByDate: true,
    [
      ItemField("date", .date, "", .required, role: .day),
      ItemField(
        "goal", .integer, "Steps", .requiredAs("a whole number of steps"), as: .count(1...1_000_000_000)),
      ItemField("samples", .list(of: .integer), "Counts during the day", role: .samples),
      ItemField("steps", .integer, "Steps of the last sample", role: .lastSample),
    ])

  public static let workout = ItemDeclaration(
    "workout",
    [
      ItemField("endedAt", .instant, "", .required), ItemField("type", .text),
      ItemField("duration", .duration, "Seconds", as: .quantity),
      ItemField("distance", .number, "Meters", as: .quantity),
    ])

  public static let insight = ItemDeclaration(
    "insight", [ItemField("at", .instant, "When it became available", .required)])

  public static let bill = ItemDeclaration(
    "bill", needsDate: true,
    [
      ItemField("name", .text, "", .required), ItemField("amount", .money),
      ItemField("currency", .text, "ISO 4217, such as `EUR`"),
      ItemField(
        "type", .text, "Only `expense`, the default, has reminders", as: .choice(["expense", "income"]),
        orElse: .text("expense")),
      ItemField(.date, as: "dueDate", "First"),
    ] + repeating + [
      ItemField(.shift), ItemField("autoPay", .bool, orElse: .flag(false)),
      ItemField(.completed, as: "paid", "For all due dates"),
      ItemField("paidThrough", .date, "Last due date paid", role: .doneThrough),
      ItemField(.snoozedUntil), ItemField(.notBefore),
    ])

  public static let budget = ItemDeclaration(
    "budget",
    [
      ItemField("name", .text, "", .required), ItemField("spent", .money, "", .required),
      ItemField("limit", .money, "", .required), ItemField("currency", .text, "ISO 4217, such as `EUR`"),
      ItemField("period", .text, "Such as `2026-11`", .required),
      ItemField(
        "updatedAt", .instant, "The newest record wins", .required, role: .updated),
    ])
}

extension Kind {
  /// The order of kinds in pages and summaries. Other kinds follow by name.
  static let shippedOrder = [
    "dailyReminder", "nudge", "recap", "task", "session", "habit", "location", "streakMilestone", "insight", "morning",
    "bedtime", "goal", "milestone", "workout", "unlock", "bill", "overdue", "overspend", "digest", "quietDigest",
  ]
}
