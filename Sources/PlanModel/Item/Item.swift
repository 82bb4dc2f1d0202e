import CivilTime

/// A task, a bill, or an item of any other kind that an account is notified about.
///
/// The members that planning reads of every item are stored. All other fields are ``values``, by position in the item's
/// ``ItemDeclaration``. A new item has the declaration's defaults; set the required fields before using it.
public struct Item: Sendable {
  public var id: ItemID
  /// The title or name; nil if the declaration has neither.
  public var title: String?
  /// By position in ``ItemDeclaration/fields``; empty if the title is the only field.
  public var values: [FieldValue]
  /// The due dates; nil for no date, or every day.
  public var schedule: Schedule?
  /// The times of day at which it is due on each date.
  public var times = DueTimes.none
  /// Whether it is about a whole day, and its time is only when to remind.
  public var isUntimed = false
  /// The weekdays on which it is due.
  public var days = WeekdaySet.all
  /// How due dates on closed days move; nil for the policy's default.
  public var shift: DayShift?
  /// Done for good.
  public var isCompleted = false
  /// Dates on which every occurrence is done.
  public var completedOn: DateSet = []
  /// Whether it is no longer in use.
  public var isArchived = false
  /// Whether its reminders or its zone are its own. Stored, since planning asks every item: computing it copied the item.
  public private(set) var isOwnReminded = false
  /// Its position in the export.
  public var location: RecordLocation
  private var rare = RareBox.none

  public init(_ id: ItemID, _ declaration: ItemDeclaration, _ location: RecordLocation) {
    (self.id, self.location, values) = (id, location, declaration.defaults)
  }

  /// Single completed occurrences, by the wall time at which they were due.
  public var completedAt: Set<LocalDateTime> {
    get { rare.members.completedAt }
    set { rare.members.completedAt = newValue }
  }

  /// The last of the dates that are all done; nil if none is.
  public var doneThrough: LocalDate? {
    get { rare.members.doneThrough }
    set { rare.members.doneThrough = newValue }
  }

  /// The instant before which nothing goes out.
  public var snoozedUntil: Instant? {
    get { rare.members.snoozedUntil }
    set { rare.members.snoozedUntil = newValue }
  }

  /// The instant until which its reminders wait.
  public var notBefore: Instant? {
    get { rare.members.notBefore }
    set { rare.members.notBefore = newValue }
  }

  /// The later of ``snoozedUntil`` and ``notBefore``; nil if neither is set.
  public var snooze: Snooze? {
    if rare.isEmpty { return nil }
    let (until, floor) = (rare.members.snoozedUntil, rare.members.notBefore)
    guard let floor, until.map({ $0 < floor }) ?? true else { return until.map { Snooze(until: $0, isFloor: false) } }
    return Snooze(until: floor, isFloor: true)
  }

  /// The days of an item without a date, if `until` or `exdates` limit them.
  public var everyDay: Schedule? {
    get { rare.isEmpty ? nil : rare.members.everyDay }
    set { rare.members.everyDay = newValue }
  }

  /// The reminders of each occurrence, in the order of the export; empty for the kind's.
  public var remind: [ReminderOffset] {
    get { rare.members.remind }
    set {
      rare.members.remind = newValue
      isOwnReminded = zone != nil || !newValue.isEmpty || duration != nil
    }
  }

  /// How long an occurrence takes, in seconds.
  public var duration: Int64? {
    get { rare.isEmpty ? nil : rare.members.duration }
    set {
      rare.members.duration = newValue
      isOwnReminded = zone != nil || !remind.isEmpty || newValue != nil
    }
  }

  /// The zone of its dates and times; nil for the account's.
  public var zone: Zone? {
    get { rare.members.zone }
    set {
      rare.members.zone = newValue
      isOwnReminded = newValue != nil || !remind.isEmpty || duration != nil
    }
  }

  /// The name shared by the items of one series.
  public var series: String? {
    get { rare.members.series }
    set { rare.members.series = newValue }
  }

  /// Step counts, ascending by instant.
  public var samples: [StepSample] {
    get { rare.members.samples }
    set { rare.members.samples = newValue }
  }

  public var place: PlaceTrigger? {
    get { rare.members.place }
    set { rare.members.place = newValue }
  }

  /// The value of a field, by name.
  ///
  /// - Precondition: The item is of that declaration, which has the field.
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

  /// The date on which it was last done; nil if never.
  public var lastCompletion: LocalDate? {
    [completedOn.last, completedAt.map(\.date).max(), doneThrough].compactMap(\.self).max()
  }
}

/// What holds an item's reminders back.
public struct Snooze: Hashable, Sendable {
  public let until: Instant
  /// Whether it only delays what was to go out before, as ``Item/notBefore`` does.
  public let isFloor: Bool
}

/// Members that few items use. They are on the heap because items are moved often, and a place trigger alone takes 128 bytes.
private struct RareMembers: Sendable {
  static let none = RareMembers()

  var completedAt: Set<LocalDateTime> = []
  var doneThrough: LocalDate?
  var snoozedUntil: Instant?
  var notBefore: Instant?
  var everyDay: Schedule?
  var remind: [ReminderOffset] = []
  var duration: Int64?
  var zone: Zone?
  var series: String?
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

/// The times of day at which an item is due.
public enum DueTimes: Hashable, Sendable {
  /// The kind's own times.
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

/// A region that triggers a notification when the device enters or leaves it.
public struct PlaceTrigger: Hashable, Codable, Sendable {
  /// The direction in which the device crosses the border.
  public enum Crossing: String, CaseIterable, Codable, Sendable {
    /// Arriving.
    case entry
    /// Leaving.
    case exit
  }

  /// The name, for texts.
  public var name = ""
  /// Degrees, WGS 84, as they were written.
  public var latitude = DecimalNumber(significand: 0)
  /// Degrees, WGS 84, as they were written.
  public var longitude = DecimalNumber(significand: 0)
  /// Meters.
  public var radius = DecimalNumber(significand: 100)
  /// The crossing that triggers the notification.
  public var crossing = Crossing.entry

  /// Creates a region without a name: 100 meters around 0°, 0°, on entry.
  public init() {}
}

/// The steps since midnight at an instant.
public struct StepSample: Hashable, Codable, Sendable {
  /// The time of the count.
  public var at: Instant
  /// The number of steps since midnight.
  public var steps: Int

  /// Creates a step count.
  public init(at: Instant, steps: Int) {
    (self.at, self.steps) = (at, steps)
  }
}
