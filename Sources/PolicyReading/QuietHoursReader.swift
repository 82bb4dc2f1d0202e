import CivilTime
import PlanModel

/// Reads a policy's quiet hours: one table for all days and kinds, or a list of rules.
enum QuietHoursReader {
  /// The maximum number of rules, each of which is evaluated for every notification.
  private static let maximumRules = 100

  /// - Parameter policy: The policy, with its kinds already read.
  static func read(_ root: TOMLFields, _ policy: inout Policy) {
    if root.isList("quietHours") {
      let tables = root.tables("quietHours") ?? []
      if tables.count > maximumRules {
        root.fault("quietHours", found: "found \(tables.count) rules", expected: "at most \(maximumRules)")
      }
      policy.quietRules = tables.map { rule($0, policy) }
    } else if let table = root.table("quietHours") {
      policy.quietHours = table.quietHours()
      policy.quietHoursAction =
        table.choice("action", Policy.QuietHoursAction.self, among: [.defer, .drop, .digest]) ?? .defer
      check(
        policy.quietHoursAction, "action", table, hasDigest: policy.kinds.contains { $0.description.reportsHeldBack })
    }
  }

  private static func rule(_ table: TOMLFields, _ policy: Policy) -> QuietRule {
    var rule = QuietRule()
    rule.kinds = table.names("kinds", among: policy.kinds.map(\.kind.name)).map { Set($0.map { Kind($0) }) }
    if let days = table.choices("days", Weekday.self, named: \.code) {
      rule.days = days.reduce(into: WeekdaySet()) { $0.insert($1) }
    }
    let expected = "a day of the year in quotes, month and day, such as \"06-01\""
    let first = table.parsed("from", expected: expected, Season.yearDay)
    let last = table.parsed("until", expected: expected, Season.yearDay)
    if let first, let last { rule.season = Season(first: first, last: last) }
    table.both("from", "until", found: "a season with one end")
    rule.hours = table.quietHours()
    rule.action = table.choice("action", Policy.QuietHoursAction.self) ?? .defer
    check(rule.action, "action", table, hasDigest: policy.kinds.contains { $0.description.reportsHeldBack })
    return rule
  }

  /// Checks that the policy has the digest that an action requires. The digest itself cannot have that action.
  ///
  /// - Parameters:
  ///   - kind: The kind with the action; nil for an action of several kinds.
  ///   - hasDigest: Whether the policy has a table for the digest.
  static func check(
    _ action: Policy.QuietHoursAction?, _ key: String, of kind: KindDescription? = nil, _ table: TOMLFields,
    hasDigest: Bool
  ) {
    guard action == .digest, kind?.reportsHeldBack == true || !hasDigest else { return }
    table.fault(
      key, found: "found \"digest\"",
      expected: kind?.reportsHeldBack == true
        ? "another action: digest names the others"
        : "a table [kinds.\(Kind.quietDigest)], which describes the digest")
  }
}

extension TOMLFields {
  fileprivate func quietHours() -> QuietHours? {
    let start = time("start")
    let end = time("end")
    both("start", "end", found: "quiet hours with one end")
    return if let start, let end { QuietHours(start: start, end: end) } else { nil }
  }

  /// Notes a fault if only one of two keys is present.
  fileprivate func both(_ first: String, _ second: String, found: String) {
    if has(first) != has(second) {
      fault(has(first) ? first : second, .key, found: found, expected: "both \(first) and \(second), or neither")
    }
  }

  /// Reads the keys of a table `caps`, which limit the number of notifications.
  func caps() -> Policy.Caps {
    let maximum = 0...1_000_000
    var caps = Policy.Caps(perDay: integer("perDay", in: maximum), perHour: integer("perHour", in: maximum))
    guard let windows = table("per", expected: "a table of lengths, such as { 7d = 3 }") else { return caps }
    for length in windows.keysInOrder() {
      guard let count = windows.integer(length, in: maximum) else { continue }
      if let window = Policy.Caps.Window(length, maximum: count) {
        // 7d and 1w are the same window.
        caps.windows.removeAll { $0.name == window.name && $0.maximum >= window.maximum }
        if !caps.windows.contains(where: { $0.name == window.name }) { caps.windows.append(window) }
      } else {
        windows.fault(
          length, .key, found: "found \(length.quotedForDiagnostic)",
          expected: "days, weeks or hours, such as 7d, 2w or 12h, at most 366 days")
      }
    }
    caps.windows.sort { ($0.days, $0.length, $0.maximum) < ($1.days, $1.length, $1.maximum) }
    return caps
  }

  func minimumGap() -> Policy.MinimumGap? {
    let action = choice("tooSoon", Policy.MinimumGap.Action.self) ?? .move
    let expected = "a duration of at most a day in quotes, such as \"15m\""
    let gap = parsed("minimumGap", expected: expected) { text in
      Gates.age(text).flatMap { (1...86_400).contains($0) ? (seconds: $0, text: text) : nil }
    }
    if has("tooSoon"), !has("minimumGap") {
      fault("tooSoon", .key, found: "what to do without a gap", expected: "minimumGap beside it")
    }
    return gap.map { Policy.MinimumGap(seconds: $0.seconds, action: action, text: $0.text) }
  }
}
