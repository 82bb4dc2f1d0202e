import PlanModel

/// What a kind is when its policy does not say, and which fields its patterns may use.
struct KindDefaults {
  let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Contract section 4.
  var priority: Int {
    switch kind {
    case .session: 9
    case .overdue: 7
    case .task, .bill: 6
    case .nudge, .insight: 3
    default: 5
    }
  }

  var title: String { kind.rawValue }

  /// The names that `identifier` may have when it is a table.
  var variants: [String] {
    switch kind {
    case .task: ["default", "customDays"]
    case .habit: ["default", "tailored"]
    case .bill: ["default", "undated"]
    default: ["default"]
    }
  }

  /// The key of the body that is used where the export has more to tell.
  var detailedBodyKey: String? {
    switch kind {
    case .recap: "bodyWithFigures"
    case .habit: "bodyTailored"
    case .bill: "bodyDayBefore"
    default: nil
    }
  }

  /// The fields that an identifier must hold to tell its notifications apart.
  func needed(variant: String) -> [String] {
    switch kind {
    case .dailyReminder, .recap, .session, .bedtime, .digest: []
    case .nudge: ["slot"]
    case .morning: ["tier"]
    case .task: variant == "customDays" ? ["id", "weekday"] : ["id"]
    case .habit: ["id", "time"]
    case .location, .insight, .workout: ["id"]
    case .streakMilestone: ["id", "count"]
    case .goal, .milestone, .unlock: ["date"]
    case .bill: variant == "undated" ? ["id"] : ["id", "date", "part"]
    case .overdue: ["id", "date"]
    case .overspend: ["id", "period"]
    }
  }

  var identifierFields: [String] {
    switch kind {
    case .dailyReminder, .recap, .bedtime, .digest: []
    case .session, .insight, .workout: ["id"]
    case .nudge: ["slot"]
    case .morning: ["tier"]
    case .task: ["id", "weekday"]
    case .habit: ["id", "time"]
    case .location: ["id", "trigger"]
    case .streakMilestone: ["id", "count"]
    case .goal, .milestone, .unlock: ["id", "date"]
    case .bill, .overdue: ["id", "date", "part"]
    case .overspend: ["id", "period"]
    }
  }

  var textFields: [String] {
    switch kind {
    case .dailyReminder, .bedtime, .insight: []
    case .nudge: ["slot"]
    case .recap: ["sessions", "minutes"]
    case .task: ["title"]
    case .session: ["minutes"]
    case .habit: ["name", "category", "streak", "trait"]
    case .location: ["name", "place"]
    case .streakMilestone: ["name", "category", "streak"]
    case .morning: ["tier"]
    case .goal, .milestone, .unlock: ["date", "goal", "steps", "bonus", "remaining", "percent"]
    case .workout: ["type", "duration", "distance"]
    case .bill: ["name", "amount", "currency", "dueDate"]
    case .overdue: ["name", "amount", "currency", "dueDate", "days"]
    case .overspend: ["name", "spent", "limit", "period"]
    case .digest: ["count"]
    }
  }

  /// A usable identifier, for the diagnostic that misses one.
  var example: String {
    (["my-app", kind.rawValue] + needed(variant: "default").map { "{\($0)}" }).joined(separator: ".")
  }
}
