import CivilTime
import PlanFiles
import PlanModel

/// Checks each line and the order of lines: one outcome with its fields, at the instant of its wall time.
enum LineCheck {
  static func run(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: VerifiedRun) {
    guard let file = run.files.plan?.name else { return }
    // A kept plan was made as of its own `now`.
    let (now, end) = (account.stale ?? run.now, account.details?.windowEnd)
    for (index, line) in account.lines.enumerated() {
      for (found, expected) in contradictions(line, now, windowEnd: end) {
        run.log.add(.outcome, file, account.line(index), found, expected: expected)
      }
      if index > 0, line.value.isBefore(account.lines[index - 1].value, isRedacted: run.header?.redacted != nil) {
        run.log.add(
          .order, file, account.line(index), "it goes out before the line above",
          expected: "an account's lines by instant, notification and wall time")
      }
      if let date = line.uid.date, date != line.local?.date {
        run.log.add(.uid, file, account.line(index), "a uid of \(date)", expected: "the date asked for, or none")
      }
      if let (found, expected) = wrongInstant(line, clock, run) {
        run.log.add(.clock, file, account.line(index), found, expected: expected)
      }
    }
  }

  private static func contradictions(
    _ line: Shared<PlanLine>, _ now: Instant?, windowEnd: Instant?
  ) -> [(String, String)] {
    var faults: [(String, String)] = []
    func require(_ isValid: Bool, _ found: @autoclosure () -> String, _ expected: @autoclosure () -> String) {
      if !isValid { faults.append((found(), expected())) }
    }
    let outcome = line.outcome.rawValue
    switch line.outcome {
    case .scheduled, .ahead:
      require(line.at != nil, "\(outcome) without at", "the instant at which it goes out")
      require(line.local != nil, "\(outcome) without local", "the wall time asked for")
    case .armed: require(line.at == nil, "armed with at", "a place, and no instant")
    case .dropped:
      require(line.request == nil, "dropped with a request", "none")
      require(line.badge == 0, "dropped with a badge", "none")
      require(!line.isLate, "dropped and late", "one of them")
    }
    if line.outcome != .dropped {
      require(line.request != nil, "\(outcome) without a request", "its id on the device")
      require(line.reason == nil, "\(outcome) with a reason", "one outcome")
    }
    if let from = line.deferredFrom {
      require(line.at.map { from < $0 } ?? false, "deferred from \(from) to \(line.at.words)", "a later instant")
    }
    if let now, let at = line.at {
      require(
        !line.isLate || (line.deferredFrom ?? at) == now, "late at \(line.deferredFrom ?? at)",
        "now, \(now)")
      require(line.reason != .past || at <= now, "dropped as past at \(at)", "an instant up to now, \(now)")
    }
    if line.reason == .beyondWindow, let at = line.at, let end = windowEnd {
      require(at >= end, "dropped as beyondWindow at \(at)", "an instant from the window's end on, \(end)")
    }
    return faults
  }

  private static func wrongInstant(
    _ line: Shared<PlanLine>, _ clock: VerifiedClock, _ run: VerifiedRun
  ) -> (String, String)? {
    guard let at = line.at else { return nil }
    if line.isTimed, let known = clock.zoneName(at: at), let zone = line.clock ?? line.zone,
      known != zone
    {
      return ("it goes out in \(zone)", "\(known), the account's zone at \(at)")
    }
    let intended = line.deferredFrom ?? at
    let now = line.stale ?? run.now
    // A shifted notification has another time, and a late one goes out at `now`.
    guard let local = line.local, let zone = line.zone, line.shift == nil, intended != now,
      let shown = clock.local(at: intended, in: zone), shown != local
    else { return nil }
    return ("\(intended), when clocks in \(zone) show \(shown)", "an instant at which they show \(local)")
  }
}

extension Instant? {
  var words: String { map { "\($0)" } ?? "no instant" }
}
