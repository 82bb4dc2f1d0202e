import CivilTime
import PlanModel

/// One possible notification on its way through the checks.
struct Candidate {
  /// What it is about in time.
  enum Timing: Hashable {
    /// A wall time, wherever the account is then.
    case wall(LocalDateTime)
    /// Something that happened, or will, at an instant.
    case event(Instant)
    /// Something to tell of right away.
    case now
    /// A place trigger, or an item without a due date.
    case none
  }

  /// Index of its request.
  var request: Int32
  /// Number of the series that it comes from, whose dates are all different.
  var series: Int32
  /// Position of its kind in the policy.
  var kind: Int32
  var isCritical: Bool
  /// Where its due date goes, by policy or item, if that is a closed day.
  private(set) var dayShift = DayShift.none
  /// How many days after its own date its due date is, where the two may differ.
  private(set) var daysToDue: Int16 = 0
  var priority: Int32
  var timing: Timing
  /// Where its item stands in the account's list of the kind's items; −1: it has none.
  var item: Int32
  /// A count that the kind's own checks ask for.
  var figure: Int32

  // What planning finds out.
  var at: Instant?
  var local: LocalDateTime?
  var stay: Int32 = -1
  var deferredFrom: Instant?
  var isLate = false
  /// Quiet hours hold it back, and what goes out at their end names it.
  var isInDigest = false
  var shift: Shift?
  /// Why its wall time has no instant.
  var unresolved: Reason?
  /// By how many days its due date takes it with it.
  private(set) var moved: Int8 = 0
  /// Set once, by the first check that fails; nil while it is still in the run.
  var reason: Reason?
  /// The candidate that it is a duplicate of, or too close to; −1: none.
  var twin: Int32 = -1
  var badge: Int32 = 0
  var slot: Int32 = 0
  /// Its notification is one repeating request.
  var repeats = false
  /// The position of its identifier among the account's, in byte order; equal identifiers share one.
  var rank: Int32 = 0

  /// The date on which it was wanted.
  var date: LocalDate? { local?.date }

  /// The due date that it is of.
  func due(_ local: LocalDateTime) -> LocalDate { local.date.adding(days: Int(daysToDue)) }

  /// Goes by a due date.
  ///
  /// - Parameters:
  ///   - date: Its own.
  ///   - isTaken: A due date that moves takes it with it.
  fileprivate mutating func follow(_ due: LocalDate, from date: LocalDate, _ days: OpenDays, isTaken: Bool) {
    dayShift = days.shift
    isOf(due, from: date)
    guard let open = days.moved(due) else {
      unresolved = .holiday
      return
    }
    if isTaken { moved = Int8(clamping: open.days(since: due)) }
  }

  /// - Parameter date: Its own.
  fileprivate mutating func isOf(_ due: LocalDate, from date: LocalDate) {
    daysToDue = Int16(clamping: due.days(since: date))
  }

  /// Its instant in seconds since the epoch, `Int64.min` without one: an integer to compare.
  var time: Int64 { at?.epochSeconds ?? .min }
}

/// The candidates of one account and the requests behind them, as the kinds make them.
struct CandidateList {
  private(set) var requests: [NotificationRequest] = []
  var candidates: [Candidate] = []
  /// Not all requests have the same priority.
  private(set) var hasSeveralPriorities = false
  private var kind: Int32 = 0
  private var isCritical = false
  private var priority: Int32 = 0
  private var series: Int32 = 0
  /// By request, the bytes of its texts.
  private var textBytes: [Int] = []
  private var allTextBytes = 0
  private var mostCandidates = AccountLimitError.mostCandidates
  private var spending = Spending()
  /// Set once the account has asked for too much: nothing is added any more.
  private(set) var excess: AccountLimitError?
  var isFull: Bool { excess != nil }
  /// Scratch space for the dates of one item.
  var dates: [LocalDate] = []

  mutating func removeAll() {
    requests.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    textBytes.removeAll(keepingCapacity: true)
    allTextBytes = 0
    mostCandidates = AccountLimitError.mostCandidates
    spending = Spending()
    excess = nil
    hasSeveralPriorities = false
    series = 0
  }

  /// Begins anew for the same account.
  mutating func removeAllButSpending() {
    var spent = spending
    spent.candidates += candidates.count
    removeAll()
    spending = spent
    mostCandidates -= spent.candidates
  }

