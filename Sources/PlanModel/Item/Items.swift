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
  /// Those of the kinds that the policy declares, a list for each of ``Policy/items``; those of the last kinds may be missing.
  public var declared: [[DeclaredItem]] = []

  public init() {}

  /// The items of a declared kind, by its place in ``Policy/items``.
  public func declared(_ place: Int) -> [DeclaredItem] { place < declared.count ? declared[place] : [] }
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
  public var exceptions: DateSet

  public init(start: LocalDate, repetition: Repetition = .none, until: LocalDate? = nil, exceptions: DateSet = []) {
    self.start = start
    self.repetition = repetition
    self.until = until
    self.exceptions = exceptions
  }
}

/// The items of each kind. A new one has its id alone: a field that every export gives is of no meaning until it is set.
public struct TaskItem: Sendable {
  public var id: ItemID
  public var title = ""
  public var time = LocalTime.midnight
  /// The time is the policy's.
  public var isUntimed = false
  public var schedule = Schedule(start: .unset)
  public var isCompleted = false
  /// In place of the policy's.
  public var shift: DayShift?
  public var completedOn: DateSet = []
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
  }
}

public struct HabitItem: Sendable {
  /// A place trigger.
  public struct Place: Hashable, Sendable {
    public enum Crossing: String, CaseIterable, Sendable { case entry, exit }
    public var name = ""
    /// Degrees, WGS 84, as they were written.
    public var latitude = DecimalNumber(significand: 0)
    public var longitude = DecimalNumber(significand: 0)
    /// Metres.
    public var radius = DecimalNumber(significand: 100)
    public var crossing = Crossing.entry

    public init() {}
  }

  public var id: ItemID
  public var name = ""
  public var category: String?
  public var reminders: [LocalTime] = []
  public var days = WeekdaySet.all
  /// On which of these days it comes, from `startDate` on; nil: on all.
  public var rule: Recurrence?
  public var exceptions: DateSet = []
  public var startDate: LocalDate?
  public var endDate: LocalDate?
  public var completions: DateSet = []
  public var streak = 0
  public var isArchived = false
  public var place: Place?
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
  }
}

/// A diary entry that was written.
public struct EntryItem: Sendable {
  public enum Flow: String, CaseIterable, Sendable { case morning, bedtime }
  public var id: ItemID
  public var flow = Flow.morning
  public var date = LocalDate.unset
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
  }
}

public struct SessionItem: Sendable {
  public enum State: String, CaseIterable, Sendable { case running, paused, stopped, completed }
  public var id: ItemID
  public var startedAt = Instant.distantPast
  /// Elapsed seconds.
  public var duration: Int64 = 0
  /// When it ends, where that is not `startedAt` and `duration`: it was paused and goes on.
  public var ownEnd: Instant?
  public var state = State.stopped
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
  }

  public var endsAt: Instant { ownEnd ?? startedAt.advanced(bySeconds: duration) }
}

/// What was focused on a day: the figures of the next day's recap.
public struct FocusDayItem: Sendable {
  public var id: ItemID
  public var date = LocalDate.unset
  public var sessions = 0
  public var minutes = 0
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
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
  public var date = LocalDate.unset
  public var goal = 1
  /// In order of time.
  public var samples: [Sample] = []
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
  }
}

public struct WorkoutItem: Sendable {
  public var id: ItemID
  public var type: String?
  public var endedAt = Instant.distantPast
  /// Seconds.
  public var duration: DecimalNumber?
  /// Metres.
  public var distance: DecimalNumber?
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
  }
}

public struct InsightItem: Sendable {
  public var id: ItemID
  public var at = Instant.distantPast
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
  }
}

public struct BillItem: Sendable {
  public enum Direction: String, CaseIterable, Sendable { case expense, income }
  public var id: ItemID
  public var name = ""
  public var amount: DecimalNumber?
  public var currency: String?
  public var direction = Direction.expense
  /// nil: no due date.
  public var schedule: Schedule?
  public var isAutoPaid = false
  public var isPaid = false
  /// In place of the policy's.
  public var shift: DayShift?
  /// Due dates up to this one are paid.
  public var paidThrough: LocalDate?
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
  }

  public func isPaid(dueOn date: LocalDate) -> Bool {
    isPaid || paidThrough.map { date <= $0 } ?? false
  }
}

public struct BudgetItem: Sendable {
  public var id: ItemID
  public var name = ""
  public var spent = DecimalNumber(significand: 0)
  public var limit = DecimalNumber(significand: 0)
  public var currency: String?
  public var period = ""
  public var updatedAt = Instant.distantPast
  public var location: RecordLocation

  public init(id: ItemID, location: RecordLocation) {
    (self.id, self.location) = (id, location)
  }
}

extension LocalDate {
  /// Stands where a date is yet to be set.
  static var unset: LocalDate { .first }
}
