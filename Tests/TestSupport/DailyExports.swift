import Foundation

/// Random exports of the five apps from one day to the next: items are added, changed and removed, and devices hold what the last plan
/// left. A seed gives the same exports again.
package struct DailyExports {
  private var numbers: Numbers
  /// The export's accounts, with their items.
  package private(set) var accounts: [[String: Any]] = []
  private var names = 0

  package init(seed: UInt64) {
    numbers = Numbers(seed: seed)
    for app in ["focusflow", "ritualist", "diary", "moneymap", "steps"] { accounts.append(account(app)) }
  }

  package var document: [String: Any] {
    ["format": "tickler-export/1", "exportedAt": "2026-11-20T12:00:00Z", "accounts": accounts]
  }

  /// Sets what each account's device holds, by app.
  package mutating func set(pending: [String: [[String: Any]]]) {
    for index in accounts.indices { accounts[index]["pending"] = pending[accounts[index]["app"] as! String] ?? [] }
  }

  /// Changes some of the users' settings and completions.
  package mutating func changeData() {
    for index in accounts.indices {
      let app = accounts[index]["app"] as! String
      var items = accounts[index]["items"] as! [[String: Any]]
      items.removeAll { _ in numbers.chance(8) }
      for item in items.indices where numbers.chance(3) { items[item] = changed(items[item]) }
      if numbers.chance(2) { items.append(item(app)) }
      accounts[index]["items"] = items
      if numbers.chance(4) { accounts[index]["preferences"] = preferences(app) }
      if numbers.chance(6) { accounts[index]["timeZone"] = zone() }
    }
  }

  private mutating func account(_ app: String) -> [String: Any] {
    var account: [String: Any] = [
      "id": "guest", "app": app, "timeZone": zone(), "preferences": preferences(app),
      "items": (0..<numbers.number(1...12)).map { _ in item(app) },
    ]
    if numbers.chance(3) { account["platform"] = numbers.member(["android", "other"]) }
    if numbers.chance(3) {
      account["zoneChanges"] = [
        ["at": "2026-11-2\(numbers.number(0...9))T0\(numbers.number(0...9)):30:00Z", "timeZone": zone()]
      ]
    }
    return account
  }

  private mutating func preferences(_ app: String) -> [String: Any] {
    var preferences: [String: Any] = [:]
    if numbers.chance(2) {
      preferences["quietHours"] = ["start": "2\(numbers.number(0...3)):00", "end": "0\(numbers.number(5...9)):00"]
    }
    if numbers.chance(3) { preferences["dailyReminder"] = ["time": time()] }
    if app == "moneymap" {
      preferences["kinds"] = ["bill": true, "overdue": true, "overspend": true, "digest": true]
      preferences["bills"] = ["time": time(), "onDueDate": numbers.chance(2), "dayBefore": numbers.chance(2)]
    }
    if app == "diary" {
      preferences["morning"] = ["time": "0\(numbers.number(4...9)):00", "days": ["mon", "wed", "fri", "sat"]]
    }
    if app == "focusflow", numbers.chance(3) {
      preferences["kinds"] = ["nudge": numbers.chance(2), "recap": numbers.chance(2)]
    }
    return preferences
  }

  private mutating func item(_ app: String) -> [String: Any] {
    names += 1
    let id = "i\(names)"
    switch app {
    case "focusflow":
      if numbers.chance(8) {
        return [
          "kind": "session", "id": id, "startedAt": "2026-11-20T1\(numbers.number(0...9)):00:00Z",
          "duration": 1500 * numbers.number(1...9),
          "state": numbers.member(["running", "running", "paused"]),
        ]
      }
      var task: [String: Any] = [
        "kind": "task", "id": id, "title": numbers.member(["Tea", "Gym", "Read"]), "date": date(), "time": time(),
      ]
      let word = numbers.member(["none", "daily", "weekly", "monthly", "yearly", "customDays", "rrule"])
      if word == "rrule" {
        task["rrule"] = numbers.member(["FREQ=DAILY;INTERVAL=2", "FREQ=MONTHLY;BYDAY=-1FR"])
      } else {
        task["repeat"] = word
      }
      if word == "customDays" { task["weekdays"] = ["mon", "thu", "sun"] }
      if numbers.chance(5) { task["until"] = "2026-12-01" }
      if numbers.chance(4) { task["exdates"] = [date(), date()] }
      return task
    case "ritualist":
      var habit: [String: Any] = [
        "kind": "habit", "id": id, "name": numbers.member(["Run", "Read"]), "streak": numbers.number(0...7),
        "reminders": (0..<numbers.number(1...6)).map { _ in time() },
      ]
      if numbers.chance(3) {
        habit["location"] = [
          "place": "Park", "latitude": 51.5, "longitude": -0.1, "radius": 100, "on": numbers.member(["entry", "exit"]),
        ]
      }
      return habit
    case "diary": return ["kind": "entry", "id": id, "flow": numbers.member(["morning", "bedtime"]), "date": date()]
    case "moneymap":
      var bill: [String: Any] = [
        "kind": "bill", "id": id, "name": numbers.member(["Rent", "Gas"]), "amount": "12.50", "currency": "EUR",
        "dueDate": date(),
        "repeat": numbers.member(["none", "weekly", "monthly"]),
      ]
      if numbers.chance(3) { bill["paidThrough"] = date() }
      return bill
    default:
      return [
        "kind": "stepDay", "id": id, "date": "2026-11-20", "goal": 8000,
        "samples": (9...20).map { ["at": "2026-11-20T\($0 < 10 ? "0" : "")\($0):00:00Z", "steps": $0 * 450] },
      ]
    }
  }

  private mutating func changed(_ item: [String: Any]) -> [String: Any] {
    var item = item
    switch item["kind"] as! String {
    case "task":
      if numbers.chance(2) { item["title"] = numbers.member(["Tea", "Gym", "Swim"]) }
      if numbers.chance(2) { item["time"] = time() }
      if numbers.chance(3) { item["completedOn"] = [date(), date()] }
    case "habit":
      item["completions"] = ["2026-11-20", date()]
    case "bill": item["paid"] = numbers.chance(2)
    default: break
    }
    return item
  }

  // MARK: Values

  private mutating func zone() -> String {
    numbers.member([
      "UTC", "Europe/London", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe",
    ])
  }

  private mutating func time() -> String {
    numbers.member(["00:00", "06:30", "09:00", "09:00", "12:15", "14:00", "20:00", "22:30", "23:59", "09:00:30"])
  }

  private mutating func date() -> String {
    let day = numbers.number(1...28)
    return "\(numbers.member(["2026-10", "2026-11", "2026-11", "2026-12"]))-\(day < 10 ? "0" : "")\(day)"
  }
}
