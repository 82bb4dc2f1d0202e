import CivilTime
import PlanModel

/// Fields of shipped items that rules read. Each position is looked up once.
extension Item {
  private static let streak = ShippedItems.habit.place("streak")!
  private static let startDate = ShippedItems.habit.place("startDate")!
  private static let endDate = ShippedItems.habit.place("endDate")!
  private static let flow = ShippedItems.entry.place("flow")!
  private static let startedAt = ShippedItems.session.place("startedAt")!
  private static let duration = ShippedItems.session.place("duration")!
  private static let state = ShippedItems.session.place("state")!
  private static let sessions = ShippedItems.focusDay.place("sessions")!
  private static let minutes = ShippedItems.focusDay.place("minutes")!
  private static let goal = ShippedItems.stepDay.place("goal")!
  private static let amount = ShippedItems.bill.place("amount")!
  private static let billType = ShippedItems.bill.place("type")!
  private static let autoPay = ShippedItems.bill.place("autoPay")!

  /// The date of an entry, a focus day or a step day.
  var date: LocalDate? { schedule?.start }

  // MARK: Habits

  var streak: Int {
    get { values[Item.streak].count }
    set { values[Item.streak] = .integer(newValue) }
  }
  var hasStreak: Bool { if case .none = values[Item.streak] { false } else { true } }
  var startDate: LocalDate? { values[Item.startDate].date }
  var endDate: LocalDate? { values[Item.endDate].date }
  /// The schedule of a habit with a recurrence rule; nil if it has none.
  var datesOfRule: Schedule? { if case .rule? = schedule?.repetition { schedule } else { nil } }
  var reminders: [LocalTime] { times.all }

  // MARK: Diary, sessions, days

  func isEntry(of flow: ShippedItems.Flow) -> Bool { values[Item.flow].raw == flow.rawValue }

  var startedAt: Instant { if case .instant(let at) = values[Item.startedAt] { at } else { .distantPast } }
  /// The length of a session.
  var seconds: Int64 { if case .duration(let seconds) = values[Item.duration] { seconds } else { 0 } }
  var state: String { values[Item.state].raw }
  var isRunning: Bool { state == "running" }

  var sessions: Int { values[Item.sessions].count }
  var minutes: Int { values[Item.minutes].count }
  var goal: Int { values[Item.goal].count }

  // MARK: Bills

  var amount: FieldValue { values[Item.amount] }
  var billType: String { values[Item.billType].raw }
  var isExpense: Bool { billType == "expense" }
  var isAutoPaid: Bool { if case .flag(true) = values[Item.autoPay] { true } else { false } }
}

extension FieldValue {
  fileprivate var count: Int { if case .integer(let number) = self { number } else { 0 } }
  fileprivate var date: LocalDate? { if case .date(let date) = self { date } else { nil } }
}
