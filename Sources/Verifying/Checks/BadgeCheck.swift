import CivilTime
import PlanFiles
import PlanModel

/// The badge rules of the apps' policies, inferred from accounts, since a plan's files do not contain them.
struct BadgeRules {
  fileprivate struct Rules: OptionSet, Hashable {
    var rawValue: UInt8

    static let none = Rules(rawValue: 1)
    /// 1, 2, 3 … on each local date.
    static let daily = Rules(rawValue: 2)
    /// 1, 2, 3 … through the window.
    static let never = Rules(rawValue: 4)
    static let all: Rules = [.none, .daily, .never]
  }

  /// By app, the rules that fit every account so far.
  private var left: [String: Rules] = [:]

  /// - Returns: false if no rule fits this account and those before it.
  fileprivate mutating func agree(_ app: String, with rules: Rules) -> Bool {
    let both = left[app, default: .all].intersection(rules)
    if !both.isEmpty { left[app] = both }
    return !both.isEmpty
  }
}

/// Badges have no gap: notifications are numbered in order, on each local date or through the window, or not at all.
enum BadgeCheck {
  /// Kinds that have no badge and are not counted.
  private static let without = Kind("insight")

  /// The fields of a timed line that are compared.
  private struct Line {
    var index: Int
    var at: Instant?
    var badge: Int32
    /// Whether it must have no badge.
    var hasNone: Bool
    /// Whether it has no badge and is not counted.
    var isLeftOut: Bool

    init(_ index: Int, _ line: Shared<PlanLine>) {
      (self.index, at, badge) = (index, line.at, line.badge)
      hasNone = line.kind == without
      // For a declared kind, only the policy says so, and the plan lacks it.
      isLeftOut = hasNone || badge == 0 && line.kind.isDeclared
    }
  }

  /// Returns whether the badges of lines of one instant are the next numbers, in any order.
  private static func follows(_ lines: ArraySlice<Line>, _ before: Int32) -> Bool {
    if lines.count == 1 { return lines.first!.badge == before + 1 }
    return zip(lines.map(\.badge).sorted(), (before + 1)...).allSatisfy { $0 == $1 }
  }

  static func run(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: inout VerifiedRun) {
    guard let file = run.files.plan?.name else { return }
    var rules = BadgeRules.Rules.all
    /// For each rule, the first line that contradicts it.
    var faults: [BadgeRules.Rules: (index: Int, expected: String)] = [:]
    func refute(_ rule: BadgeRules.Rules, _ index: Int, _ expected: @autoclosure () -> String) {
      if rules.remove(rule) != nil { faults[rule] = (index, expected()) }
    }
    /// The numbers used so far, in all and by local date. A traveler may come back to a date.
    var (counts, total): ([LocalDate: Int32], Int32?) = ([:], account.stale == nil ? 0 : nil)
    /// The date of the current line, and the numbers used on it.
    var (day, count): (LocalDate?, Int32) = (nil, 0)
    /// The date up to which notifications of a kept plan went out and used the first numbers.
    let begun = account.stale.flatMap { _ in run.now.flatMap { clock.local(at: $0)?.date } }
    let lines = account.lines.indices.filter { account.lines[$0].isTimed }.map { Line($0, account.lines[$0]) }
    // At one instant, the more important ones come first, but the plan does not show importance.
    for group in lines.grouped(by: \.at) {
      guard let at = group.first!.at else { continue }
      let date = clock.local(of: account.lines[group.first!.index])?.date
      // Nearly every group is one line, which is numbered.
      let numbered = group.contains { $0.isLeftOut } ? ArraySlice(group.filter { !$0.isLeftOut }) : group
      for line in group where line.hasNone && line.badge > 0 {
        for rule in [BadgeRules.Rules.none, .daily, .never] { refute(rule, line.index, "none for this kind") }
      }
      guard let first = numbered.first else { continue }
      let least = numbered.lazy.map(\.badge).min()!
      let gone = max(0, least - 1)
      if date != day {
        if let day { counts[day] = count }
        (day, count) = (date, date.flatMap { counts[$0] } ?? 0)
        if let date, let begun, date <= begun, counts[date] == nil { count = gone }
      }
      let before = total ?? gone
      if let line = numbered.first(where: { $0.badge > 0 }) { refute(.none, line.index, "none") }
      func require(_ rule: BadgeRules.Rules, after before: Int32) {
        // A rule that is refuted stays so.
        guard rules.contains(rule), !follows(numbered, before) else { return }
        let line = numbered.first { !(before + 1...before + Int32(numbered.count)).contains($0.badge) }
        refute(rule, (line ?? first).index, "\(before + 1), the next one at \(at)")
      }
      if date != nil { require(.daily, after: count) }
      require(.never, after: before)
      count += Int32(numbered.count)
      total = before + Int32(numbered.count)
    }
    if run.badges.agree(account.app, with: rules) { return }
    // The rule of most policies explains the fault best.
    let hasBadges = lines.contains { $0.badge > 0 }
    guard let fault = hasBadges ? faults[.daily] ?? faults[.never] ?? faults[.none] : faults[.daily] ?? faults[.none]
    else { return }
    let badge = account.lines[fault.index].badge
    run.log.add(
      .badges, file, account.line(fault.index), badge == 0 ? "no badge" : "badge \(badge)", expected: fault.expected)
  }
}

extension Array {
  /// Returns runs of neighbors with equal keys.
  func grouped<Key: Equatable>(by key: (Element) -> Key) -> [ArraySlice<Element>] {
    var groups: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices where index + 1 == endIndex || key(self[index + 1]) != key(self[start]) {
      groups.append(self[start...index])
      start = index + 1
    }
    return groups
  }
}
