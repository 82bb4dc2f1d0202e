import Bytes
import CivilTime
import PlanModel
import RunModel

/// Writes `plan.ndjson`: a head, then a line for each decision.
///
/// Builds lines from parts of earlier ones. A line that differs only in dates from another of its request is a copy
/// with new dates. Any other line copies the text before and after the occurrence from its request.
package struct PlanWriter: ~Copyable {
  /// By request, the last line written.
  private var models: [LineModel] = []
  /// Every line that was a model, with its decision, up to ``EarlierPlan/reach``; empty unless they are kept.
  private var allModels: [(line: LineModel, decision: Int)] = []
  private var json = FieldWriter()
  private let copiesLines: Bool
  private let keepsModels: Bool

  /// - Parameters:
  ///   - copiesLines: Whether to build lines from parts of others. The bytes are the same either way.
  ///   - keepsModels: Whether ``earlierDecision(_:of:_:)`` will be called.
  package init(copiesLines: Bool = true, keepsModels: Bool = false) {
    self.copiesLines = copiesLines
    self.keepsModels = keepsModels
  }

  package static func header(_ header: RunHeader) -> WrittenBytes { FieldWriter.line(PlanHead(header)) }

  /// - Parameters:
  ///   - start: The first decision to write.
  ///   - size: The size of `text` in bytes from which no further decision is begun.
  /// - Returns: The first decision that was not written; their number if all were.
  @discardableResult
  package mutating func append(
    _ plan: AccountPlan, from start: Int = 0, upTo size: Int = .max, to text: inout WrittenBytes
  ) -> Int {
    // Kept outside the writer while a span covers them.
    var held: [LineModel] = []
    swap(&held, &models)
    held.removeAll(keepingCapacity: true)
    held.append(contentsOf: repeatElement(LineModel(), count: plan.requests.count))
    json.begin(&text)
    var line = PlanLine()
    line.account = plan.account.value.id
    line.app = plan.account.value.app
    line.device = plan.account.value.device
    line.stale = plan.stale
    // The position of account and kind in a line.
    var owner = 0..<0
    let (decisions, copiesLines, keepsModels) = (plan.decisions.span, copiesLines, keepsModels)
    var known = held.mutableSpan
    var next = start
    while next < decisions.count, json.out.count < size {
      let index = next
      next += 1
      let request = Int(decisions[index].request)
      let times = !plan.events.isEmpty && plan.hasOwnEvent(decisions[index]) ? nil : LineTimes(decisions[index])
      if let times, known[request].isAnotherDay(times) {
        known[request].append(times, to: &json)
        continue
      }
      line.set(plan, decision: index)
      if known[request].isEmpty {
        if line.kind != plan.requests[request].kind { owner = 0..<0 }
        line.set(plan, request: request)
        known[request] = json.write(&line, sharing: &owner)
      } else {
        known[request] = json.write(&line, like: known[request])
      }
      if copiesLines {
        // A copy has one date of a uid.
        known[request].times = line.clock == nil && line.event == nil ? times : nil
        // An identifier may end with its own date.
        if plan.requestDate(of: decisions[index]) == nil { known[request].request = 0 }
        if keepsModels, allModels.count < EarlierPlan.reach { allModels.append((known[request], index)) }
      } else {
        (known[request], owner) = (LineModel(), 0..<0)
      }
    }
    json.end(&text)
    models = held
    return next
  }

  /// Returns the decision that an earlier plan wrote as `line`; nil unless the plan just written has the same line with other
  /// dates.
  ///
  /// - Parameters:
  ///   - line: The line without its last bracket.
  ///   - text: The text of the plan just written, and nothing else.
  mutating func earlierDecision(_ line: Span<UInt8>, of plan: AccountPlan, _ text: inout WrittenBytes) -> Decision? {
    json.begin(&text)
    defer { json.end(&text) }
    for (model, index) in allModels where Int(model.count) == line.count + 2 {
      guard let times = model.times(of: line) else { continue }
      let start = json.out.count
      model.append(times, to: &json)
      let isSame = json.out.withSpan { $0.extracting(start..<start + line.count).equalsLine(line) }
      json.out.removeAll(after: start)
      guard isSame else { continue }
      var decision = plan.decisions[index]
      (decision.local, decision.at) = (times.local, times.at)
      (decision.sequence, decision.wasScheduled) = (0, false)
      return decision
    }
    return nil
  }
}

