import CivilTime
import PlanFiles
import PlanModel

/// The badge rules of the apps' policies, inferred from accounts, since a plan's files do not contain them.
struct BadgeRules {
  fileprivate enum Rule: CaseIterable {
    /// No badges.
    case none
    /// 1, 2, 3 … on each local date.
    case daily
    /// 1, 2, 3 … through the window.
    case never
  }

  /// By app, the rules that fit every account so far.
  private var left: [String: Set<Rule>] = [:]

  /// - Returns: false if no rule fits this account and those before it.
  fileprivate mutating func agree(_ app: String, with rules: Set<Rule>) -> Bool {
    let both = left[app, default: Set(Rule.allCases)].intersection(rules)
    if !both.isEmpty { left[app] = both }
    return !both.isEmpty
  }
}

/// Badges have no gap: notifications are numbered in order, on each local date or through the window, or not at all.
enum BadgeCheck {
  /// Kinds that have no badge and are not counted.
  private static let without = Kind("insight")

  /// Whether the line has no badge and is not counted. For a declared kind, only the policy says so, and the plan
  /// lacks it.
  private static func isWithout(_ line: Shared<PlanLine>) -> Bool {
    line.kind == without || line.kind.isDeclared && line.badge == 0
  }

  /// Returns whether the badges of lines of one instant are the next numbers, in any order.
  private static func follows(_ lines: ArraySlice<Int>, _ before: Int32, _ account: VerifiedAccount) -> Bool {
    if lines.count == 1 { return account.lines[lines.first!].badge == before + 1 }
    return zip(lines.map { account.lines[$0].badge }.sorted(), (before + 1)...).allSatisfy { $0 == $1 }
  }

  static func run(_ account: VerifiedAccount, _ clock: VerifiedClock, _ run: inout VerifiedRun) {
    guard let file = run.files.plan?.name else { return }
    var rules = Set(BadgeRules.Rule.allCases)
    /// For each rule, the first line that contradicts it.
    var faults: [BadgeRules.Rule: (index: Int, expected: String)] = [:]
    func refute(_ rule: BadgeRules.Rule, _ index: Int, _ expected: @autoclosure () -> String) {
      if rules.remove(rule) != nil { faults[rule] = (index, expected()) }
    }
    /// The numbers used so far, in all and by local date. A traveler may come back to a date.
    var (counts, total): ([LocalDate: Int32], Int32?) = ([:], account.stale == nil ? 0 : nil)
    /// The date of the current line, and the numbers used on it.
    var (day, count): (LocalDate?, Int32) = (nil, 0)
    /// The date up to which notifications of a kept plan went out and used the first numbers.
    let begun = account.stale.flatMap { _ in run.now.flatMap { clock.local(at: $0)?.date } }
    let lines = account.lines.indices.filter { account.lines[$0].isTimed }
    // At one instant, the more important ones come first, but the plan does not show importance.
    for group in lines.grouped(by: { account.lines[$0].at }) {
      guard let at = account.lines[group.first!].at else { continue }
      let date = clock.local(of: account.lines[group.first!])?.date
      // Nearly every group is one line, which is numbered.
      let numbered =
        group.contains { isWithout(account.lines[$0]) }
        ? ArraySlice(group.filter { !isWithout(account.lines[$0]) }) : group
      for index in group where account.lines[index].kind == without && account.lines[index].badge > 0 {
        for rule in [BadgeRules.Rule.none, .daily, .never] { refute(rule, index, "none for this kind") }
      }
      guard let first = numbered.first else { continue }
      let least = numbered.lazy.map { account.lines[$0].badge }.min()!
      let gone = max(0, least - 1)
      if date != day {
        if let day { counts[day] = count }
        (day, count) = (date, date.flatMap { counts[$0] } ?? 0)
        if let date, let begun, date <= begun, counts[date] == nil { count = gone }
      }
      let before = total ?? gone
      if let place = numbered.first(where: { account.lines[$0].badge > 0 }) { refute(.none, place, "none") }
      func require(_ rule: BadgeRules.Rule, after before: Int32) {
        // A rule that is refuted stays so.
        guard rules.contains(rule), !follows(numbered, before, account) else { return }
        let place = numbered.first { !(before + 1...before + Int32(numbered.count)).contains(account.lines[$0].badge) }
        refute(rule, place ?? first, "\(before + 1), the next one at \(at)")
      }
      if date != nil { require(.daily, after: count) }
      require(.never, after: before)
      count += Int32(numbered.count)
      total = before + Int32(numbered.count)
    }
    if run.badges.agree(account.app, with: rules) { return }
    // The rule of most policies explains the fault best.
    let hasBadges = lines.contains { account.lines[$0].badge > 0 }
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
