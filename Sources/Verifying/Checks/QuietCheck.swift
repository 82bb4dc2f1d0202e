import CivilTime
import PlanFiles
import PlanModel

/// Nothing goes out in the quiet hours that the account's own lines show, of a kind that they hold back.
///
/// A plan does not say what the quiet hours are. It shows them where something was deferred: from the instant asked for up to the one at
/// which it goes out it is quiet, and for an account that stays in its zone at these times of the day on every date. Where the head says
/// that a policy's quiet hours differ by kind or by date, lines of one kind alone are held against each other, and each night by itself.
enum QuietCheck {
  /// Quiet hours as far as lines show them, by their ends.
  private struct Stretches {
    private struct Stretch {
      var from: Int64
      var line: Int
    }

    private var known: [Int64: Stretch] = [:]
    private var ends: [Int64] = []
    /// By end, the one that begins first of those that end then or later.
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

    /// The line that shows that it is quiet then; nil: none does.
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
      account.lines.filter { $0.deferral != nil || $0.reason == .quietHours }.map(\.kind))
    if !hasRules { return QuietCheck.run(account, of: held, everyDay: !clock.travels, clock, run.log, file) }
    for kind in held { QuietCheck.run(account, of: [kind], everyDay: false, clock, run.log, file) }
  }

  /// - Parameters:
  ///   - held: The kinds that quiet hours hold back, of which all have the same.
  ///   - everyDay: They are the same on all dates.
  private static func run(
    _ account: VerifiedAccount, of held: Set<Kind>, everyDay: Bool, _ clock: VerifiedClock, _ log: FindingLog,
    _ file: String
  ) {
    /// In seconds since 1970, and in seconds of the day on which they end.
    var (nights, hours) = (Stretches(), Stretches())
    for index in account.lines.indices where held.contains(account.lines[index].kind) {
      let line = account.lines[index]
      // Where the clock is put forward over their end, they end later than on other days.
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
      guard line.outcome == .scheduled, held.contains(line.kind), let at = line.at, let offset = clock.offset(at: at)
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
  /// The instant before quiet hours moved it; nil: they did not, or the minimum gap moved it on.
  fileprivate var deferral: Instant? { shift == .minimumGap ? nil : deferredFrom }
}

extension Int64 {
  /// Never negative.
  fileprivate func remainder(_ divisor: Int64) -> Int64 { (self % divisor + divisor) % divisor }
}
