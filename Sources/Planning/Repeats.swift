import CivilTime
import PlanModel

/// Finds the notifications that one repeating request can cover, because a device that repeats it fires exactly as
/// planned.
enum Repeats {
  /// Marks the candidates that passed checks 1 to 21.
  static func find(_ crowd: inout Crowd, _ frame: AccountFrame) {
    guard frame.policy.value.slots.holds == .trigger else { return }
    crowd.chains.link(crowd)
    for rank in crowd.chains.heads.indices {
      let head = crowd.chains.heads[rank]
      guard head >= 0, isRepeating(from: head, crowd, frame) else { continue }
      var place = head
      while place >= 0 {
        crowd.list.candidates[crowd.order.open[Int(place)]].part = .whole
        place = crowd.chains.next[Int(place)]
      }
    }
  }

  /// - Parameter head: The place of the notification's first candidate in the order.
  private static func isRepeating(from head: Int32, _ crowd: Crowd, _ frame: AccountFrame) -> Bool {
    let first = crowd.list.candidates[crowd.order.open[Int(head)]].request
    // A snooze ends once.
    if crowd.list.candidates[crowd.order.open[Int(head)]].isSnoozed { return false }
    guard let time = crowd.list.requests[Int(first)].repeating else { return false }
    var place = head
    /// Returns whether the trigger's next instant is that of the next candidate.
    func takeNext(_ instant: Instant) -> Bool {
      guard place >= 0 else { return false }
      let candidate = crowd.list.candidates[crowd.order.open[Int(place)]]
      place = crowd.chains.next[Int(place)]
      return candidate.at == instant && candidate.deferredFrom == nil && candidate.shift == nil
        && (candidate.request == first
          || crowd.list.requests[Int(candidate.request)].isSame(as: crowd.list.requests[Int(first)]))
    }
    return frame.forEachInstant(of: time, takeNext) && place < 0
  }
}

/// The open candidates of each notification as linked lists. Reuses its memory from account to account.
struct Chains {
  /// For each rank, the place of its first candidate in the order; −1 for none.
  fileprivate var heads: [Int32] = []
  /// For each place in the order, the next place with the same rank; −1 for none.
  fileprivate var next: [Int32] = []

  /// The places of each notification's candidates, ascending, in the order of the identifiers.
  var all: [[Int]] {
    heads.compactMap { head in
      head < 0 ? nil : sequence(first: Int(head)) { next[$0] < 0 ? nil : Int(next[$0]) }.map(\.self)
    }
  }

  mutating func link(_ crowd: Crowd) {
    heads.removeAll(keepingCapacity: true)
    heads.append(contentsOf: repeatElement(-1, count: crowd.list.requests.count))
    next.removeAll(keepingCapacity: true)
    next.append(contentsOf: repeatElement(-1, count: crowd.order.open.count))
    for place in crowd.order.open.indices.reversed() {
      let rank = Int(crowd.list.candidates[crowd.order.open[place]].rank)
      next[place] = heads[rank]
      heads[rank] = Int32(place)
    }
  }
}

extension NotificationRequest {
  /// Returns whether both are of the same item, with the same trigger and texts.
  func isSame(as other: NotificationRequest) -> Bool {
    kind == other.kind && item == other.item && repeating == other.repeating && title == other.title
      && body == other.body
  }
}

extension AccountFrame {
  /// Calls `body` with each instant inside the window and after `now` at which a repeating trigger fires, in order,
  /// until it returns false.
  ///
  /// A device fires on every date that matches the components: in an overlap once, at the first instant, and in every
  /// stay that contains it. In a gap devices differ.
  ///
  /// - Returns: Whether `body` never returned false and no such gap is inside the window.
  func forEachInstant(of repeating: RepeatingTime, _ body: (Instant) -> Bool) -> Bool {
    // A clock that is put back over midnight repeats a day.
    let dates = yesterday...date(at: windowEnd).adding(days: 1)
    func isInside(_ instant: Instant) -> Bool { instant > now && instant < windowEnd }
    guard timeline.stays.count > 1 else {
      for date in dates where repeating.matches(date) {
        let local = date.at(repeating.time)
        guard case .instant(let instant, _, let isShifted) = timeline.resolve(local, gap: .later, overlap: .first)
        else { continue }
        if isShifted {
          if instantsInGap(of: local).contains(where: isInside) { return false }
        } else if isInside(instant), !body(instant) {
          return false
        }
      }
      return true
    }
    var instants: [Instant] = []
    for date in dates where repeating.matches(date) {
      let local = date.at(repeating.time)
      if instantsInGap(of: local).contains(where: isInside) { return false }
      instants += timeline.instants(of: local, gap: .skip, overlap: .first).filter(isInside)
    }
    return instants.sorted().allSatisfy(body)
  }

  /// Returns the instants at which devices may fire for a wall time in a gap: the gap's end, or as much later as the
  /// wall time is into the gap.
  func instantsInGap(of local: LocalDateTime) -> [Instant] {
    let shown = timeline.instants(of: local, gap: .skip, overlap: .first)
    return [GapPolicy.next, .later].flatMap { timeline.instants(of: local, gap: $0, overlap: .first) }
      .filter { !shown.contains($0) }
  }

  /// Returns whether every device fires a repeating trigger at `instant`.
  func fires(_ repeating: RepeatingTime, at instant: Instant) -> Bool {
    let date = date(at: instant)
    for date in date.adding(days: -1)...date.adding(days: 1) where repeating.matches(date) {
      let stay = timeline.stayIndex(at: instant)
      if timeline.instant(of: date.at(repeating.time), inStay: stay, gap: .skip, overlap: .first) == instant {
        return true
      }
    }
    return false
  }
}
