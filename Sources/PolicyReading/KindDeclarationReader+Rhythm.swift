import CivilTime
import PlanModel
import TOML

// The keys of a declared series about elapsed intervals, cycles, follow-ups, and counts per week or month.

extension KindDeclarationReader {
  private enum Outside: String, CaseIterable { case wait, skip }

  /// Reads `every = "8h"` with its hours; nil if `every` is not of elapsed time.
  func elapsed(_ item: ItemDeclaration?) -> KindDeclaration.Elapsed? {
    let keys = ["between", "outside", "most"]
    for key in keys { table.note(key) }
    guard let step = elapsedStep(item) else {
      for key in keys where table.has(key) {
        table.fault(
          key, .key, found: "\(key) without an interval of elapsed time",
          expected: "every = \"8h\" or \"90min\" with it")
      }
      return nil
    }
    let isOfField = table.string("from")?.hasPrefix("{") ?? false
    let start =
      isOfField ? field("from", item, "a date or an instant") { $0 == .date || $0 == .instant } : nil
    if !isOfField { _ = table.choice("from", From.self) }
    var elapsed = KindDeclaration.Elapsed(step: step, start: start)
    elapsed.waits = table.choice("outside", Outside.self) != .skip
    if table.has("between") {
      let expected = "the first and the last time, such as [\"07:00\", \"23:00\"]"
      if let times = table.list("between", expected: expected, { LocalTime(iso8601: $0.utf8) }) {
        if times.count == 2 {
          elapsed.hours = .init(start: times[0], end: times[1])
        } else {
          table.fault("between", found: "found \(times.count) times", expected: expected)
        }
      }
    } else if table.has("outside") {
      table.fault(
        "outside", .key, found: "outside without between", expected: "between = [\"07:00\", \"23:00\"] with it")
    }
    elapsed.most = table.integer("most", in: 1...96)
    return elapsed
  }

  private func elapsedStep(_ item: ItemDeclaration?) -> KindDeclaration.Elapsed.Step? {
    guard let item, let text = table.entry("every")?.string else { return nil }
    table.note("every")
    if text.hasPrefix("{"), text.hasSuffix("}"), let place = item.place(String(text.dropFirst().dropLast())) {
      return item.fields[place].type == .duration ? .field(place) : nil
    }
    for (unit, seconds) in [("min", 60), ("h", 3600)] where text.hasSuffix(unit) {
      guard let count = Int(text.dropLast(unit.count)), (1...(366 * 86_400 / seconds)).contains(count) else {
        return nil
      }
      let step = Int64(count * seconds)
      if step >= KindDeclaration.Elapsed.minimumStep { return .seconds(step) }
    }
    return nil
  }

  /// Reads `times = { count = 3, per = "week" }`.
  func quota(_ item: ItemDeclaration?) -> KindDeclaration.Quota? {
    guard table.isTable("times"), let times = table.table("times") else { return nil }
    if item == nil {
      table.fault("times", found: "a count without item", expected: "item, whose completions count")
      return nil
    }
    let fields = item?.fields.filter { $0.type == .integer }.map(\.name) ?? []
    let expected = (["a number from 1 to 1000"] + fields.map { "\"{\($0)}\"" }).joined(separator: ", or ")
    var count: KindDeclaration.Quota.Count?
    if let text = times.entry("count")?.string {
      let name = text.hasPrefix("{") && text.hasSuffix("}") ? String(text.dropFirst().dropLast()) : ""
      times.note("count")
      if fields.contains(name) {
        count = item?.place(name).map { .field($0) }
      } else {
        times.fault("count", found: "found \(text.quotedForDiagnostic)", expected: expected)
      }
    } else {
      count = times.integer("count", in: 1...1000).map { .number($0) }
      times.require("count", expected)
    }
    let period = times.choice("per", KindDeclaration.Quota.Period.self)
    times.require("per", "\"week\" or \"month\"")
    guard let count, let period else { return nil }
    return KindDeclaration.Quota(count: count, per: period)
  }

