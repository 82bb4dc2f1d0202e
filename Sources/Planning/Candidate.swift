import CivilTime
import PlanModel

/// One possible notification in the course of the checks.
struct Candidate {
  /// The source of its instant.
  enum Timing: Hashable {
    /// A wall time in the account's zone at that time.
    case wall(LocalDateTime)
    /// A past or future event.
    case event(Instant)
    /// Immediately.
    case now
    /// A place trigger, or an item without a due date.
    case none
  }

  /// Index of its request.
  var request: Int32
  /// Number of its series, whose dates are all different.
  var series: Int32
  /// Position of its kind in the policy.
  var kind: Int32
  var isCritical: Bool
  /// The policy's or the item's rule for due dates on closed days.
  private(set) var dayShift = DayShift.none
  /// Days from its own date to its due date.
  fileprivate(set) var daysToDue: Int16 = 0
  /// The time of day of what it is about; nil if that is its own.
  private(set) var dueTime: LocalTime?
  /// Whether it is about a whole day.
  private(set) var isOfDay = false
  /// Whether it goes out before what it is about, which quiet hours must not pass.
  private(set) var isLead = false
  /// The seconds that pass between its due instant and its own; 0 if its own wall time counts.
  private(set) var elapsed: Int32 = 0
  /// Whether its dates and times are those of its item's zone.
  private(set) var isInItemZone = false
  /// Whether it stands for what a snooze held back.
  fileprivate(set) var isSnoozed = false
  var priority: Int32
  var timing: Timing
  /// Index of its item in the account's list for the kind; −1 for none.
  var item: Int32
  /// A count for the kind's own checks.
  var figure: Int32

  // Set during planning.
  var at: Instant?
  var local: LocalDateTime?
  var stay: Int32 = -1
  var deferredFrom: Instant?
  var isLate = false
  /// Whether quiet hours hold it back for the digest at their end.
  var isInDigest = false
  var shift: Shift?
  /// The reason why its wall time has no instant.
  var unresolved: Reason?
  /// The number of days by which it moves with its due date.
  private(set) var moved: Int8 = 0
  /// Set once, by the first check that fails; nil while none has.
  var reason: Reason?
  /// The candidate that it duplicates or is too close to; −1 for none.
  var twin: Int32 = -1
  var badge: Int32 = 0
  var slot: Int32 = 0
  /// How its request repeats.
  var part = SeriesPart.once
  /// Whether it is past the window and already has its request.
  var isAhead = false
  /// The position of its identifier among the account's, in byte order; equal identifiers share one.
  var rank: Int32 = 0

  /// The date that was asked for.
  var date: LocalDate? { local?.date }

  func due(_ local: LocalDateTime) -> LocalDate { local.date.adding(days: Int(daysToDue)) }

  /// Ties it to a due date that closed days affect.
  ///
  /// - Parameters:
  ///   - date: The candidate's own date.
  ///   - isTaken: Whether it moves with the due date.
  fileprivate mutating func follow(_ due: LocalDate, from date: LocalDate, _ days: OpenDays, isTaken: Bool) {
    dayShift = days.shift
    isOf(due, from: date)
    guard let open = days.moved(due) else {
      unresolved = .holiday
      return
    }
    if isTaken { moved = Int8(clamping: open.days(since: due)) }
  }

  /// Ties it to what it reminds of, at a time of day.
  fileprivate mutating func remind(
    _ reminder: ReminderOffset, of time: LocalTime, isOfDay: Bool, inZone: Bool, isOfItem: Bool
  ) {
    if reminder != .due { dueTime = time }
    (self.isOfDay, isLead) = (isOfDay, isOfItem && reminder.isLead(at: time))
    if reminder.isElapsed { elapsed = Int32(clamping: reminder.seconds) }
    isInItemZone = inZone
  }

  /// Ties it to what another candidate is about, which it stands for after a snooze.
  ///
  /// - Parameters:
  ///   - isOfDay: Whether that is a whole day.
  ///   - date: Its own date.
  mutating func snooze(_ other: Candidate, isOfDay: Bool, to date: LocalDate) {
    guard let due = other.due else { return }
    (isSnoozed, isLead, isInItemZone, self.isOfDay) = (true, other.isLead, other.isInItemZone, isOfDay)
    isOf(due.date, from: date)
    dueTime = due.time
  }

