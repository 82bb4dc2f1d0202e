import CivilTime
import Diagnostics

/// The items of one account, a list per kind, each in input order.
public struct Items: Sendable {
  public var tasks: [TaskItem] = []
  public var habits: [HabitItem] = []
  public var entries: [EntryItem] = []
  public var sessions: [SessionItem] = []
  public var focusDays: [FocusDayItem] = []
  public var stepDays: [StepDayItem] = []
  public var workouts: [WorkoutItem] = []
  public var insights: [InsightItem] = []
  public var bills: [BillItem] = []
  public var budgets: [BudgetItem] = []

  public init() {}
}

/// When something comes again, beside its first date.
public enum Repetition: Hashable, Sendable {
  case none
  case daily
  case weekly
  case monthly
  case yearly
  /// On these weekdays.
  case customDays(WeekdaySet)
  /// By an RFC 5545 RRULE.
  case rule(Recurrence)

  /// One date only.
  public var isNone: Bool {
    if case .none = self { true } else { false }
  }
}

/// A first date, how it repeats, and what is left out.
public struct Schedule: Hashable, Sendable {
  public var start: LocalDate
  public var repetition: Repetition
  /// The last date, included.
  public var until: LocalDate?
  public var exceptions: [LocalDate]

  public init(start: LocalDate, repetition: Repetition = .none, until: LocalDate? = nil, exceptions: [LocalDate] = []) {
    self.start = start
    self.repetition = repetition
    self.until = until
    self.exceptions = exceptions
  }
}

public struct TaskItem: Sendable {
  public var id: ItemID
  public var title: String
  public var time: LocalTime
  public var schedule: Schedule
  public var isCompleted: Bool
  public var completedOn: [LocalDate]
  public var location: RecordLocation

  public init(
    id: ItemID, title: String, time: LocalTime, schedule: Schedule, isCompleted: Bool, completedOn: [LocalDate],
    location: RecordLocation
  ) {
    self.id = id
    self.title = title
    self.time = time
    self.schedule = schedule
    self.isCompleted = isCompleted
    self.completedOn = completedOn
    self.location = location
  }
}

public struct HabitItem: Sendable {
  /// A place trigger.
  public struct Place: Sendable {
    public enum Crossing: String, CaseIterable, Sendable { case entry, exit }
    public var name: String
    /// Degrees, WGS 84, as they were written.
    public var latitude: DecimalNumber
    public var longitude: DecimalNumber
    /// Metres.
    public var radius: DecimalNumber
    public var crossing: Crossing

    public init(
      name: String, latitude: DecimalNumber, longitude: DecimalNumber, radius: DecimalNumber, crossing: Crossing
    ) {
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
      self.radius = radius
      self.crossing = crossing
    }
  }

  public var id: ItemID
  public var name: String
  public var category: String?
  public var reminders: [LocalTime]
  public var days: WeekdaySet
  public var startDate: LocalDate?
  public var endDate: LocalDate?
  public var completions: [LocalDate]
  public var streak: Int
  public var isArchived: Bool
  public var place: Place?
  public var location: RecordLocation

  public init(
    id: ItemID, name: String, category: String?, reminders: [LocalTime], days: WeekdaySet, startDate: LocalDate?,
    endDate: LocalDate?, completions: [LocalDate], streak: Int, isArchived: Bool, place: Place?,
    location: RecordLocation
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.reminders = reminders
    self.days = days
    self.startDate = startDate
    self.endDate = endDate
    self.completions = completions
    self.streak = streak
    self.isArchived = isArchived
    self.place = place
    self.location = location
  }
}

/// A diary entry that was written.
public struct EntryItem: Sendable {
  public enum Flow: String, CaseIterable, Sendable { case morning, bedtime }
  public var id: ItemID
  public var flow: Flow
  public var date: LocalDate

  public init(id: ItemID, flow: Flow, date: LocalDate) {
    self.id = id
    self.flow = flow
    self.date = date
  }
}

