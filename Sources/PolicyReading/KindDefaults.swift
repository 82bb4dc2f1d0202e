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

  /// The names that `identifier` may have when it is a table.
  var variants: [String] {
    switch kind {
    case .task: ["default", "customDays"]
    case .habit: ["default", "tailored"]
    case .bill: ["default", "undated"]
    default: ["default"]
    }
  }

  /// The key of the body that is used where the export has more to tell, and the form of text that it is.
  var detailedBody: (key: String, form: MessageForm)? {
    switch kind {
    case .recap: ("bodyWithFigures", .figures)
    case .habit: ("bodyTailored", .tailored)
    case .bill: ("bodyDayBefore", .dayBefore)
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

  /// A usable identifier, for the diagnostic that misses one.
  var example: String {
    (["my-app", kind.rawValue] + needed(variant: "default").map { "{\($0)}" }).joined(separator: ".")
  }
}
