import CivilTime
import Diagnostics
import Foundation
import PlanModel
import TestSupport
import Testing

/// Checks that a record's place makes no difference to its content.
@Suite struct JoiningTests {
  private static let head = #"{"format": "tickler-export/1", "app": "all""#
  private static let account = #"{"id": "a", "timeZone": "UTC"}"#

  /// Returns the account's items as text, without their places.
  private static func words(_ reading: Reading) -> String {
    var text = ""
    dump(reading.accounts.map(\.items), to: &text)
    let lines = text.split(separator: "\n")
    var result: [Substring] = []
    var skipped = 0
    for line in lines {
      if line.contains("RecordLocation") {
        skipped = 3
      } else if skipped > 0 {
        skipped -= 1
      } else {
        result.append(line)
      }
    }
    return result.joined(separator: "\n")
  }

  private static func nested(_ item: String) -> Reading {
    Reading([
      Export("in.json", "\(head), \"accounts\": [{\"id\": \"a\", \"timeZone\": \"UTC\", \"items\": [{\(item)}]}]}")
    ])
  }

  private static func line(_ text: String) -> String { text.replacingOccurrences(of: "\n", with: " ") }

  @Test(arguments: ItemTexts.all)
  func anItemIsTheSameWhereverItStands(_ item: String) {
    let nested = JoiningTests.nested(item)
    #expect(nested.outcome.hasPrefix("accepts a ("))
    let expected = JoiningTests.words(nested)
    let owned = "{\"account\": \"a\", \(item)}"
    let (head, account) = (JoiningTests.head, JoiningTests.account)
    let others: [(String, [Export])] = [
      ("apart, after", [Export("in.json", "\(head), \"accounts\": [\(account)], \"items\": [\(owned)]}")]),
      ("apart, before", [Export("in.json", "\(head), \"items\": [\(owned)], \"accounts\": [\(account)]}")]),
      (
        "nested in a line",
        [
          Export(
            "in.ndjson",
            "\(head)}\n{\"account\": {\"id\": \"a\", \"timeZone\": \"UTC\", \"items\": [{\(JoiningTests.line(item))}]}}"
          )
        ]
      ),
      (
        "in a line of its own",
        [Export("in.ndjson", "\(head)}\n{\"item\": \(JoiningTests.line(owned))}\n{\"account\": \(account)}")]
      ),
      (
        "in another file",
        [
          Export("a.json", "\(head), \"items\": [\(owned)]}"),
          Export("b.ndjson", "\(head)}\n{\"account\": \(account)}"),
        ]
      ),
      (
        "in an account record that is replaced",
        [
          Export("a.json", "\(head), \"accounts\": [{\"id\": \"a\", \"timeZone\": \"UTC\", \"items\": [{\(item)}]}]}"),
          Export("b.json", "\(head), \"accounts\": [\(account)]}"),
        ]
      ),
    ]
    for (what, exports) in others {
      let reading = Reading(exports)
      #expect(reading.messages == [], "\(what)")
      #expect(JoiningTests.words(reading) == expected, "\(what)")
    }
  }

  private func days(_ days: Weekday...) -> WeekdaySet {
    var set = WeekdaySet()
    for day in days { set.insert(day) }
    return set
  }

  /// What is read equals what was written.
  @Test func everyFieldArrives() throws {
    let list = ItemTexts.all.map { "{\($0)}" }.joined(separator: ",\n")
    let items = try #require(JoiningTests.nested(String(list.dropFirst().dropLast())).accounts.first).items
    let task = items[.task][0]
    #expect(task.title == "Té")
    #expect(task.times == .at(time("09:00:30")))
    #expect(task.schedule?.start == date("2026-11-20"))
    #expect(task.schedule?.repetition == .customDays(days(.monday, .sunday)))
    #expect(task.schedule?.until == date("2026-12-31"))
    #expect(task.schedule?.exceptions == [date("2026-11-23")])
    #expect(task.completedOn == [date("2026-11-22")])
    #expect(items[.task][1].schedule?.repetition.isNone == false)
    let habit = items[.habit][0]
    #expect(habit.times == .several([time("07:00"), time("18:30")]))
    #expect(habit.days == days(.tuesday))
    #expect(habit["streak", of: ShippedItems.habit].raw == "7")
    #expect(habit.isArchived)
    #expect(habit.place?.name == "park")
    #expect(habit.place?.latitude.description == "51.50")
    #expect(habit.place?.radius.description == "150.5")
    #expect(habit.place?.crossing == .exit)
    func value(_ field: String, _ declaration: ItemDeclaration) -> String {
      items[ItemList(shipped: declaration.kind)][0][field, of: declaration].raw
    }
    #expect(value("flow", ShippedItems.entry) == "bedtime")
    #expect(value("duration", ShippedItems.session) == "1500")
    #expect(value("state", ShippedItems.session) == "paused")
    #expect(value("minutes", ShippedItems.focusDay) == "100")
    #expect(items[.stepDay][0].samples.map(\.steps) == [4000, 8100])
    #expect(value("distance", ShippedItems.workout) == "5000")
    #expect(value("at", ShippedItems.insight) == "2026-11-19T18:00:00Z")
    #expect(value("amount", ShippedItems.bill) == "950.00")
    #expect(value("type", ShippedItems.bill) == "income")
    #expect(value("autoPay", ShippedItems.bill) == "true")
    #expect(items[.bill][0].doneThrough == date("2026-11-01"))
    let budget = items[.budget][0]
    let (spent, limit) = (budget["spent", of: ShippedItems.budget], budget["limit", of: ShippedItems.budget])
    #expect(try #require(spent.number) > #require(limit.number))
  }