extension AccountPlan {
  /// Whether a decision belongs to an event with a number of its own.
  fileprivate func hasOwnEvent(_ decision: Decision) -> Bool {
    events[Occurrence(eventOf: decision, requests[Int(decision.request)])] != nil
  }
}

extension FieldWriter {
  /// Writes a full line, but copies account and kind from `owner` if it is not empty.
  fileprivate mutating func write(_ line: inout PlanLine, sharing owner: inout Range<Int>) -> LineModel {
    var model = LineModel(start: out.count)
    forgetPlaces()
    if owner.isEmpty {
      open(UInt8(ascii: "{"))
      line.describeOwner(&self)
      owner = model.start..<out.count
    } else {
      open(copying: owner)
    }
    line.describeRequest(&self)
    model.head = model.place(out.count)
    line.describeOccurrence(&self)
    model.tail = model.place(out.count)
    line.describeTexts(&self)
    model.textsEnd = model.place(out.count)
    let places = places
    close(&line)
    model.end(at: out.count, places)
    return model
  }

  /// Writes a line of a request by copying from an earlier one.
  fileprivate mutating func write(_ line: inout PlanLine, like known: LineModel) -> LineModel {
    var model = LineModel(start: out.count)
    forgetPlaces()
    model.head = known.head
    open(copying: known.start..<known.start + Int(known.head))
    line.describeOccurrence(&self)
    model.tail = model.place(out.count)
    out.appendCopy(of: known.start + Int(known.tail)..<known.start + Int(known.textsEnd))
    model.textsEnd = model.place(out.count)
    let places = places
    close(&line)
    model.end(at: out.count, places)
    return model
  }

  /// Ends a line after the texts of its request.
  private mutating func close(_ line: inout PlanLine) {
    line.describeStamp(&self)
    close(UInt8(ascii: "}"))
    out.append("\n")
  }
}

/// A written line that others are copied from.
struct LineModel {
  var start = 0
  /// The length in bytes; 0 if there is no line.
  private(set) var count: Int32 = 0
  /// The start and end of the occurrence's fields, from the first byte of the line.
  var head: Int32 = 0
  var tail: Int32 = 0
  /// The end of its texts.
  var textsEnd: Int32 = 0
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

  /// Returns the times moved to the wall date in `line`, which has the same length; nil if it has no date at that position.
  func times(of line: Span<UInt8>) -> LineTimes? {
    let start = Int(local)
    guard let times, start + 10 <= line.count, let date = LocalDate(iso8601: line.extracting(start..<start + 10)) else {
      return nil
    }
    return times.moved(to: date)
  }

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
  private(set) var local: LocalDateTime
  private(set) var at: Instant
  private let badge: Int32
  private let sequence: Int32
  private let outcome: Int
  private let stay: Int32
  private let part: SeriesPart
  private let stamp: Instant?

  /// Returns nil if the decision has more than times.
  @inline(__always)
  init?(_ decision: borrowing Decision) {
    guard let local = decision.local, let at = decision.at, decision.deferredFrom == nil, decision.shift == nil,
      decision.about == nil, !decision.isLate, decision.stay >= 0
    else { return nil }
    (self.local, self.at) = (local, at)
    badge = decision.badge
    sequence = decision.sequence
    outcome = decision.outcome.code
    stay = decision.stay
    part = decision.part
    stamp = decision.stamp
  }

  /// Returns the same times of day on another date.
  func moved(to date: LocalDate) -> LineTimes {
    var moved = self
    moved.local = date.at(local.time)
    moved.at = at.advanced(bySeconds: Int64(date.days(since: local.date)) * 86_400)
    return moved
  }

  /// Whether the lines differ only in dates.
  @inline(__always)
  func isAnotherDay(of other: LineTimes) -> Bool {
    let seconds = at.epochSeconds - other.at.epochSeconds
    return outcome == other.outcome && stay == other.stay && badge == other.badge && sequence == other.sequence
      && part == other.part && stamp == other.stamp
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
