import CivilTime
import Diagnostics

/// The items of one account, a list per kind, each in input order.
package struct Items: Sendable {
  package var tasks: [TaskItem] = []
  package var habits: [HabitItem] = []
  package var entries: [EntryItem] = []
  package var sessions: [SessionItem] = []
  package var focusDays: [FocusDayItem] = []
  package var stepDays: [StepDayItem] = []
  package var workouts: [WorkoutItem] = []
  package var insights: [InsightItem] = []
  package var bills: [BillItem] = []
  package var budgets: [BudgetItem] = []

  package init() {}
}

/// When something comes again, beside its first date.
package enum Repetition: Hashable, Sendable {
  case none
  case daily
  case weekly
  case monthly
  case yearly
  /// On these weekdays.
  case customDays(WeekdaySet)
  /// By an RFC 5545 RRULE.
  indirect case rule(Recurrence)

  /// One date only.
  package var isNone: Bool {
    if case .none = self { true } else { false }
  }
}

/// A first date, how it repeats, and what is left out.
package struct Schedule: Hashable, Sendable {
  package var start: LocalDate
  package var repetition: Repetition
  /// The last date, included.
  package var until: LocalDate?
  package var exceptions: [LocalDate]

  package init(start: LocalDate, repetition: Repetition = .none, until: LocalDate? = nil, exceptions: [LocalDate] = [])
  {
    self.start = start
    self.repetition = repetition
    self.until = until
    self.exceptions = exceptions
  }
}

package struct TaskItem: Sendable {
  package var id: ItemID
  package var title: String
  package var time: LocalTime
  package var schedule: Schedule
  package var isCompleted: Bool
  package var completedOn: [LocalDate]
  package var location: RecordLocation

  package init(
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

package struct HabitItem: Sendable {
  /// A place trigger.
  package struct Place: Sendable {
    package enum Crossing: String, CaseIterable, Sendable { case entry, exit }
    package var name: String
    /// Degrees, WGS 84, as they were written.
    package var latitude: DecimalNumber
    package var longitude: DecimalNumber
    /// Metres.
    package var radius: DecimalNumber
    package var crossing: Crossing

    package init(
      name: String, latitude: DecimalNumber, longitude: DecimalNumber, radius: DecimalNumber, crossing: Crossing
    ) {
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
      self.radius = radius
      self.crossing = crossing
    }
  }

  package var id: ItemID
  package var name: String
  package var category: String?
  package var reminders: [LocalTime]
  package var days: WeekdaySet
  package var startDate: LocalDate?
  package var endDate: LocalDate?
  package var completions: [LocalDate]
  package var streak: Int
  package var isArchived: Bool
  package var place: Place?
  package var location: RecordLocation

  package init(
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
package struct EntryItem: Sendable {
  package enum Flow: String, CaseIterable, Sendable { case morning, bedtime }
  package var id: ItemID
  package var flow: Flow
  package var date: LocalDate

  package init(id: ItemID, flow: Flow, date: LocalDate) {
    self.id = id
    self.flow = flow
    self.date = date
  }
}

package struct SessionItem: Sendable {
  package enum State: String, CaseIterable, Sendable { case running, paused, stopped, completed }
  package var id: ItemID
  package var startedAt: Instant
  /// Elapsed seconds.
  package var duration: Int64
  package var state: State
  package var location: RecordLocation

  package init(id: ItemID, startedAt: Instant, duration: Int64, state: State, location: RecordLocation) {
    self.id = id
    self.startedAt = startedAt
    self.duration = duration
    self.state = state
    self.location = location
  }
}

/// What was focused on a day: the figures of the next day's recap.
package struct FocusDayItem: Sendable {
  package var id: ItemID
  package var date: LocalDate
  package var sessions: Int
  package var minutes: Int

  package init(id: ItemID, date: LocalDate, sessions: Int, minutes: Int) {
    self.id = id
    self.date = date
    self.sessions = sessions
    self.minutes = minutes
  }
}

package struct StepDayItem: Sendable {
  /// The day's count at a moment.
  package struct Sample: Sendable {
    package var at: Instant
    package var steps: Int

    package init(at: Instant, steps: Int) {
      self.at = at
      self.steps = steps
    }
  }

  package var id: ItemID
  package var date: LocalDate
  package var goal: Int
  /// In order of time.
  package var samples: [Sample]
  package var location: RecordLocation

  package init(id: ItemID, date: LocalDate, goal: Int, samples: [Sample], location: RecordLocation) {
    self.id = id
    self.date = date
    self.goal = goal
    self.samples = samples
    self.location = location
  }
}

package struct WorkoutItem: Sendable {
  package var id: ItemID
  package var type: String?
  package var endedAt: Instant
  /// Seconds.
  package var duration: DecimalNumber?
  /// Metres.
  package var distance: DecimalNumber?
  package var location: RecordLocation

  package init(
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

package struct InsightItem: Sendable {
  package var id: ItemID
  package var at: Instant
  package var location: RecordLocation

  package init(id: ItemID, at: Instant, location: RecordLocation) {
    self.id = id
    self.at = at
    self.location = location
  }
}

package struct BillItem: Sendable {
  package enum Direction: String, CaseIterable, Sendable { case expense, income }
  package var id: ItemID
  package var name: String
  package var amount: DecimalNumber?
  package var currency: String?
  package var direction: Direction
  /// nil: no due date.
  package var schedule: Schedule?
  package var isAutoPaid: Bool
  package var isPaid: Bool
  /// Due dates up to this one are paid.
  package var paidThrough: LocalDate?
  package var location: RecordLocation

  package init(
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

  package func isPaid(dueOn date: LocalDate) -> Bool {
    isPaid || paidThrough.map { date <= $0 } ?? false
  }
}

package struct BudgetItem: Sendable {
  package var id: ItemID
  package var name: String
  package var spent: DecimalNumber
  package var limit: DecimalNumber
  package var period: String
  package var updatedAt: Instant
  package var location: RecordLocation

  package init(
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
