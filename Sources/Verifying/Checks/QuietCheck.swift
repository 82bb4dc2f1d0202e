import CivilTime
import PlanFiles
import PlanModel

/// No notification goes out in the quiet hours that the account's own lines show, if its kind observes them.
///
/// A plan does not contain quiet hours, but a deferral shows them: they last from the instant asked for to the
/// instant of delivery. If the account stays in its zone, they apply at the same times of day on every date. If the
/// head says that quiet hours differ by kind or date, only lines of one kind are compared, and each night separately.
enum QuietCheck {
  /// The quiet hours that lines show, by their ends.
  private struct Stretches {
    private struct Stretch {
      var from: Int64
      var line: Int
    }

    private var known: [Int64: Stretch] = [:]
    private var ends: [Int64] = []
    /// By end, the earliest start among the stretches that end then or later.
    private var first: [Stretch] = []

    mutating func add(_ from: Int64, _ end: Int64, line: Int) {
      if let known = known[end], known.from <= from { return }
      known[end] = Stretch(from: from, line: line)
    }

    mutating func sort() {
      ends = known.keys.sorted()
      first = ends.compactMap { known[$0] }
      for index in first.indices.dropLast().reversed() where first[index + 1].from < first[index].from {
        first[index] = first[index + 1]
      }
    }

    /// Returns the line that shows quiet hours at `second`, or nil.
    func line(at second: Int64) -> Int? {
      let index = ends.partitioningIndex { $0 > second }
      return index < ends.count && first[index].from <= second ? first[index].line : nil
    }
  }

  private static let day: Int64 = 86_400

  static func run(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: VerifiedRun) {
    guard let file = run.files.plan?.name else { return }
    let hasRules = run.header?.policies.contains { $0.app == account.app && $0.hasQuietRules } ?? false
    let held = Set(
      account.lines.lazy.filter { $0.deferral != nil || $0.reason == .quietHours }.map(\.kind))
    if !hasRules { return QuietCheck.run(account, of: held, everyDay: !clock.travels, clock, run.log, file) }
    for kind in held { QuietCheck.run(account, of: [kind], everyDay: false, clock, run.log, file) }
  }

  /// - Parameters:
  ///   - held: The kinds that quiet hours defer, with the same hours for all.
  ///   - everyDay: Whether the hours are the same on all dates.
  private static func run(
    _ account: VerifiedAccount, of held: Set<Kind>, everyDay: Bool, _ clock: VerifiedClock, _ log: FindingLog,
    _ file: String
  ) {
    /// `nights` in seconds since 1970; `hours` in seconds of the day on which they end.
    var (nights, hours) = (Stretches(), Stretches())
    for index in account.lines.indices where held.contains(account.lines[index].kind) {
      let line = account.lines[index]
      // If the clock moves forward over their end, quiet hours end later than on other days.
      guard let from = line.deferral, let to = line.at, let zone = clock.zoneName(at: from),
        zone == clock.zoneName(at: to), let offset = clock.offset(at: from), offset == clock.offset(at: to)
      else { continue }
      let length = to.epochSeconds - from.epochSeconds
      let end = (to.epochSeconds + Int64(offset)).remainder(QuietCheck.day)
      nights.add(from.epochSeconds, to.epochSeconds, line: account.line(index))
      if everyDay { hours.add(end - length, end, line: account.line(index)) }
    }
    nights.sort()
    hours.sort()
    if held.isEmpty { return }
    for index in account.lines.indices {
      let line = account.lines[index]
      // A lead that would come too late, and the end of a snooze, go out in quiet hours.
      let isReminder = line.about != nil || line.event?.uid != nil
      guard line.outcome == .scheduled, held.contains(line.kind), !isReminder || line.deferredFrom != nil,
        let at = line.at, let offset = clock.offset(at: at)
      else { continue }
      let second = (at.epochSeconds + Int64(offset)).remainder(QuietCheck.day)
      let quiet =
        nights.line(at: at.epochSeconds) ?? hours.line(at: second) ?? hours.line(at: second - QuietCheck.day)
      if let quiet {
        log.add(
          .quietHours, file, account.line(index), "it goes out at \(at), when line \(quiet) shows quiet hours",
          expected: "their end")
      }
    }
  }
}

extension PlanLine {
  /// The instant before quiet hours deferred it; nil if they did not, or if the minimum gap moved it.
  fileprivate var deferral: Instant? { shift == .minimumGap ? nil : deferredFrom }
}

extension Int64 {
  /// Returns the remainder, which is never negative.
  fileprivate func remainder(_ divisor: Int64) -> Int64 { (self % divisor + divisor) % divisor }
}
