import CivilTime
import PlanModel

/// Plans beyond the window: gives leftover slots to later requests, so that a device keeps notifying if its app is not
/// opened.
///
/// With a reach, a frame spans the days up to its end. The window's candidates are the same as in a plan without a
/// reach. Of the others, those that go out take slots as `ahead`.
extension Crowd {
  /// Keeps the window's candidates, and later ones that go out.
  ///
  /// - Parameter window: The candidates of a plan without a reach.
  mutating func split(_ window: Set<CandidateName>, at end: Instant) {
    isOfWindow.removeAll(keepingCapacity: true)
    let all = list.candidates
    list.candidates.removeAll(keepingCapacity: true)
    for candidate in all {
      let isKnown = window.contains(CandidateName(candidate, list.requests))
      if !isKnown, candidate.reason != nil || candidate.time < end.epochSeconds { continue }
      list.candidates.append(candidate)
      isOfWindow.append(isKnown)
    }
  }

  /// Marks later candidates with a slot as `ahead`, and removes the rest, which no plan of the window would have.
  mutating func settleAhead(from end: Instant) {
    for index in list.candidates.indices where list.candidates[index].time >= end.epochSeconds {
      guard let reason = list.candidates[index].reason else {
        list.candidates[index].isAhead = true
        continue
      }
      if reason.index > Reason.beyondWindow.index { list.candidates[index].reason = .beyondWindow }
    }
    let (candidates, isOfWindow) = (list.candidates, isOfWindow)
    order.leaveOut { !isOfWindow[$0] && !candidates[$0].isAhead }
  }
}

/// Identifies a candidate within its account.
struct CandidateName: Hashable {
  private let notification: NotificationID
  private let item: ItemID?
  private let timing: Candidate.Timing

  init(_ candidate: Candidate, _ requests: [NotificationRequest]) {
    let request = Int(candidate.request)
    (notification, item, timing) = (requests[request].identifier, requests[request].item, candidate.timing)
  }
}

extension Crowd {
  /// Assigns slots to everything before the latest instant up to which the requests fit, then to the soonest after it.
  /// If slots count triggers, a series uses the fewest requests.
  ///
  /// - Returns: The number of slots used, and the instant of the first candidate without one.
  mutating func takeSlotsAhead(
    upTo available: Int, _ windowEnd: Instant, _ frame: AccountFrame, _ isByKind: Bool
  ) -> (used: Int, first: Instant?) {
    let open = order.open
    var series = frame.policy.value.slots.holds == .trigger ? reachedSeries(frame) : []
    let seriesOf = series.enumerated().reduce(into: [Int: Int]()) { known, entry in
      for place in entry.element.places { known[place] = entry.offset }
    }
    // Candidates of one instant fit together or not at all.
    let ends = (0...open.count).filter { place in
      place == 0 || place == open.count
        || list.candidates[open[place]].time != list.candidates[open[place - 1]].time
    }
    func requests(before end: Int) -> Int {
      series.reduce(end) { $0 - $1.count(before: end) + $1.fewest(before: end).requests }
    }
    // What a device keeps of rejected records precedes everything past the window.
    let ofWindow = open.firstIndex { list.candidates[$0].time >= windowEnd.epochSeconds } ?? open.count
    let rejected = frame.rejectedRequests
    let available = rejected == 0 ? available : max(available - rejected, min(available, requests(before: ofWindow)))
    let end = ends[ends.partitioningIndex { requests(before: $0) > available } - 1]
    for index in series.indices { series[index].choose(series[index].fewest(before: end).triggers) }
    var (used, first) = (0, nil as Instant?)
    var reserve = SlotReserve(
      isByKind ? frame.kinds : [], open.filter { list.candidates[$0].time < windowEnd.epochSeconds }, list)
    for (place, index) in open.enumerated() {
      let known = seriesOf[place]
      if let known, used < available, place >= end { series[known].chooseTrigger(firingAt: place) }
      let trigger = known.flatMap { series[$0].trigger(firingAt: place) }
      if let trigger {
        list.candidates[index].part = trigger.part
        if trigger.isHeld { continue }
      }
      guard used < available, reserve.admits(list.candidates[index].kind, left: available - used) else {
        list.candidates[index].part = .once
        list.candidates[index].reason = .slotLimit
        first = first ?? list.candidates[index].at
        continue
      }
      used += 1
      list.candidates[index].slot = Int32(used)
      if let known { series[known].reserve(place) }
    }
    return (used, first)
  }

  /// Returns the series that a device may repeat, in the order of their identifiers.
  private mutating func reachedSeries(_ frame: AccountFrame) -> [ReachedSeries] {
    chains.link(self)
    let names = Set(
      list.requests.lazy.map(\.identifier).filter { $0.text.withUTF8Bytes({ SeriesPart.ending($0) }) != nil }.map(
        \.text))
    return chains.all.compactMap { places in
      let requests = places.map { list.requests[Int(list.candidates[order.open[$0]].request)] }
      guard let time = requests.compactMap(\.repeating).first else { return nil }
      let notification = requests[0].identifier.text
      var series = ReachedSeries(places)
      for part in [.whole] + SeriesPart.parts {
        if let ending = part.ending, !names.isEmpty, names.contains(notification + ending) { continue }
        if let fires = fires(time, time.of(part), places, frame) { series.add(part, fires) }
        if series.isCoveredByOne { break }
      }
      return series
    }
  }

