import Foundation
import PlanModel
import Resolving
import Running
import TestRuns
import TestSupport
import Testing

/// Plans with one field of an account changed, for every field of the format's tables. Compares the cause of the differences, and
/// whether the hash of settings differs too. 2026-10-28 is a holiday in Germany here, 2026-10-29 in Austria.
struct OneFieldTests {
  typealias Object = [String: Any]
  private typealias Path = [String]

  /// An account of each app, with a value for every field that its kinds read.
  static let accounts: [String] = [
    #"""
    {"app": "focusflow", "preferences": {
      "kinds": {"dailyReminder": true, "nudge": true, "recap": true, "task": true, "session": true},
      "dailyReminder": {"time": "10:15"}, "recap": {"time": "06:30"},
      "nudges": {"morning": "08:00", "afternoon": "14:00", "evening": "20:30"}},
     "items": [
      {"kind": "task", "id": "t", "title": "Tea", "date": "2026-10-20", "time": "09:00", "repeat": "daily",
       "until": "2026-11-20", "exdates": ["2026-10-25"], "completed": false, "completedOn": ["2026-10-26"]},
      {"kind": "task", "id": "w", "title": "Week", "date": "2026-10-20", "time": "09:30", "repeat": "customDays",
       "weekdays": ["mon", "wed"], "shift": "after"},
      {"kind": "task", "id": "r", "title": "Rule", "date": "2026-10-20", "time": "09:40", "rrule": "FREQ=DAILY"},
      {"kind": "task", "id": "n", "title": "Night", "date": "2026-10-26", "time": "23:00"},
      {"kind": "session", "id": "s", "startedAt": "2026-10-23T15:50:00Z", "duration": 1500, "state": "running"},
      {"kind": "session", "id": "e", "startedAt": "2026-10-23T15:40:00Z", "duration": 1500,
       "endsAt": "2026-10-23T17:00:00Z", "state": "running"},
      {"kind": "focusDay", "id": "d", "date": "2026-10-22", "sessions": 3, "minutes": 75}]}
    """#,
    #"""
    {"app": "ritualist", "preferences": {
      "kinds": {"habit": true, "location": true, "streakMilestone": true, "insight": true}},
     "items": [
      {"kind": "habit", "id": "r", "name": "Read", "category": "mind", "reminders": ["08:00", "19:30"], "streak": 7,
       "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "startDate": "2026-01-01", "endDate": "2026-12-31",
       "archived": false, "completions": ["2026-10-22", "2026-10-23"]},
      {"kind": "habit", "id": "l", "name": "Library", "streak": 0, "location": {"place": "Library", "latitude": 38.7,
       "longitude": -9.1, "radius": 150, "on": "entry"}},
      {"kind": "insight", "id": "i", "at": "2026-10-24T09:00:00Z"}]}
    """#,
    #"""
    {"app": "diary", "preferences": {"kinds": {"morning": true, "bedtime": true},
      "morning": {"time": "07:15", "days": ["mon", "sat"], "changedAt": "2026-10-22T08:00:00Z"},
      "bedtime": {"time": "21:45", "days": ["mon", "tue"]}},
     "items": [{"kind": "entry", "id": "m", "flow": "morning", "date": "2026-10-24"}]}
    """#,
    #"""
    {"app": "steps", "preferences": {"kinds": {"goal": true, "milestone": true, "workout": true, "unlock": true},
      "appBlocking": true},
     "items": [
      {"kind": "stepDay", "id": "d", "date": "2026-10-23", "goal": 10000, "samples": [
       {"at": "2026-10-23T15:30:00Z", "steps": 10100}, {"at": "2026-10-23T12:00:00Z", "steps": 5200}]},
      {"kind": "stepDay", "id": "h", "date": "2026-10-23", "goal": 10000,
       "samples": [{"at": "2026-10-23T15:45:00Z", "steps": 5200}]},
      {"kind": "workout", "id": "w", "endedAt": "2026-10-23T15:55:00Z", "type": "run", "duration": 1800,
       "distance": 5000}]}
    """#,
    #"""
    {"app": "moneymap", "preferences": {
      "kinds": {"bill": true, "overdue": true, "overspend": true, "digest": true},
      "bills": {"time": "08:30", "onDueDate": true, "dayBefore": true}, "digest": {"day": "sat", "time": "17:00"}},
     "items": [
      {"kind": "bill", "id": "rent", "name": "Rent", "amount": "850.00", "currency": "EUR", "dueDate": "2026-10-31",
       "repeat": "monthly", "shift": "after", "autoPay": false, "paid": false, "type": "expense"},
      {"kind": "bill", "id": "week", "name": "Week", "amount": "5.00", "currency": "EUR", "dueDate": "2026-10-14",
       "repeat": "weekly", "shift": "after", "until": "2026-12-31", "exdates": ["2026-11-04"],
       "paidThrough": "2026-10-01"},
      {"kind": "bill", "id": "days", "name": "Days", "dueDate": "2026-10-20", "repeat": "customDays",
       "weekdays": ["thu"]},
      {"kind": "bill", "id": "rule", "name": "Rule", "dueDate": "2026-10-20", "rrule": "FREQ=WEEKLY"},
      {"kind": "bill", "id": "phone", "name": "Phone", "amount": 20, "currency": "EUR", "dueDate": "2026-10-20"},
      {"kind": "budget", "id": "food", "name": "Food", "spent": "310.5", "limit": "300", "currency": "EUR",
       "period": "2026-10", "updatedAt": "2026-10-23T15:00:00Z"}]}
    """#,
    #"""
    {"app": "pillbox", "preferences": {"kinds": {"dose": true, "refill": true, "appointment": true, "supply": true},
      "dose": {"time": "09:00", "days": ["mon", "tue", "wed", "thu", "fri", "sun"]},
      "refill": {"time": "10:00", "days": ["mon", "wed"]}, "appointment": {"days": ["wed"]},
      "supply": {"time": "18:30", "days": ["sun"]}},
     "items": [
      {"kind": "medicine", "id": "ibu", "name": "Ibuprofen", "dosage": "5 mg", "withFood": true,
       "times": ["07:30", "13:00", "22:30"], "date": "2026-10-05", "repeat": "daily", "until": "2026-12-31",
       "pillsLeft": 1, "refillAt": 10, "refilledAt": "2026-09-01T10:00:00+02:00", "completions": ["2026-10-24T07:30"],
       "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "archived": false, "completed": false},
      {"kind": "medicine", "id": "sno", "name": "Snoozed", "times": ["13:00"],
       "snoozedUntil": "2026-10-23T18:45:00Z"},
      {"kind": "medicine", "id": "lat", "name": "Later", "times": ["13:00"], "notBefore": "2026-10-24T18:45:00Z"},
      {"kind": "appointment", "id": "dent", "title": "Dentist", "doctor": "Dr. Roth", "date": "2026-10-28",
       "time": "09:30"}]}
    """#,
  ]

  /// Fields added to every account.
  static let everywhere = #"""
    {"timeZone": "Europe/London", "zoneChanges": [{"at": "2026-10-27T12:00:00Z", "timeZone": "Europe/Paris"}],
     "platform": "ios", "authorization": "authorized", "locale": "en", "country": "DE",
     "personality": {"trait": "openness", "analyzedAt": "2026-10-20T00:00:00Z"},
     "delivered": [{"id": "x@2026-10-24", "at": "2026-10-23T10:00:00Z", "shown": true}]}
    """#

  /// Fields that identify the record, or decide which of several wins.
  private static let names: Set<String> = ["id", "kind", "app", "account", "updatedAt", "items"]
  /// The account's fields that are data. All others are settings.
  private static let data: Set<String> = ["delivered", "pending", "active"]

  private struct Variant {
    var path: Path
    var account: Object
    var isSetting: Bool
    /// Whether the field has another value, rather than none.
    var isOther: Bool
  }

  @Test(
    "attributes a changed setting to settings and a changed item to data; the settings' hash distinguishes them",
    arguments: accounts.indices)
  func causes(number: Int) async throws {
    let (base, variants) = try Self.variants(of: number)
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (old, new) = (folder.appending(path: "old"), folder.appending(path: "new"))
    try await Self.plan(variants.map { _ in base }, old, in: folder)
    try await Self.plan(variants.map(\.account), new, in: folder)
    var reported = Array(repeating: Set<[String]>(), count: variants.count)
    var options = PlanOptions(now: .distantPast)
    options.zoneinfo = TestFiles.zoneinfo
    let json = try DiffRun.run(old.path, new.path, without: [], format: .json, options).output
    let log = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? Object)
    #expect(log["notListed"] as? Int == 0)
    for change in log["changes"] as! [Object] {
      let causes = change["causes"] as? [String] ?? [change["cause"] as! String]
      reported[Int(change["account"] as! String)!].insert(causes)
    }
    let (before, after) = (try Self.hashes(old), try Self.hashes(new))
    var seen: Set<Path> = []
    let app = base["app"] as! String
    for (index, variant) in variants.enumerated() {
      let (id, name) = ("\(index)", app + ": " + variant.path.joined(separator: "."))
      let isPlain = reported[index].isSubset(of: [[variant.isSetting ? "settings" : "data"]])
      #expect(isPlain, "\(name): \(reported[index])")
      let isOther = before[id] != after[id]
      if !variant.isSetting || variant.isOther { #expect(isOther == variant.isSetting, "\(name): the hash") }
      if !reported[index].isEmpty { seen.insert(variant.path) }
    }
    // No table of fields is skipped.
    #expect(seen.count > 15, "\(app): \(seen.count) fields change anything")
  }

  /// Returns an account, and the account with each of its fields changed.
  private static func variants(of number: Int) throws -> (base: Object, variants: [Variant]) {
    var base = try Self.object(Self.accounts[number])
    base.merge(try Self.object(Self.everywhere)) { own, _ in own }
    var preferences = base["preferences"] as! Object
    preferences.merge(["enabled": true, "quietHours": ["start": "22:00", "end": "07:00"]]) { own, _ in own }
    base["preferences"] = preferences
    let policy = try Policy.reading(
      String(contentsOf: TestFiles.root.appending(path: "Examples/pillbox/policy.toml"), encoding: .utf8))
    let schema = Schema.of([policy]).descriptions
    // Another device has another plan.
    var variants = Self.variants(schema.account, of: base).filter { $0.0 != ["device"] }.map { path, account, isOther in
      Variant(path: path, account: account, isSetting: !Self.data.contains(path[0]), isOther: isOther)
    }
    for (index, item) in (base["items"] as! [Object]).enumerated() {
      let table = try #require(schema.items.last { $0.name == item["kind"] as? String })
      for (path, item, _) in Self.variants(table, of: item) + [(["itself"], [:], false)] {
        var account = base
        var items = base["items"] as! [Object]
        if item.isEmpty { items.remove(at: index) } else { items[index] = item }
        account["items"] = items
        variants.append(
          Variant(path: ["items", "\(index)"] + path, account: account, isSetting: false, isOther: true))
      }
    }
    return (base, variants)
  }

  private static func object(_ text: String) throws -> Object {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as! Object
  }

  /// Plans the accounts, each with its number as id.
  private static func plan(
    _ accounts: [Object], _ out: URL, in folder: URL, _ change: (inout PlanOptions) -> Void = { _ in }
  ) async throws {
    var options = PlanOptions(now: "2026-10-23T16:00:00Z")
    let numbered = accounts.enumerated().map { number, account in
      account.merging(["id": "\(number)"]) { _, id in id }
    }
    let export: Object = ["format": "tickler-export/1", "app": "focusflow", "accounts": numbered]
    let input = folder.appending(path: "export.json")
    try JSONSerialization.data(withJSONObject: export, options: .sortedKeys).write(to: input)
    for (country, day) in [("DE", "2026-10-28"), ("AT", "2026-10-29")] {
      let file = folder.appending(path: "\(country).json")
      try Data(#"{"\#(day)": "holiday"}"#.utf8).write(to: file)
      options.holidays.append(HolidayOption("\(country)=\(file.path)"))
    }
    options.paths = [input.path]
    options.policies = [TestFiles.root.appending(path: "Examples/pillbox").path]
    options.templates = TestFiles.templates
    options.zoneinfo = TestFiles.zoneinfo
    options.days = 8
    options.emit = [.plan, .summary]
    options.isQuiet = true
    options.out = out.path
    change(&options)
    _ = try await PlanRun.run(options)
  }

  /// Returns the hash of each account's settings.
  private static func hashes(_ plan: URL) throws -> [String: String] {
    try Scenario.objects(plan.appending(path: "accounts.ndjson")).reduce(into: [:]) { hashes, line in
      if let id = line["account"] as? String { hashes[id] = line["settings"] as? String }
    }
  }

  // MARK: Variants

  /// Returns the object once for each field of its table, with that field changed or removed.
  private static func variants(
    _ table: ObjectDescription, of object: Object
  ) -> [(path: Path, object: Object, isOther: Bool)] {
    var variants: [(path: Path, object: Object, isOther: Bool)] = []
    for field in table.fields where !names.contains(field.name) {
      func add(_ path: Path, _ value: Any?, isOther: Bool) {
        var object = object
        object[field.name] = value
        variants.append(([field.name] + path, object, isOther))
      }
      let old = object[field.name]
      switch (field.type, old) {
      case (.object(let inner), let value as Object):
        for (path, value, isOther) in Self.variants(inner, of: value) { add(path, value, isOther: isOther) }
      case (.objects(let inner, element: _), let values as [Object]):
        for (path, value, isOther) in Self.variants(inner, of: values[0]) {
          add(path, [value] + values.dropFirst(), isOther: isOther)
        }
        add([], Array(values.dropFirst()), isOther: true)
      case (.switches(let kinds), let value as Object):
        for kind in kinds {
          add([kind], value.merging([kind: value[kind] as? Bool == false]) { $1 }, isOther: true)
        }
      case (.object, _), (.objects, _), (.items, _): break
      default:
        for other in others(field) where !isEqual(other, old) { add([], other, isOther: true) }
      }
      if old != nil, field.required == nil { add([], nil, isOther: false) }
    }
    return variants
  }

  private static func isEqual(_ a: Any, _ b: Any?) -> Bool { b.map { (a as! NSObject).isEqual($0) } ?? false }

  /// Returns other values of the field's type.
  private static func others(_ field: FieldDescription) -> [Any] {
    switch (field.name, field.type) {
    case ("locale", _): ["de"]
    case ("country", _): ["AT"]
    case ("currency", _): ["USD"]
    case (_, .text), (_, .identifier): ["neuroticism"]
    case (_, .zone): ["America/New_York"]
    case (_, .bool): [true, false]
    case (_, .date): ["2026-10-26"]
    case (_, .time): ["11:05"]
    case (_, .instant): ["2026-10-23T14:00:00Z", "2026-10-28T12:00:00Z"]
    case (_, .weekday): ["tue"]
    case (_, .choice(let words)): words
    case (_, .count(let range)): [max(1, range.lowerBound), min(30, range.upperBound)]
    case (_, .degrees): [12.5]
    case (_, .quantity), (_, .amount): [99, 5000]
    case (_, .number): [2, 50]
    case (_, .reminder): ["-15m"]
    case (_, .list(of: .reminder, least: _)): [["-1d"], ["+1h"]]
    case (_, .rule): ["FREQ=DAILY;INTERVAL=2"]
    case (_, .list(of: .time, least: _)): [["11:05"]]
    case (_, .list(of: .weekday, least: _)): [["wed", "thu"]]
    case (_, .list(of: .text, least: _)): [["other"]]
    case (_, .list): [["2026-10-27"]]
    case (_, .dateOrTime): ["2026-10-27"]
    case (_, .object), (_, .objects), (_, .switches), (_, .items): []
    }
  }
}