  /// With `updatedAt`, the winner does not depend on the order of the inputs.
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func theNewestHoldsInAnyOrder(_ order: [Int]) {
    let exports = (0..<3).map { number in
      let updated = "\"updatedAt\": \"2026-11-0\(number + 1)T12:00:00Z\""
      let item =
        "{\"kind\": \"task\", \"id\": \"t\", \"title\": \"\(number)\", \"date\": \"2026-11-20\", \"time\": \"09:00\", \(updated)}"
      let account =
        "{\"id\": \"a\", \"timeZone\": \"UTC\", \"locale\": \"l\(number)\", \(updated), \"items\": [\(item)]}"
      return Export("\(number).json", "\(JoiningTests.head), \"accounts\": [\(account)]}")
    }
    let reading = Reading(order.map { exports[$0] })
    #expect(reading.accounts.map(\.locale) == ["l2"])
    #expect(reading.accounts.first?.items[.task].map(\.title) == ["2"])
    #expect(reading.superseded == 4)
  }

  /// Accounts are in the order of the inputs, wherever their items are.
  @Test(
    "an older record counts if the newer one is rejected, with and without devices",
    arguments: ["", ", \"device\": \"p\""])
  func olderRecordCounts(device: String) {
    func export(_ name: String, _ day: Int, zone: String) -> Export {
      let item = #"{"kind": "task", "id": "t\(day)", "title": "x", "date": "2026-11-21"}"#
        .replacing("\\(day)", with: "\(day)")
      return Export(
        name,
        "\(JoiningTests.head), \"exportedAt\": \"2026-11-\(day)T06:00:00Z\", \"accounts\": [{\"id\": \"a\"\(device), "
          + "\"timeZone\": \"\(zone)\", \"items\": [\(item)]}]}")
    }
    let exports = [
      export("a.json", 18, zone: "UTC"), export("b.json", 19, zone: "Europe/Berlin"),
      export("c.json", 20, zone: "Mars/X"),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let reading = Reading(order.map { exports[$0] })
      #expect(reading.accounts.map(\.zone.name) == ["Europe/Berlin"])
      #expect(reading.accounts.first.map { "\($0.items)".contains("t18") && "\($0.items)".contains("t19") } ?? false)
      #expect(reading.messages.count == 1, "\(reading.messages)")
    }
  }

  @Test func accountsComeInInputOrder() {
    let names = ["z", "a", "m"]
    let exports = names.map { name in
      Export("\(name).json", "\(JoiningTests.head), \"accounts\": [{\"id\": \"\(name)\", \"timeZone\": \"UTC\"}]}")
    }
    #expect(Reading(exports).accounts.map(\.id.text) == names)
  }

  /// With one input, the roster keeps only lines; with several, places. Both report duplicates.
  @Test(arguments: [1, 2])
  func duplicatesAreToldOfWithAnyNumberOfInputs(_ count: Int) {
    let twice = "\(JoiningTests.head), \"accounts\": [\(JoiningTests.account),\n\(JoiningTests.account)]}"
    let other = "\(JoiningTests.head), \"accounts\": []}"
    let reading = Reading(Array([Export("in.json", twice), Export("other.json", other)].prefix(count)))
    #expect(reading.accounts.count == 1)
    #expect(reading.diagnostics.map(\.code) == [.duplicate])
  }

  /// A warning is reported once for each name and file, regardless of the record.
  @Test func unknownFieldsAreToldOfOncePerFile() {
    let accounts =
      "[{\"id\": \"ID\", \"timeZone\": \"UTC\", \"mood\": 1}, {\"id\": \"ID2\", \"timeZone\": \"UTC\", \"mood\": 2}]"
    let exports = ["a", "b"].map { name in
      Export(
        "\(name).json", "\(JoiningTests.head), \"accounts\": \(accounts.replacingOccurrences(of: "ID", with: name))}")
    }
    let reading = Reading(exports)
    #expect(reading.accounts.count == 4)
    #expect(
      reading.diagnostics.map { "\($0.location.file.suffix(6)) \($0.field ?? "")" } == ["a.json mood", "b.json mood"])
  }
}
