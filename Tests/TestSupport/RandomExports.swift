import Resolving

/// Exports at random, with all that the format's tables allow and nothing that they do not. A seed makes the same again.
package struct RandomExports {
  package var numbers: Numbers
  private var ids = 0

  package init(seed: UInt64) {
    numbers = Numbers(seed: seed)
  }

  /// A JSON document of so many accounts, with items in them and apart.
  package mutating func document(accounts count: Int) -> [String: Any] {
    let (account, kinds) = Schema.shipped.descriptions
    var accounts: [[String: Any]] = []
    var apart: [[String: Any]] = []
    for _ in 0..<count {
      var object = object(account)
      object["app"] = "all"
      let items = kinds.flatMap { kind in (0..<Int.random(in: 0...2, using: &numbers)).map { _ in item(kind) } }
      let isNested = items.map { _ in Bool.random(using: &numbers) }
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
    if item["rrule"] != nil { item["repeat"] = Bool.random(using: &numbers) ? "none" : nil }
    return item
  }

  /// An object with the fields that it must have, and about half of the others.
  private mutating func object(_ description: ObjectDescription) -> [String: Any] {
    var object: [String: Any] = [:]
    for field in description.fields where field.required != nil || Bool.random(using: &numbers) {
      object[field.name] = value(field.type)
    }
    if let from = object["from"] as? String, let to = object["to"] as? String {
      (object["from"], object["to"]) = (min(from, to), max(from, to))
    }
    return object
  }

  private mutating func value(_ type: ValueType) -> Any {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    func member<Member>(_ members: [Member]) -> Member { members.randomElement(using: &numbers)! }
    switch type {
    case .text:
      return member(["", "Tea", "Té & <Kaffee> \"gut\"", "a\tb\nc", "日本語 😀", "x' y", "1e3", "true", " two  spaces "])
    case .identifier:
      ids += 1
      return member(["id", "ïd", "i d", "&"]) + "-\(ids)"
    case .zone: return member(["UTC", "Europe/London", "America/New_York", "Asia/Kathmandu", "Etc/GMT+3"])
    case .bool: return Bool.random(using: &numbers)
    case .date: return "\(number(1970...2099))-\(two(number(1...12)))-\(two(number(1...28)))"
    case .time(let hours):
      let last = (hours?.upperBound ?? 24) - 1
      let time = "\(two(number((hours?.lowerBound ?? 0)...last))):\(two(number(0...59)))"
      return Bool.random(using: &numbers) ? time : "\(time):\(two(number(0...59)))"
    case .instant: return "\(value(.date))T\(two(number(0...23))):\(two(number(0...59))):\(two(number(0...59)))Z"
    case .weekday: return member(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
    case .choice(let words): return member(words)
    case .count(let range):
      return number(range.lowerBound...min(range.upperBound, range.lowerBound + number(0...1_000_000)))
    case .quantity: return member([0, 1, 12.5, 1800, 5000.25] as [Any])
    case .degrees(let limit): return number(-limit...limit)
    case .amount: return member(["0", "12.50", "-3", "1e3", "99999999999999999999.99"])
    case .rule:
      return member(["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,FR", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=YEARLY;COUNT=3"])
    case .list(let element, let least): return (0..<number(least...least + 3)).map { _ in value(element) }
    case .object(let inner): return object(inner)
    case .objects(let inner, element: _): return (0..<number(1...3)).map { _ in object(inner) }
    case .switches(let kinds):
      return Dictionary(
        uniqueKeysWithValues: kinds.shuffled(using: &numbers).prefix(3).map { ($0, Bool.random(using: &numbers)) })
    case .items: return [Any]()
    }
  }
}
