import CivilTime
import Diagnostics
import Formats
import PlanFiles
import PlanModel

/// Compares a calendar with the plan, account by account: every event is there, at its instant, and no other.
struct CalendarCheck {
  /// The expected content of an event.
  struct Expected {
    var uid: Occurrence
    var at: Instant
    /// The zone of wall times; nil if unknown.
    var zone: String?
    var sequence: Int
    var kind: String
    /// The app, which a person's calendar shows instead of the kind.
    var app: String?
    /// The local date asked for; nil if there is none.
    var date: LocalDate?
    /// The instant whose date counts instead, since a closed day shifted the event.
    var moved: Instant?
    /// When its event last changed; nil if that is this plan's `now`.
    var stamp: Instant?
    /// The instants of its alarms; nil if only options decide about them.
    var alarms: [Instant]?
    var line: Int
    var file = "plan.ndjson"

    var place: String { "line \(line) of \(file)" }
  }

  let isCancelled: Bool
  /// Whether it is a person's calendar, whose events are occurrences of items instead of notifications.
  private(set) var isPersonal = false
  /// Whether the calendar may lack some of the events.
  private let isPart: Bool
  private let kind: Finding.Kind
  private let events: Lookahead<VerifiedEvent>
  private let name: String

  /// - Parameters:
  ///   - isCancelled: Whether its events are cancellations.
  ///   - isPart: Whether it may lack some of the plan's events.
  /// - Returns: nil without files.
  init?(_ files: [InputFile]?, isCancelled: Bool = false, isPart: Bool = false, _ run: VerifiedRun) throws(RunFault) {
    guard let files else { return nil }
    var calendar = CalendarReader(files)
    events = Lookahead { () throws(RunFault) in try calendar.next() }
    name = files.last?.name ?? ""
    (self.isCancelled, self.isPart) = (isCancelled, isPart)
    kind = isCancelled ? .cancelled : .calendar
    if let first = try events.peek() { isPersonal = run.isCategoryOfApp(first.kind) }
  }

  /// Reads the events of an account and compares them.
  func take(
    _ account: VerifiedAccount, _ clock: VerifiedClock, _ run: VerifiedRun,
    where isWanted: (Expected) -> Bool = { _ in true }
  ) throws(RunFault) {
    var expected: [Expected]
    if isPersonal {
      expected = try account.occurrences(run, isCancelled: isCancelled)
    } else {
      expected = isCancelled ? account.cancellations() : account.events()
    }
    let stems = isCancelled ? [] : account.stems.union(expected.map(\.uid.stem))
    try take(expected.filter(isWanted), stems: stems, account, clock, run)
  }

  /// - Parameter stems: The uid stems of all the account's lines, whether they go out or not.
  private func take(
    _ expected: [Expected], stems: Set<StableHash>, _ account: VerifiedAccount, _ clock: VerifiedClock,
    _ run: VerifiedRun
  ) throws(RunFault) {
    var next = 0
    // Nearly always, each event is the next expected one.
    while next < expected.count, try events.isNext({ $0.uid == expected[next].uid }) {
      compare(try events.next()!, with: expected[next], clock, run)
      next += 1
    }
    var left: [Occurrence: Int] = [:]
    for index in next..<expected.count { left[expected[index].uid] = index }
    func isOwn(_ event: borrowing VerifiedEvent) -> Bool {
      event.uid.map { uid in
        stems.contains(uid.stem) || expected.contains { $0.uid.stem == uid.stem }
      } ?? false
    }
    // Events before another one of this account are unexpected. After its last expected event, the rest belongs to
    // the next account.
    while let distance = left.isEmpty
      ? try events.isNext(isOwn) ? 0 : nil : try events.distance(where: isOwn)
    {
      for _ in 0..<distance { refuse(try events.next()!, run) }
      let event = try events.next()!
      if let index = event.uid.flatMap({ left.removeValue(forKey: $0) }) {
        compare(event, with: expected[index], clock, run)
      } else {
        refuse(event, run)
      }
    }
    for index in left.values.sorted() where !isPart {
      run.log.add(
        kind, try events.peek()?.file ?? name, try events.peek()?.line ?? 1,
        "no event with UID \(expected[index].uid.text) of \(account.words)",
        expected: "that of \(expected[index].place)"
      )
    }
  }

  /// Reports the events left after the last account.
  func finish(_ run: VerifiedRun) throws(RunFault) {
    while let event = try events.next() { refuse(event, run) }
  }

  private func refuse(_ event: VerifiedEvent, _ run: VerifiedRun) {
    if event.isCutOff {
      run.log.add(.calendar, event.file, event.line, "the calendar ends here", expected: "END:VCALENDAR")
      return
    }
    run.log.add(
      kind, event.file, event.line, "an event with UID \(event.uid?.text ?? "that is none")",
      expected: isCancelled ? "what the plan cancels, once" : "what the plan schedules, once")
  }

