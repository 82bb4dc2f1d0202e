import CivilTime
import PlanModel

/// An export that reaches each kind of a policy: two accounts, with items around an instant.
struct SampleExport {
  private let policy: Policy
  private let now: Instant
  private var today: LocalDate { now.utc.date }

  init(_ policy: Policy, now: Instant) { (self.policy, self.now) = (policy, now) }

  var text: String {
    let first = [(#""id": "sample""#), (#""timeZone": "UTC""#), (#""locale": "\#(policy.locale.text)""#), preferences]
    let items = policy.kinds.flatMap { settings in
      settings.description.isShipped
        ? self.items(settings.kind.name) : [DeclaredSample(settings.description, now: now)?.text].compactMap(\.self)
    }
    // What the first account's news of a goal supersedes.
    let second =
      policy[Kind("milestone")] == nil
      ? [] : [[#""id": "sample-2""#, #""timeZone": "UTC""#, #""items": [\#(steps(4100))]"#]]
    let accounts = [first.compactMap(\.self) + [#""items": [\#(lines(items, 8))]"#]] + second
    let objects = accounts.map { fields in "\n    {\n      " + fields.joined(separator: ",\n      ") + "\n    }" }
    return """
      {
        "format": "tickler-export/1",
        "app": \(policy.app.inJSON),
        "exportedAt": "\(now)",
        "accounts": [\(objects.joined(separator: ","))
        ]
      }

      """
  }

  private func lines(_ items: [String], _ indent: Int) -> String {
    let blank = String(repeating: " ", count: indent)
    return items.isEmpty ? "" : items.map { "\n\(blank)\($0)" }.joined(separator: ",") + "\n" + blank.dropLast(2)
  }

  /// The kinds switched on that the policy leaves off, and what the diary needs.
  private var preferences: String? {
    var fields: [String] = []
    let off = policy.kinds.filter { !$0.isEnabled }.map { "\"\($0.kind.name)\": true" }
    if !off.isEmpty { fields.append("\"kinds\": { \(off.joined(separator: ", ")) }") }
    if policy[Kind("morning")] != nil {
      fields.append(#""morning": { "time": "07:30", "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] }"#)
    }
    if policy[Kind("bedtime")] != nil { fields.append(#""bedtime": { "time": "21:30" }"#) }
    if policy[Kind("unlock")] != nil { fields.append(#""appBlocking": true"#) }
    return fields.isEmpty ? nil : "\"preferences\": {\(lines(fields, 8))}"
  }

  /// Those that make a kind's notifications; an item that serves several kinds stands with the first of them.
  private func items(_ kind: String) -> [String] {
    func at(_ minutes: Int64) -> Instant { now.advanced(bySeconds: minutes * 60) }
    func day(_ days: Int) -> LocalDate { today.adding(days: days) }
    switch kind {
    case "task":
      return [
        #"{ "kind": "task", "id": "water", "title": "Drink some water", "date": "\#(today)", "time": "10:30", "repeat": "daily" }"#,
        #"{ "kind": "task", "id": "dentist", "title": "Call the dentist", "date": "\#(day(2))", "time": "12:00" }"#,
      ]
    case "session":
      return [#"{ "kind": "session", "id": "s-1", "startedAt": "\#(at(-10))", "duration": 1500, "state": "running" }"#]
    case "recap":
      return [#"{ "kind": "focusDay", "id": "\#(day(-1))", "date": "\#(day(-1))", "sessions": 3, "minutes": 75 }"#]
    case "habit", "location", "streakMilestone":
      let first = ["habit", "location", "streakMilestone"].first { policy[Kind($0)] != nil }
      guard kind == first else { return [] }
      let done = (1...7).reversed().map { "\"\(day(-$0))\"" }.joined(separator: ", ")
      return [
        #"{ "kind": "habit", "id": "stretch", "name": "Stretch", "category": "health", "reminders": ["08:00", "20:00"], "startDate": "\#(day(-7))", "streak": 7, "completions": [\#(done)] }"#,
        #"{ "kind": "habit", "id": "swim", "name": "Swim", "days": ["tue", "sat"], "reminders": ["17:45"], "location": { "place": "Pool", "latitude": 48.1753, "longitude": 16.3766, "radius": 150, "on": "entry" } }"#,
      ]
    case "insight": return [#"{ "kind": "insight", "id": "i-1", "at": "\#(at(90))" }"#]
    case "goal", "unlock":
      return kind == "unlock" && policy[Kind("goal")] != nil ? [] : [steps(8150)]
    case "workout":
      return [
        #"{ "kind": "workout", "id": "w-1", "type": "run", "endedAt": "\#(at(-30))", "duration": 2460, "distance": 7200 }"#
      ]
    case "bill", "overdue", "digest":
      let first = ["bill", "overdue", "digest"].first { policy[Kind($0)] != nil }
      guard kind == first else { return [] }
      return [
        bill("rent", "Rent", "890.00", #""dueDate": "\#(day(3))", "repeat": "monthly""#),
        bill("cleaning", "Cleaning", "40.00", #""dueDate": "\#(day(1))", "repeat": "weekly""#),
        bill("water", "Water", "61.35", #""dueDate": "\#(day(-2))""#),
      ]
    case "overspend":
      let period = "\(today)".prefix(7)
      return [
        #"{ "kind": "budget", "id": "food", "name": "Eating out", "spent": "182.40", "limit": "150.00", "currency": "EUR", "period": "\#(period)", "updatedAt": "\#(at(-60))" }"#
      ]
    default: return []
    }
  }

  private func bill(_ id: String, _ name: String, _ amount: String, _ rest: String) -> String {
    #"{ "kind": "bill", "id": "\#(id)", "name": "\#(name)", "amount": "\#(amount)", "currency": "EUR", \#(rest) }"#
  }

  /// A day whose steps were counted twenty minutes ago.
  private func steps(_ count: Int) -> String {
    let at = now.advanced(bySeconds: -1200)
    let date = at.utc.date
    return
      #"{ "kind": "stepDay", "id": "\#(date)", "date": "\#(date)", "goal": 8000, "samples": [{ "at": "\#(at)", "steps": \#(count) }] }"#
  }
}

extension String {
  fileprivate var inJSON: String { "\"\(self)\"" }
}