  /// Reads `cycle = { on = 21, off = 7, from = "{start}" }`.
  func cycle(_ item: ItemDeclaration?) -> KindDeclaration.Cycle? {
    guard let cycle = table.table("cycle") else { return nil }
    let (on, off) = (days("on", cycle), days("off", cycle))
    var start = KindDeclaration.Cycle.Start.schedule
    if let text = cycle.string("from") {
      let fields = item?.fields.filter { $0.type == .date || $0.type == .instant }.map(\.name) ?? []
      if let name = fields.first(where: { text == "{\($0)}" }), let place = item?.place(name) {
        start = .field(place)
      } else if let date = LocalDate(iso8601: text.utf8) {
        start = .date(date)
      } else {
        let known = ["a date such as \"2026-11-02\""] + fields.map { "\"{\($0)}\"" }
        cycle.fault(
          "from", found: "found \(text.quotedForDiagnostic)", expected: known.joined(separator: ", or "))
      }
    } else if item == nil {
      cycle.require("from", "the cycle's first day, such as \"2026-11-02\"")
    }
    guard let on, let off else { return nil }
    return KindDeclaration.Cycle(on: on, off: off, start: start)
  }

  /// Reads a number of days: `21`, `"21d"` or `"3w"`.
  private func days(_ key: String, _ cycle: TOMLFields) -> Int? {
    let range = 1...3660
    cycle.require(key, "a number of days such as 21, or \"3w\"")
    guard cycle.isText(key) else { return cycle.integer(key, in: range) }
    return cycle.parsed(key, expected: "a number of days such as 21, or \"3w\"") { text in
      guard let unit = text.last, unit == "d" || unit == "w", let count = Int(text.dropLast()) else { return nil }
      let days = unit == "w" ? 7 * min(count, range.upperBound) : count
      return range.contains(days) ? days : nil
    }
  }

  /// Refuses a cycle or elapsed time with keys that set the dates otherwise.
  func refuseMixtures(_ kind: KindDeclaration) {
    if kind.cycle != nil, table.has("at") || kind.isFromCompletion && kind.elapsed == nil {
      table.fault(
        "cycle", .key, found: "a cycle with \(table.has("at") ? "at" : "from = \"completion\"")",
        expected: "a series by its schedule, or by hours")
    }
    if kind.elapsed != nil, table.has("at") {
      table.fault("at", .key, found: "at with every in elapsed time", expected: "from = \"{field}\" instead")
    }
  }

  /// Reads `["+30m", "+2h"]`, or `{ every = "4h", most = 6 }`.
  func followUps() -> [ReminderOffset] {
    guard table.isTable("followUps"), let nags = table.table("followUps") else {
      return table.list("followUps", expected: "\"+30m\", \"+2h\" or \"+1d 09:00\"") { text in
        ReminderOffset(text).flatMap { $0.reach.before == 0 && $0 != .due ? $0 : nil }
      } ?? []
    }
    let maximum = nags.integer("most", in: 1...KindDeclarationReader.maximumNags)
    let words = "an interval such as \"4h\""
    let every = nags.parsed("every", expected: "\(words), the last at most \(ReminderOffset.maximumDays) days away") {
      text in
      ReminderOffset(nag: maximum ?? 1, every: text).map { _ in text }
    }
    nags.require("every", words)
    nags.require("most", "a maximum, such as most = 6")
    guard let maximum, let every else { return [] }
    return (1...maximum).compactMap { ReminderOffset(nag: $0, every: every) }
  }

  /// The maximum number of follow-ups. Devices hold few notifications.
  private static let maximumNags = 48
}

extension TOMLFields {
  /// Returns a list of times, or those of a text such as `09:00 to 23:00 every 90m`.
  func times(_ key: String) -> [LocalTime]? {
    guard isText(key) else { return list(key, expected: TOMLFields.timeOfDay) { LocalTime(iso8601: $0.utf8) } }
    return parsed(key, expected: "a list of times, or \"09:00 to 23:00 every 90m\" within a day", TOMLFields.times)
  }

  /// Returns the times of a rule, from the first to the last at most: by minutes or hours, on the clock's face.
  private static func times(_ text: String) -> [LocalTime]? {
    let words = text.split(separator: " ")
    guard words.count == 5, words[1] == "to", words[3] == "every", let first = LocalTime(iso8601: words[0].utf8),
      let last = LocalTime(iso8601: words[2].utf8), first <= last, let unit = words[4].first(where: \.isLetter),
      ["m", "min", "h"].contains(words[4].drop { $0.isNumber }), let count = Int(words[4].prefix { $0.isNumber }),
      case let step = unit == "h" ? 3600 * count : 60 * count,
      (300...86_400).contains(step)
    else { return nil }
    return stride(from: first.secondOfDay, through: last.secondOfDay, by: step).compactMap {
      LocalTime(hour: $0 / 3600, minute: $0 / 60 % 60, second: $0 % 60)
    }
  }
}