  private func compare(
    _ event: VerifiedEvent, with expected: Expected, _ clock: VerifiedClock, _ run: VerifiedRun
  ) {
    func require(_ isValid: Bool, _ found: @autoclosure () -> String, _ wanted: @autoclosure () -> String) {
      if isValid { return }
      run.log.add(kind, event.file, event.line, found(), expected: "\(wanted()), as in \(expected.place)")
    }
    if let start = event.start {
      if start.isDay {
        let date = expected.moved.map { clock.local(at: $0)?.date ?? start.local.date } ?? expected.date
        require(start.local.date == date, "DTSTART \(start.local.date)", date?.description ?? "\(expected.at)")
      } else if let zone = start.zone {
        let local = clock.local(at: expected.at, in: zone) ?? start.local
        require(start.local == local, "DTSTART \(start.local) in \(zone)", "\(local)")
        require((expected.zone ?? zone) == zone, "DTSTART in \(zone)", expected.zone ?? zone)
      } else {
        require(start.local == expected.at.utc, "DTSTART \(start.local)Z", "\(expected.at)")
      }
    } else {
      require(false, "an event without DTSTART", "\(expected.at)")
    }
    require(
      event.isCancelled == isCancelled, event.isCancelled ? "STATUS CANCELLED" : "no STATUS",
      isCancelled ? "CANCELLED" : "none")
    require(
      event.sequence == expected.sequence, "SEQUENCE \(event.sequence.map(String.init) ?? "missing")",
      "\(expected.sequence)")
    require(
      event.kind == expected.kind || event.kind == expected.app.flatMap(run.categoryOfApp),
      "CATEGORIES \(event.kind)", expected.kind)
    if let alarms = expected.alarms, let start = event.start {
      let triggers = alarms.enumerated().map { (index, at) -> VerifiedEvent.Trigger in
        guard index < event.triggers.count, case .after = event.triggers[index] else { return .at(at) }
        if !start.isDay { return .after(at.epochSeconds - expected.at.epochSeconds) }
        return clock.local(at: at).map { .after($0.secondsSinceEpoch - start.local.secondsSinceEpoch) } ?? .at(at)
      }
      require(event.triggers == triggers, "\(event.triggers.count) alarms", "\(alarms.map(\.description))")
    }
    if let now = expected.stamp ?? run.now, event.stamp != VerifiedEvent.Start(local: now.utc, zone: nil) {
      run.log.add(
        .runs, event.file, event.line, "DTSTAMP \(event.stamp.map { "\($0.local)Z" } ?? "missing")",
        expected: "files of one run, as of \(now)")
    }
  }
}

extension Occurrence {
  /// The uid as files write it.
  var text: String { stem.hexadecimal + (date.map { "-" + "\($0)".filter { $0 != "-" } } ?? "") }
}

extension VerifiedAccount {
  func events() -> [CalendarCheck.Expected] {
    var events: [CalendarCheck.Expected] = []
    events.reserveCapacity(lines.count)
    for (index, line) in lines.enumerated() {
      guard line.outcome == .scheduled, let at = line.at else { continue }
      let event = CalendarCheck.Expected(
        uid: line.uid, at: at, zone: line.clock ?? line.zone, sequence: Int(line.sequence),
        kind: line.kind.name, app: app, date: line.local?.date,
        moved: line.shift.instant(line.deferredFrom ?? at), stamp: line.stamp ?? line.stale, line: self.line(index))
      events.append(event)
    }
    return events
  }

  func cancellations() -> [CalendarCheck.Expected] {
    (details?.cancelled ?? []).map { cancelled in
      let (decision, request) = (cancelled.decision, cancelled.request)
      let at = decision.at ?? .distantPast
      return CalendarCheck.Expected(
        uid: cancelled.occurrence, at: at, zone: nil, sequence: Int(decision.sequence),
        kind: request.kind.name, app: app, date: decision.local?.date,
        moved: decision.shift.instant(decision.deferredFrom ?? at), stamp: decision.stamp ?? stale, line: detailsLine,
        file: "accounts.ndjson")
    }
  }

  /// Returns the expected events of a person's calendar.
  func occurrences(_ run: VerifiedRun, isCancelled: Bool) throws(RunFault) -> [CalendarCheck.Expected] {
    guard let header = run.header, details != nil || !lines.isEmpty else { return [] }
    let plan = try AccountPlanBuilder(header, run.zones).plan(details, lines.map(\.value), [])
    func expected(
      _ uid: Occurrence, _ decision: Decision, _ request: NotificationRequest, _ number: EventNumber, near: Instant,
      _ zone: Zone?
    ) -> CalendarCheck.Expected? {
      guard let own = OwnTime(decision, request, plan.timeline, zone, near: near) else { return nil }
      return CalendarCheck.Expected(
        uid: uid, at: own.start, zone: nil, sequence: Int(number.sequence), kind: request.kind.name, app: app,
        date: own.day, stamp: number.stamp ?? plan.stale, line: isCancelled ? detailsLine : firstLine,
        file: isCancelled ? "accounts.ndjson" : "plan.ndjson")
    }
    if isCancelled {
      return plan.cancelledEvents.compactMap { place in
        let (decision, request) = (plan.cancelled[place].decision, plan.cancelled[place].request)
        let uid = Occurrence(eventOf: decision, request)
        return expected(uid, decision, request, plan.cancelled[place].number, near: decision.at ?? .distantPast, nil)
      }
    }
    return plan.personalEvents.compactMap { event in
      let face = plan.decisions[event.face]
      let alarms = event.reminders.compactMap { plan.decisions[$0].at }
      let request = plan.requests[Int(face.request)]
      var wanted = expected(
        event.uid, face, request, plan.number(of: event), near: face.at ?? alarms.first ?? .distantPast, request.zone)
      wanted?.alarms = alarms
      wanted?.line = line(event.reminders.first ?? event.face)
      return wanted
    }
  }

  var stems: Set<StableHash> { Set(lines.map { $0.uid.stem }) }
}

extension Shift? {
  /// Returns the instant before quiet hours and similar moves, if a shift changed its date.
  fileprivate func instant(_ intended: Instant) -> Instant? { self?.mayMoveDate ?? false ? intended : nil }
}
