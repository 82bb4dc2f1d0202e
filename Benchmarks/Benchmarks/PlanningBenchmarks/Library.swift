import Benchmark
import CivilTime
import Foundation
import TicklerKit
import Workload

/// What an app on a phone asks for after each change: the plan of its one account, 50 items over 15 days, with actions. The budget is 1 ms.
func library() {
  let policy = try! Policy([
    "app": "chores",
    "kinds": [
      "task": ["identifier": "chore.{id}", "title": "{{title}}", "body": "Planned for {{time}}."],
      "habit": ["identifier": "habit.{id}.{time}", "title": "{{name}}"],
      "bill": ["identifier": "bill.{id}.{date}.{part}", "title": "{{name}}", "body": "{{amount}} by {{dueDate}}"],
    ],
  ])
  let planner = Planner(policy, days: 14)
  let tzif = try! Data(contentsOf: URL(filePath: SourceTree.path("Tests/Zoneinfo/2026f/Europe/Lisbon")))
  let first = LocalDate(year: 2026, month: 10, day: 1)!
  let now = first.adding(days: 19).at(.midnight).instant(at: .utc)
  var account = Account(id: "rosa", zone: try! Zone(name: "Europe/Lisbon", tzif: Array(tzif)))
  account.items = (0..<50).map { number -> Item in
    let time = LocalTime(hour: 7 + number % 12, minute: number)!
    return switch number % 5 {
    case 0:
      .bill(
        id: "\(number)", name: "Bill \(number)", amount: Amount("12.50", currency: "EUR"),
        due: Schedule(from: first.adding(days: number), .monthly))
    case 1, 2: .habit(id: "\(number)", name: "Habit \(number)", at: [time])
    default:
      .task(
        id: "\(number)", title: "Task \(number)", at: time,
        on: Schedule(from: first, .on([.init(.monday), .init(.thursday)])))
    }
  }
  account.pending = try! planner.plan(account, at: now).requests.map { Pending($0) }
  measure("one account of 50 items in an app", 1, "accounts") { _ in
    blackHole(try! planner.plan(account, at: now).actions.count)
  }
}
