import CivilTime
import TicklerKit

/// What the app keeps of a chore.
struct Chore {
  var title: String
  var time: LocalTime
  var dates: Schedule
  var done: [LocalDate] = []
}

/// Stands in for `UNUserNotificationCenter`.
struct Center {
  private(set) var pending: [String: Pending] = [:]

  mutating func carryOut(_ action: Action) {
    switch action.verb {
    case .add, .move, .update: pending[action.id] = action.request.map { Pending($0) }
    case .cancel: pending[action.id] = nil
    case .keep, .withdraw: break
    }
  }
}

/// The app on one phone.
struct Home {
  let planner: Planner
  var zone: Zone
  var chores: [String: Chore]
  var center = Center()

  /// Brings the notification center to what the chores ask for.
  mutating func replan(_ why: String, at now: Instant) throws {
    var account = Account(id: "rosa", zone: zone)
    account.items = chores.map { id, chore in
      .task(id: id, title: chore.title, at: chore.time, on: chore.dates, completedOn: chore.done)
    }
    account.pending = Array(center.pending.values)
    let plan = try planner.plan(account, at: now)
    print("\(now) \(why)")
    for action in plan.actions where action.verb != .keep {
      center.carryOut(action)
      let time = action.request?.at.map { "\($0) \"\(action.request!.title)\"" } ?? action.reason ?? ""
      print("  \(action.verb) \(action.id) \(time)")
    }
    print(
      "  \(center.pending.count) pending; plan again by \(plan.replanDeadline.at), the \(plan.replanDeadline.cause.words)"
    )
  }
}
