import CivilTime
import PlanModel
import RunModel

/// A written line that others are copied from.
struct LineModel {
  var start = 0
  /// The length in bytes; 0 if there is no line.
  private(set) var count: Int32 = 0
  /// The start and end of the occurrence's fields, from the first byte of the line.
  var head: Int32 = 0
  var tail: Int32 = 0
  /// The positions of its dates: in the `uid` (0 if it has none), the wall time and the instant.
  private var uid: Int32 = 0
  private var local: Int32 = 0
  private var at: Int32 = 0
  /// The position of the date of the request; 0 if the plan adds none to its id.
  var request: Int32 = 0
  /// nil if the line has more than times.
  var times: LineTimes?

  init(start: Int = 0) { self.start = start }

  var isEmpty: Bool { count == 0 }

  func place(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: max(0, index - start)) }

  mutating func end(at index: Int, _ places: FieldWriter.Places) {
    count = place(index)
    uid = place(places.date)
    local = place(places.local)
    at = place(places.instant)
    request = place(places.request)
  }

  @inline(__always)
  func isAnotherDay(_ times: LineTimes) -> Bool { self.times.map { times.isAnotherDay(of: $0) } ?? false }

  /// Writes the line with new dates.
  @inline(__always)
  func append(_ times: LineTimes, to json: inout FieldWriter) {
    let (local, utc) = (json.dates.of(times.local.date), json.dates.of(times.at.utc.date))
    json.out.appendCopy(of: start..<start + Int(count)) { line in
      if uid > 0 { line.storeBytes(of: local, toByteOffset: Int(uid), as: UInt64.self) }
      line.store(local, at: Int(self.local))
      if request > 0 { line.store(local, at: Int(request)) }
      line.store(utc, at: Int(at))
    }
  }
}

/// The content of a line that differs from others only in times.
struct LineTimes {
  let local: LocalDateTime
  let at: Instant
  private let badge: Int32
  private let sequence: Int32
  private let outcome: Int
  private let stay: Int32
  private let part: SeriesPart

  /// Returns nil if the decision has more than times.
  @inline(__always)
  init?(_ decision: borrowing Decision) {
    guard let local = decision.local, let at = decision.at, decision.deferredFrom == nil, decision.shift == nil,
      !decision.isLate, decision.stay >= 0
    else { return nil }
    (self.local, self.at) = (local, at)
    badge = decision.badge
    sequence = decision.sequence
    outcome = decision.outcome.code
    stay = decision.stay
    part = decision.part
  }

  /// Whether the lines differ only in dates.
  @inline(__always)
  func isAnotherDay(of other: LineTimes) -> Bool {
    let seconds = at.epochSeconds - other.at.epochSeconds
    return outcome == other.outcome && stay == other.stay && badge == other.badge && sequence == other.sequence
      && part == other.part
      && local.secondsSinceEpoch - other.local.secondsSinceEpoch == seconds && seconds % 86_400 == 0
  }
}

extension MutableRawSpan {
  /// Stores `YYYY-MM-DD`.
  @inline(__always)
  fileprivate mutating func store(_ date: UInt64, at index: Int) {
    storeBytes(of: ClockDigits.yearAndMonth(date), toByteOffset: index, as: UInt64.self)
    storeBytes(of: ClockDigits.day(date), toByteOffset: index + 8, as: UInt16.self)
  }
}