  /// Whether its wall time is the account's and its own, and nothing that it precedes may lack an instant.
  var isPlain: Bool { moved == 0 && elapsed == 0 && !isInItemZone && !isLead }

  /// When it is due: the wall time of what it is about.
  var due: LocalDateTime? { local.map { due($0).at(dueTime ?? $0.time) } }

  /// What it is about, if that is not its own date and time.
  var about: About? {
    guard daysToDue != 0 || dueTime != nil, let local else { return nil }
    let date = due(local)
    if isOfDay || dueTime == nil { return daysToDue == 0 ? nil : About(date: date, time: nil) }
    return daysToDue == 0 && dueTime == local.time ? nil : About(date: date, time: dueTime)
  }

  /// - Parameter date: The candidate's own date.
  fileprivate mutating func isOf(_ due: LocalDate, from date: LocalDate) {
    daysToDue = Int16(clamping: due.days(since: date))
  }

  /// Sets its instant to the elapsed seconds after the due one, and its wall time to what clocks show then.
  ///
  /// - Parameter clock: The clock of its wall time.
  mutating func wait(from due: Instant, _ clock: ZoneTimeline, _ account: ZoneTimeline) {
    guard let planned = local else { return }
    let instant = due.advanced(bySeconds: Int64(elapsed))
    let shown = clock.local(at: instant).date.adding(days: -Int(moved)).at(clock.local(at: instant).time)
    daysToDue += Int16(clamping: planned.date.days(since: shown.date))
    (at, local, stay) = (instant, shown, Int32(account.stayIndex(at: instant)))
  }

  /// Its instant in seconds since the epoch, as an integer to compare; `Int64.min` without one.
  var time: Int64 { at?.epochSeconds ?? .min }
}

/// The candidates and requests that the kinds make for one account.
struct CandidateList {
  private(set) var requests: [NotificationRequest] = []
  var candidates: ContiguousArray<Candidate> = []
  /// Whether requests differ in priority.
  private(set) var hasSeveralPriorities = false
  private var kind: Int32 = 0
  private var isCritical = false
  private var priority: Int32 = 0
  private var series: Int32 = 0
  /// The bytes of each request's texts.
  private var textBytes: [Int] = []
  private var allTextBytes = 0
  private var maximumCandidates = AccountLimitError.maximumCandidates
  private var spending = Spending()
  /// Set once the account exceeds a limit. From then on, nothing is added.
  private(set) var excess: AccountLimitError?
  var isFull: Bool { excess != nil }
  /// Scratch space for the dates of one item.
  var dates: [LocalDate] = []

  mutating func removeAll() {
    requests.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    textBytes.removeAll(keepingCapacity: true)
    allTextBytes = 0
    maximumCandidates = AccountLimitError.maximumCandidates
    spending = Spending()
    excess = nil
    hasSeveralPriorities = false
    series = 0
  }

  /// Starts over for the same account, with the same limits still counting.
  mutating func removeAllKeepingSpending() {
    var spent = spending
    spent.candidates += candidates.count
    removeAll()
    spending = spent
    maximumCandidates -= spent.candidates
  }

  mutating func note(_ reason: AccountLimitError) {
    excess = excess ?? reason
    maximumCandidates = 0
  }

  /// Counts lookups of other items.
  mutating func addLookups(_ count: Int) {
    spending.lookups += count
    if spending.lookups > AccountLimitError.maximumLookups { note(.lookups) }
  }

  /// Counts the texts of the candidates from `first` on.
  mutating func addTexts(from first: Int) {
    for index in first..<candidates.count { spending.textBytes &+= textBytes[Int(candidates[index].request)] }
    if spending.textBytes > AccountLimitError.maximumTextBytes { note(.texts) }
  }

  mutating func begin(_ kind: KindPlan) {
    self.kind = Int32(kind.position)
    let delivery = kind.settings.delivery
    (isCritical, priority) = (delivery.isCritical, Int32(truncatingIfNeeded: delivery.priority))
  }

  /// Begins a new series: no two of its candidates have the same date.
  mutating func beginSeries() { series += 1 }

  /// The number of the series begun last.
  var currentSeries: Int32 { series }