public struct SessionItem: Sendable {
  public enum State: String, CaseIterable, Sendable { case running, paused, stopped, completed }
  public var id: ItemID
  public var startedAt: Instant
  /// Elapsed seconds.
  public var duration: Int64
  public var state: State
  public var location: RecordLocation

  public init(id: ItemID, startedAt: Instant, duration: Int64, state: State, location: RecordLocation) {
    self.id = id
    self.startedAt = startedAt
    self.duration = duration
    self.state = state
    self.location = location
  }
}

/// What was focused on a day: the figures of the next day's recap.
public struct FocusDayItem: Sendable {
  public var id: ItemID
  public var date: LocalDate
  public var sessions: Int
  public var minutes: Int

  public init(id: ItemID, date: LocalDate, sessions: Int, minutes: Int) {
    self.id = id
    self.date = date
    self.sessions = sessions
    self.minutes = minutes
  }
}

public struct StepDayItem: Sendable {
  /// The day's count at a moment.
  public struct Sample: Sendable {
    public var at: Instant
    public var steps: Int

    public init(at: Instant, steps: Int) {
      self.at = at
      self.steps = steps
    }
  }

  public var id: ItemID
  public var date: LocalDate
  public var goal: Int
  /// In order of time.
  public var samples: [Sample]
  public var location: RecordLocation

  public init(id: ItemID, date: LocalDate, goal: Int, samples: [Sample], location: RecordLocation) {
    self.id = id
    self.date = date
    self.goal = goal
    self.samples = samples
    self.location = location
  }
}

public struct WorkoutItem: Sendable {
  public var id: ItemID
  public var type: String?
  public var endedAt: Instant
  /// Seconds.
  public var duration: DecimalNumber?
  /// Metres.
  public var distance: DecimalNumber?
  public var location: RecordLocation

  public init(
    id: ItemID, type: String?, endedAt: Instant, duration: DecimalNumber?, distance: DecimalNumber?,
    location: RecordLocation
  ) {
    self.id = id
    self.type = type
    self.endedAt = endedAt
    self.duration = duration
    self.distance = distance
    self.location = location
  }
}

public struct InsightItem: Sendable {
  public var id: ItemID
  public var at: Instant
  public var location: RecordLocation

  public init(id: ItemID, at: Instant, location: RecordLocation) {
    self.id = id
    self.at = at
    self.location = location
  }
}

public struct BillItem: Sendable {
  public enum Direction: String, CaseIterable, Sendable { case expense, income }
  public var id: ItemID
  public var name: String
  public var amount: DecimalNumber?
  public var currency: String?
  public var direction: Direction
  /// nil: no due date.
  public var schedule: Schedule?
  public var isAutoPaid: Bool
  public var isPaid: Bool
  /// Due dates up to this one are paid.
  public var paidThrough: LocalDate?
  public var location: RecordLocation

  public init(
    id: ItemID, name: String, amount: DecimalNumber?, currency: String?, direction: Direction, schedule: Schedule?,
    isAutoPaid: Bool, isPaid: Bool, paidThrough: LocalDate?, location: RecordLocation
  ) {
    self.id = id
    self.name = name
    self.amount = amount
    self.currency = currency
    self.direction = direction
    self.schedule = schedule
    self.isAutoPaid = isAutoPaid
    self.isPaid = isPaid
    self.paidThrough = paidThrough
    self.location = location
  }

  public func isPaid(dueOn date: LocalDate) -> Bool {
    isPaid || paidThrough.map { date <= $0 } ?? false
  }
}

public struct BudgetItem: Sendable {
  public var id: ItemID
  public var name: String
  public var spent: DecimalNumber
  public var limit: DecimalNumber
  public var period: String
  public var updatedAt: Instant
  public var location: RecordLocation

  public init(
    id: ItemID, name: String, spent: DecimalNumber, limit: DecimalNumber, period: String, updatedAt: Instant,
    location: RecordLocation
  ) {
    self.id = id
    self.name = name
    self.spent = spent
    self.limit = limit
    self.period = period
    self.updatedAt = updatedAt
    self.location = location
  }
}
