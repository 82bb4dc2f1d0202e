import CivilTime

/// Something that an account has and is notified about: a task, a bill, or whatever a policy declares.
///
/// Members that planning asks every item for are stored here; the rest of an item's fields are values, by position in its
/// ``ItemDeclaration``. A new item has the declaration's defaults and no meaning until its required fields are set.
public struct Item: Sendable {
  public var id: ItemID
  /// The field that people know it by, if the declaration has one.
  public var title: String?
  /// By position in ``ItemDeclaration/fields``; empty if the title is the only field.
  public var values: [FieldValue]
  /// Its dates; nil: none, or every day.
  public var schedule: Schedule?
  /// When it is due on each of its dates.
  public var times = DueTimes.none
  /// The time is the policy's.
  public var isUntimed = false
  /// On which weekdays of its dates it is due.
  public var days = WeekdaySet.all
  /// Where its dates go that fall on closed days, in place of the policy's.
  public var shift: DayShift?
  /// Done for good.
  public var isCompleted = false
  /// Whole days that are done.
  public var completedOn: DateSet = []
  /// No longer in use.
  public var isArchived = false
  /// Where it stands in its export.
  public var location: RecordLocation
  private var rare = RareBox.none

  public init(_ id: ItemID, _ declaration: ItemDeclaration, _ location: RecordLocation) {
    (self.id, self.location, values) = (id, location, declaration.defaults)
  }

  /// Single occurrences that are done, by the wall time they were due at.
  public var completedAt: Set<LocalDateTime> {
    get { rare.members.completedAt }
    set { rare.members.completedAt = newValue }
  }

  /// Every date up to this one is done.
  public var doneThrough: LocalDate? {
    get { rare.members.doneThrough }
    set { rare.members.doneThrough = newValue }
  }

  /// Nothing goes out before it.
  public var snoozedUntil: Instant? {
    get { rare.members.snoozedUntil }
    set { rare.members.snoozedUntil = newValue }
  }

  /// In order of time.
  public var samples: [StepSample] {
    get { rare.members.samples }
    set { rare.members.samples = newValue }
  }

  public var place: PlaceTrigger? {
    get { rare.members.place }
    set { rare.members.place = newValue }
  }

  /// The value of a field, by its name; an item of that declaration has one.
  public subscript(field: String, of declaration: ItemDeclaration) -> FieldValue {
    get { declaration.value(declaration.place(field)!, of: self) }
    set { declaration.set(declaration.place(field)!, of: &self, to: newValue) }
  }

  /// Whether the occurrence that is due at a wall time is done.
  public func isDone(_ due: LocalDateTime) -> Bool {
    isWholeDayDone(due.date) || !rare.isEmpty && completedAt.contains(due)
  }

  /// Whether anything of a date is done.
  public func isDone(on date: LocalDate) -> Bool {
    isWholeDayDone(date) || !rare.isEmpty && completedAt.contains { $0.date == date }
  }

  private func isWholeDayDone(_ date: LocalDate) -> Bool {
    isCompleted || !completedOn.isEmpty && completedOn.contains(date)
      || !rare.isEmpty && doneThrough.map { date <= $0 } ?? false
  }

  /// Whether single dates or times of it are done, beside the whole of it.
  public var hasCompletions: Bool {
    !completedOn.isEmpty || !rare.isEmpty && (!completedAt.isEmpty || doneThrough != nil)
  }

  /// The date on which it was done last; nil: never.
  public var lastCompletion: LocalDate? {
    [completedOn.last, completedAt.map(\.date).max(), doneThrough].compactMap(\.self).max()
  }
}

/// What few items have. On the heap, since an account's items are read, moved and destroyed as they are: a place alone takes 128 bytes.
private struct RareMembers: Sendable {
  static let none = RareMembers()

  var completedAt: Set<LocalDateTime> = []
  var doneThrough: LocalDate?
  var snoozedUntil: Instant?
  var samples: [StepSample] = []
  var place: PlaceTrigger?
}

private indirect enum RareBox: Sendable {
  case none
  case some(RareMembers)

  var members: RareMembers {
    get { if case .some(let members) = self { members } else { .none } }
    set { self = .some(newValue) }
  }

  var isEmpty: Bool { if case .none = self { true } else { false } }
}

/// When an item is due on each of its dates.
public enum DueTimes: Hashable, Sendable {
  /// When its kind says.
  case none
  case at(LocalTime)
  /// In the order of the export.
  case several([LocalTime])

  public init(_ times: [LocalTime]) {
    self = times.isEmpty ? .none : times.count == 1 ? .at(times[0]) : .several(times)
  }

  public var isEmpty: Bool { self == .none }

  public var all: [LocalTime] {
    switch self {
    case .none: []
    case .at(let time): [time]
    case .several(let times): times
    }
  }
}

/// A place where a device notifies when it comes or goes.
public struct PlaceTrigger: Hashable, Sendable {
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

/// A day's count of steps at an instant.
public struct StepSample: Sendable {
  public var at: Instant
  public var steps: Int

  public init(at: Instant, steps: Int) {
    self.at = at
    self.steps = steps
  }
}