  /// - Returns: The request's index, for ``add(_:_:item:figure:)``.
  mutating func add(_ request: consuming NotificationRequest) -> Int32 {
    if let first = candidates.first, first.priority != priority { hasSeveralPriorities = true }
    let bytes = request.textBytes
    textBytes.append(bytes)
    // Unshared texts are all in memory before ``addTexts(from:)`` counts them.
    allTextBytes &+= bytes
    if allTextBytes > AccountLimitError.maximumTextBytes { note(.texts) }
    requests.append(consume request)
    return Int32(requests.count - 1)
  }

  /// Removes the requests from a position on.
  mutating func removeRequests(from first: Int) {
    allTextBytes &-= textBytes[first...].reduce(0, +)
    textBytes.removeSubrange(first...)
    requests.removeSubrange(first...)
  }

  /// Adds a candidate with its own request, the only one of its series.
  mutating func addAlone(
    _ request: consuming NotificationRequest, _ timing: Candidate.Timing, item: Int, figure: Int = 0
  ) {
    beginSeries()
    add(add(request), timing, item: item, figure: figure)
  }

  mutating func add(_ request: Int32, _ timing: Candidate.Timing, item: Int = -1, figure: Int = 0) {
    add(candidate(request, timing, item: item, figure: figure))
  }

  /// Returns a candidate of the series, for ``add(_:)``. Copying it for each date takes 1 % fewer instructions of a run
  /// than creating each.
  func candidate(_ request: Int32, _ timing: Candidate.Timing, item: Int = -1, figure: Int = 0) -> Candidate {
    Candidate(
      request: request, series: series, kind: kind, isCritical: isCritical, priority: priority, timing: timing,
      item: Int32(truncatingIfNeeded: item), figure: Int32(clamping: figure))
  }

  @inline(__always)
  mutating func add(_ candidate: Candidate) {
    guard candidates.count < maximumCandidates else { return note(.candidates) }
    candidates.append(candidate)
  }
}

extension CandidateList {
  /// Ties the candidate added last to what it reminds of, at a time of day.
  ///
  /// - Parameters:
  ///   - isOfDay: Whether that is a whole day.
  ///   - inZone: Whether dates and times are those of the item's zone.
  mutating func remind(
    _ reminder: ReminderOffset, of time: LocalTime, isOfDay: Bool, inZone: Bool = false, isOfItem: Bool = true
  ) {
    guard !isFull else { return }
    candidates[candidates.count - 1].remind(
      reminder, of: time, isOfDay: isOfDay, inZone: inZone, isOfItem: isOfItem)
  }

  /// Sets the due date of the candidate added last, if that differs from its own date.
  mutating func isOf(_ due: LocalDate, from date: LocalDate) {
    if !isFull { candidates[candidates.count - 1].isOf(due, from: date) }
  }

  /// Ties the candidate added last to a due date that closed days affect.
  ///
  /// - Parameters:
  ///   - date: The candidate's own date.
  ///   - days: nil if due dates do not move.
  ///   - isTaken: Whether it moves with the due date.
  mutating func follow(
    _ due: LocalDate, from date: LocalDate, _ days: OpenDays?, _ frame: AccountFrame, isTaken: Bool = true
  ) {
    guard let days, !isFull else { return }
    candidates[candidates.count - 1].follow(due, from: date, days, isTaken: isTaken)
    if days.shift == .skip { frame.skipsDates = true }
  }
}

extension NotificationRequest {
  /// The bytes that a plan writes of it.
  fileprivate var textBytes: Int {
    // Destination and URL contain the item's ID, as the identifier does.
    title.utf8.count + body.utf8.count + 4 * identifier.text.utf8.count
  }
}

/// The working state for the candidates of one account. Reuses its memory from account to account.
struct Crowd {
  var list = CandidateList()
  var order = CandidateOrder()
  var duplicates = DuplicateTable()
  var chains = Chains()
  var slots = AccountPlan.SlotUse(limit: nil, reserved: 0, used: 0)
  /// The instant of the first candidate lost to the slot limit.
  var horizon: Instant?
  /// For each candidate, whether a plan without a reach has it; empty without a reach.
  var isOfWindow: [Bool] = []

  mutating func removeAll() {
    list.removeAll()
    horizon = nil
  }
}
