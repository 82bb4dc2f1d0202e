/// Which of a kind's texts is wanted; the raw value is the word in messages files and plans.
public enum MessageForm: String, CaseIterable, Sendable {
  /// Every kind has it, and it stands in for every other.
  case plain
  case due, dayBefore, undated
  case tailored
  case figures
  case morning, afternoon, evening
  case tier1, tier2, tier3
  case entry, exit

  /// Position in `allCases`, 0 based.
  public var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// A field that the texts of a kind may use.
public struct TextField: Hashable, Sendable {
  public var name: String
  public var type: FieldType

  public init(_ name: String, _ type: FieldType = .text) {
    self.name = name
    self.type = type
  }
}

extension Kind {
  /// The forms that its texts may have beside the plain one.
  public var forms: [MessageForm] {
    switch self {
    case .nudge: [.morning, .afternoon, .evening]
    case .recap: [.figures]
    case .habit: [.tailored]
    case .location: [.entry, .exit]
    case .morning: [.tier1, .tier2, .tier3]
    case .bill: [.due, .dayBefore, .undated]
    case .dailyReminder, .task, .session, .streakMilestone, .insight, .bedtime, .goal, .milestone, .workout, .unlock,
      .overdue, .overspend, .digest:
      []
    }
  }

  /// The fields that its texts may use. `Planning/Kinds` gives them their values; docs/messages.md lists them.
  public var textFields: [TextField] {
    switch self {
    case .dailyReminder, .bedtime, .insight: []
    case .nudge: [TextField("slot")]
    case .recap: [TextField("sessions", .number), TextField("minutes", .number), TextField("time", .duration)]
    case .task: [TextField("title"), TextField("time", .time)]
    case .session: [TextField("minutes", .number), TextField("duration", .duration)]
    case .habit:
      [
        TextField("name"), TextField("category"), TextField("streak", .number), TextField("trait"),
        TextField("time", .time),
      ]
    case .location: [TextField("name"), TextField("category"), TextField("place")]
    case .streakMilestone: [TextField("name"), TextField("category"), TextField("streak", .number)]
    case .morning: [TextField("tier", .number)]
    case .goal, .milestone, .unlock:
      [
        TextField("date", .date), TextField("goal", .number), TextField("steps", .number),
        TextField("bonus", .number), TextField("remaining", .number), TextField("percent", .percent),
      ]
    case .workout: [TextField("type"), TextField("duration", .duration), TextField("distance", .distance)]
    case .bill:
      [TextField("name"), TextField("amount", .amount), TextField("currency"), TextField("dueDate", .date)]
    case .overdue: Kind.bill.textFields + [TextField("days", .number)]
    case .overspend:
      [
        TextField("name"), TextField("spent", .amount), TextField("limit", .amount), TextField("over", .amount),
        TextField("period"),
      ]
    case .digest: [TextField("count", .number), TextField("total", .sums)]
    }
  }

  public func textField(_ name: String) -> TextField? { textFields.first { $0.name == name } }
}
