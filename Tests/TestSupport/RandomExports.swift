import Resolving

/// Random exports that use everything in the format's tables, and nothing else. A seed gives the same export again.
package struct RandomExports {
  package var numbers: Numbers
  private var ids = 0

  package init(seed: UInt64) {
    numbers = Numbers(seed: seed)
  }

  /// Returns a JSON document with `count` accounts, with nested and separate items.
  package mutating func document(accounts count: Int) -> [String: Any] {
    let (account, kinds) = Schema.shipped.descriptions
    var accounts: [[String: Any]] = []
    var apart: [[String: Any]] = []
    for _ in 0..<count {
      var object = object(account)
      object["app"] = "all"
      let items = kinds.flatMap { kind in (0..<numbers.number(0...2)).map { _ in item(kind) } }
      let isNested = items.map { _ in numbers.chance() }
      object["items"] = zip(items, isNested).filter(\.1).map(\.0)
      apart += zip(items, isNested).filter { !$1 }.map { item, _ in
        item.merging(["account": object["id"]!]) { _, owner in owner }
      }
      accounts.append(object)
    }
    return [
      "format": "tickler-export/1", "exportedAt": value(.instant), "accounts": accounts,
      "items": apart.shuffled(using: &numbers),
    ]
  }

  private mutating func item(_ kind: ObjectDescription) -> [String: Any] {
    var item = object(kind)
    item["kind"] = kind.name
    (item["account"], item["app"]) = (nil, nil)
    if item["rrule"] != nil, kind.fields.contains(where: { $0.name == "repeat" }) {
      item["repeat"] = numbers.chance() ? "none" : nil
    }
    // Fields that change no date are a warning.
    let word = item["repeat"] as? String ?? "none"
    if item["rrule"] == nil, word == "none" { (item["until"], item["exdates"]) = (nil, nil) }
    if word != "customDays" { item["weekdays"] = nil }
    let first = (item["date"] ?? item["dueDate"]) as? String
    if let first, let last = item["until"] as? String, last < first { item["until"] = first }
    if kind.name == "task", item["time"] == nil { item["time"] = value(.time(hours: nil)) }
    if kind.name == "habit", item["rrule"] != nil, item["startDate"] == nil { item["startDate"] = value(.date) }
    return item
  }

  /// Returns an object with all required fields, and about half of the others.
  private mutating func object(_ description: ObjectDescription) -> [String: Any] {
    var object: [String: Any] = [:]
    for field in description.fields where field.required != nil || numbers.chance() {
      object[field.name] = value(field.type)
    }
    if let from = object["from"] as? String, let to = object["to"] as? String {
      (object["from"], object["to"]) = (min(from, to), max(from, to))
    }
    return object
  }

  private mutating func value(_ type: ValueType) -> Any {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    switch type {
    case .text:
      return numbers.member([
        "", "Tea", "Té & <Kaffee> \"gut\"", "a\tb\nc", "日本語 😀", "x' y", "1e3", "true", " two  spaces ",
      ])
    case .identifier:
      ids += 1
      return numbers.member(["id", "ïd", "i d", "&"]) + "-\(ids)"
    case .zone: return numbers.member(["UTC", "Europe/London", "America/New_York", "Asia/Kathmandu", "Etc/GMT+3"])
    case .bool: return numbers.chance()
    case .date: return "\(numbers.number(1970...2099))-\(two(numbers.number(1...12)))-\(two(numbers.number(1...28)))"
    case .time(let hours):
      let last = (hours?.upperBound ?? 24) - 1
      let time = "\(two(numbers.number((hours?.lowerBound ?? 0)...last))):\(two(numbers.number(0...59)))"
      return numbers.chance() ? time : "\(time):\(two(numbers.number(0...59)))"
    case .instant:
      return
        "\(value(.date))T\(two(numbers.number(0...23))):\(two(numbers.number(0...59))):\(two(numbers.number(0...59)))Z"
    case .weekday: return numbers.member(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
    case .choice(let words): return numbers.member(words)
    case .count(let range):
      return numbers.number(range.lowerBound...min(range.upperBound, range.lowerBound + numbers.number(0...1_000_000)))
    case .quantity: return numbers.member([0, 1, 12.5, 1800, 5000.25] as [Any])
    case .degrees(let limit): return numbers.number(-limit...limit)
    case .number(let range): return range.map { "\($0.lowerBound)" }.flatMap { Int($0) } ?? numbers.number(0...90)
    case .dateOrTime:
      let date = value(.date)
      return numbers.chance() ? date : "\(date)T\(value(.time(hours: nil)))"
    case .amount: return numbers.member(["0", "12.50", "-3", "1e3", "99999999999999999999.99"])
    case .reminder:
      // Each is unique, as those of an item must be.
      ids += 1
      return numbers.member(["-\(ids)m", "+\(ids)m", "-\(ids % 300 + 1)d@07:30"])
    case .rule:
      return numbers.member([
        "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,FR", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=YEARLY;COUNT=3",
      ])
    case .list(let element, let least): return (0..<numbers.number(least...least + 3)).map { _ in value(element) }
    case .object(let inner): return object(inner)
    case .objects(let inner, element: _): return (0..<numbers.number(1...3)).map { _ in object(inner) }
    case .switches(let kinds):
      return Dictionary(
        uniqueKeysWithValues: kinds.shuffled(using: &numbers).prefix(3).map { ($0, numbers.chance()) })
    case .items: return [Any]()
    }
  }
}