  /// Returns the places of the occurrences at which a trigger fires; nil if it fires at another instant, never, or with
  /// other texts.
  private func fires(_ time: RepeatingTime, _ part: RepeatingTime, _ places: [Int], _ frame: AccountFrame) -> [Int]? {
    var (fires, next) = ([Int](), 0)
    let isValid = frame.forEachInstant(of: part) { instant in
      while next < places.count, list.candidates[order.open[places[next]]].at.map({ $0 < instant }) ?? true {
        next += 1
      }
      guard next < places.count, case let candidate = list.candidates[order.open[places[next]]],
        candidate.at == instant,
        candidate.deferredFrom == nil, candidate.shift == nil,
        case let request = list.requests[Int(candidate.request)], request.repeating == time
      else { return false }
      if let first = fires.first {
        guard request.isSame(as: list.requests[Int(list.candidates[order.open[first]].request)]) else { return false }
      }
      fires.append(places[next])
      return true
    }
    return isValid && !fires.isEmpty ? fires : nil
  }
}

/// The open occurrences of one notification up to the reach, and the triggers that fire only at such occurrences.
private struct ReachedSeries {
  struct Trigger {
    var part: SeriesPart
    /// Places in the order of candidates, ascending.
    var fires: [Int]
    var isHeld = false
  }

  /// The places of its occurrences in the order of candidates, ascending.
  let places: [Int]
  private var triggers: [Trigger] = []
  /// The indices of the ``triggers`` in use, which share no occurrence.
  private var chosen: [Int] = []
  private var single: Set<Int> = []

  init(_ places: [Int]) { self.places = places }

  var isCoveredByOne: Bool { triggers.first.map { $0.fires.count == places.count } ?? false }

  mutating func add(_ part: SeriesPart, _ fires: [Int]) {
    triggers.append(Trigger(part: part, fires: fires))
  }

  func count(before end: Int) -> Int { places.partitioningIndex { $0 >= end } }

  /// Returns the fewest requests that cover everything before `end`. Among equal ones, all dates precede weekdays,
  /// weekdays precede days of the month, and those precede single requests.
  func fewest(before end: Int) -> (requests: Int, triggers: [Int]) {
    let count = count(before: end)
    let covered = triggers.map { trigger in trigger.fires.partitioningIndex { $0 >= end } }
    var best = (requests: count, triggers: [Int]())
    // The number of triggers of each form.
    var form = [0, 0, 0]
    func consider(_ indices: [Int]) {
      let requests = indices.reduce(count) { $0 + 1 - covered[$1] }
      let forms = triggers.forms(indices)
      if requests > best.requests || requests == best.requests && !form.lexicographicallyPrecedes(forms) { return }
      (best, form) = ((requests, indices), forms)
    }
    let useful = triggers.indices.filter { covered[$0] > 0 }
    if let whole = useful.first, triggers[whole].part == .whole {
      consider([whole])
      if isCoveredByOne { return best }
    }
    let weekdays = useful.filter { triggers[$0].part.weekday != nil }
    let days = useful.filter { triggers[$0].part.day != nil }
    for mask in 0..<(1 << weekdays.count) {
      let taken = weekdays.indices.filter { mask >> $0 & 1 == 1 }.map { weekdays[$0] }
      let fired = Set(taken.flatMap { triggers[$0].fires })
      consider(taken + days.filter { fired.isDisjoint(with: triggers[$0].fires) })
    }
    return best
  }

  mutating func choose(_ triggers: [Int]) { chosen = triggers }

  /// Chooses a trigger for an occurrence that is not covered yet, if it fires only at uncovered occurrences.
  mutating func chooseTrigger(firingAt place: Int) {
    let fired = single.union(chosen.flatMap { triggers[$0].fires })
    guard !fired.contains(place) else { return }
    let free = triggers.indices.first {
      triggers[$0].fires.contains(place) && fired.isDisjoint(with: triggers[$0].fires)
    }
    if let free { chosen.append(free) }
  }

  func trigger(firingAt place: Int) -> Trigger? {
    chosen.first { triggers[$0].fires.contains(place) }.map { triggers[$0] }
  }

  /// Notes that the request of an occurrence has its slot.
  mutating func reserve(_ place: Int) {
    if let index = chosen.first(where: { triggers[$0].fires.contains(place) }) {
      triggers[index].isHeld = true
    } else {
      single.insert(place)
    }
  }
}

extension [ReachedSeries.Trigger] {
  /// Returns the number of triggers that repeat whole series, weekdays and days of the month.
  fileprivate func forms(_ indices: [Int]) -> [Int] {
    var forms = [0, 0, 0]
    for index in indices {
      let part = self[index].part
      forms[part.weekday != nil ? 1 : part.day != nil ? 2 : 0] += 1
    }
    return forms
  }
}