  private mutating func note(_ reason: AccountLimitError) {
    excess = excess ?? reason
    mostCandidates = 0
  }

  /// Counts looks at other items.
  mutating func addLookups(_ count: Int) {
    spending.lookups += count
    if spending.lookups > AccountLimitError.mostLookups { note(.lookups) }
  }

  /// Counts the texts of the candidates from `first` on.
  mutating func addTexts(from first: Int) {
    for index in first..<candidates.count { spending.textBytes &+= textBytes[Int(candidates[index].request)] }
    if spending.textBytes > AccountLimitError.mostTextBytes { note(.texts) }
  }

  /// What is added from now on is of this kind.
  mutating func begin(_ kind: KindPlan) {
    self.kind = Int32(kind.position)
    let delivery = kind.settings.delivery
    (isCritical, priority) = (delivery.isCritical, Int32(truncatingIfNeeded: delivery.priority))
  }

  /// What is added from now on is of another series: no two of its candidates have the same date.
  mutating func beginSeries() { series += 1 }

  /// - Returns: The request's number, for ``add(_:_:item:figure:)``.
  mutating func add(_ request: consuming NotificationRequest) -> Int32 {
    if let first = candidates.first, first.priority != priority { hasSeveralPriorities = true }
    let bytes = request.textBytes
    textBytes.append(bytes)
    // Texts that no candidate shares are all in memory before they are counted.
    allTextBytes &+= bytes
    if allTextBytes > AccountLimitError.mostTextBytes { note(.texts) }
    requests.append(consume request)
    return Int32(requests.count - 1)
  }

  /// A candidate with a request of its own, the only one of its series.
  mutating func addAlone(
    _ request: consuming NotificationRequest, _ timing: Candidate.Timing, item: Int, figure: Int = 0
  ) {
    beginSeries()
    add(add(request), timing, item: item, figure: figure)
  }

  mutating func add(_ request: Int32, _ timing: Candidate.Timing, item: Int = -1, figure: Int = 0) {
    add(candidate(request, timing, item: item, figure: figure))
  }

  /// Returns a candidate of the series, for ``add(_:)``. Copying it for each date takes 1 % fewer instructions of a run than making each.
  func candidate(_ request: Int32, _ timing: Candidate.Timing, item: Int = -1, figure: Int = 0) -> Candidate {
    Candidate(
      request: request, series: series, kind: kind, isCritical: isCritical, priority: priority, timing: timing,
      item: Int32(truncatingIfNeeded: item), figure: Int32(clamping: figure))
  }

  @inline(__always)
  mutating func add(_ candidate: Candidate) {
    guard candidates.count < mostCandidates else { return note(.candidates) }
    candidates.append(candidate)
  }
}

extension CandidateList {
  /// The candidate that was added last is of another date than its own.
  mutating func isOf(_ due: LocalDate, from date: LocalDate) {
    if !isFull { candidates[candidates.count - 1].isOf(due, from: date) }
  }

  /// The candidate that was added last goes by a due date.
  ///
  /// - Parameters:
  ///   - date: Its own.
  ///   - days: nil: due dates stay.
  ///   - isTaken: A due date that moves takes it with it.
  mutating func follow(
    _ due: LocalDate, from date: LocalDate, _ days: OpenDays?, _ frame: AccountFrame, isTaken: Bool = true
  ) {
    guard let days, !isFull else { return }
    candidates[candidates.count - 1].follow(due, from: date, days, isTaken: isTaken)
    if days.shift == .skip { frame.skipsDates = true }
  }
}

extension NotificationRequest {
  /// Of everything that a plan writes of it.
  fileprivate var textBytes: Int {
    // Destination and address have the item's id, as the identifier has.
    title.utf8.count + body.utf8.count + 4 * identifier.text.utf8.count
  }
}

/// The candidates of one account beside each other. Keeps its memory from account to account.
struct Crowd {
  var list = CandidateList()
  var order = CandidateOrder()
  var duplicates = DuplicateTable()
  var chains = Chains()
  var slots = AccountPlan.SlotUse(limit: nil, reserved: 0, used: 0)
  /// The instant of the first candidate lost to the slot limit.
  var horizon: Instant?

  mutating func removeAll() {
    list.removeAll()
    horizon = nil
  }
}
