import CivilTime
import PlanModel

/// One possible notification on its way through the passes.
struct Candidate {
  /// What it is about in time.
  enum Timing: Hashable {
    /// A wall time, wherever the account is then.
    case wall(LocalDateTime)
    /// Something that happened, or will, at an instant.
    case event(Instant)
    /// A place trigger, or a bill without a due date.
    case none
  }

  /// What single checks want to know beyond the timing.
  enum Detail: Hashable {
    case none
    /// Check 14: deliveries before this are another session's.
    case session(startedAt: Instant)
    /// Check 17: when the day's goal was reached; nil: not yet.
    case milestone(goalAt: Instant?)
    /// Check 18: how many bills the digest names.
    case digest(count: Int)
  }

  var request: Int32
  var kind: Kind
  var isCritical: Bool
  var priority: Int32
  var timing: Timing
  var detail = Detail.none
  /// The first of checks 4 to 10 that its item fails.
  var itemReason: Reason?

  // What the passes find out.
  var at: Instant?
  var local: LocalDateTime?
  var stay: Int32 = -1
  var deferredFrom: Instant?
  var isLate = false
  var shift: Shift?
  /// Set once, by the first check that fails; nil while it is still in the run.
  var reason: Reason?
  var badge: Int32 = 0
  var slot: Int32 = 0
  /// The position of its identifier among the account's, in byte order; equal identifiers share one.
  var rank: Int32 = 0
}

/// The candidates of one account and the requests behind them, as the kinds make them.
package struct CandidateList {
  private(set) var requests: [NotificationRequest] = []
  var candidates: [Candidate] = []
  /// Not all requests have the same priority.
  private(set) var hasSeveralPriorities = false
  /// There are candidates of kinds that tell of events.
  private(set) var hasEvents = false
  /// By request, what its candidates have of it.
  private var heads: [Head] = []
  private var dates: [LocalDate] = []

  private struct Head {
    var kind: Kind
    var isCritical: Bool
    var priority: Int32
  }

  package init() {}

  mutating func removeAll() {
    requests.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    heads.removeAll(keepingCapacity: true)
    hasSeveralPriorities = false
    hasEvents = false
  }

  /// Scratch space for the dates of one item, to be given back.
  mutating func takeDates() -> [LocalDate] {
    var taken: [LocalDate] = []
    swap(&taken, &dates)
    return taken
  }

  mutating func give(back dates: consuming [LocalDate]) { self.dates = dates }

  /// Gives each candidate the reason that `check` finds.
  @inline(__always)
  mutating func settle(_ check: (inout Candidate, [NotificationRequest]) -> Reason?) {
    let requests = requests
    candidates.withUnsafeMutableBufferPointer { candidates in
      for index in candidates.indices { candidates[index].reason = check(&candidates[index], requests) }
    }
  }

  /// - Returns: The request's number, for ``add(_:_:itemReason:detail:)``.
  mutating func add(_ request: consuming NotificationRequest) -> Int32 {
    let head = Head(
      kind: request.kind, isCritical: request.delivery.isCritical,
      priority: Int32(truncatingIfNeeded: request.delivery.priority))
    if let first = heads.first, first.priority != head.priority { hasSeveralPriorities = true }
    if head.kind.isEvent { hasEvents = true }
    heads.append(head)
    requests.append(consume request)
    return Int32(heads.count - 1)
  }

  mutating func add(
    _ request: Int32, _ timing: Candidate.Timing, itemReason: Reason? = nil, detail: Candidate.Detail = .none
  ) {
    let head = heads[Int(request)]
    var candidate = Candidate(
      request: request, kind: head.kind, isCritical: head.isCritical, priority: head.priority, timing: timing)
    candidate.itemReason = itemReason
    candidate.detail = detail
    candidates.append(candidate)
  }
}
