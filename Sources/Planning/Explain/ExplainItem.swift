import CivilTime
import PlanModel

/// Checks 4 to 10: what the item says.
extension Explainer {
  func itemState(_ reason: Reason) -> [Explanation.Fact]? {
    switch candidate.kind {
    case .habit, .location, .streakMilestone: habit(reason)
    case .task: task(reason)
    case .session: session(reason)
    case .morning, .bedtime: entry(reason)
    case .bill: bill(reason)
    case .dailyReminder, .nudge, .recap, .insight, .goal, .milestone, .workout, .unlock, .overdue, .overspend, .digest:
      nil
    }
  }

  private var localDate: LocalDate? { candidate.local?.date }

  private func habit(_ reason: Reason) -> [Explanation.Fact]? {
    guard let habit = account.items.habits.first(where: { $0.id == request.item }) else { return nil }
    switch reason {
    case .inactive:
      var facts = [Explanation.Fact("archived", "\(habit.isArchived)", habit.location)]
      if candidate.kind == .location {
        facts.append(.init("today", "\(frame.today)"))
        if let start = habit.startDate { facts.append(.init("startDate", "\(start)", habit.location)) }
        if let end = habit.endDate { facts.append(.init("endDate", "\(end)", habit.location)) }
      }
      return facts
    case .completed where candidate.kind != .streakMilestone:
      let date = candidate.kind == .location ? frame.today : localDate ?? frame.today
      return [.init("completions have \(date)", "\(habit.completions.contains(date))", habit.location)]
    default: return nil
    }
  }

  private func task(_ reason: Reason) -> [Explanation.Fact]? {
    guard reason == .completed, let date = localDate,
      let task = account.items.tasks.first(where: { $0.id == request.item })
    else { return nil }
    return [
      .init("completed", "\(task.isCompleted)", task.location),
      .init("completedOn has \(date)", "\(task.completedOn.contains(date))", task.location),
    ]
  }

  private func session(_ reason: Reason) -> [Explanation.Fact]? {
    guard reason == .sessionNotRunning, let session = account.items.sessions.first(where: { $0.id == request.item })
    else { return nil }
    return [.init("state", session.state.rawValue, session.location)]
  }

  private func entry(_ reason: Reason) -> [Explanation.Fact]? {
    guard reason == .completed, let date = localDate else { return nil }
    let flow: EntryItem.Flow = candidate.kind == .morning ? .morning : .bedtime
    return [.init("an entry of \(flow.rawValue) on \(date)", "\(frame.hasEntry(flow, on: date))", account.location)]
  }

  private func bill(_ reason: Reason) -> [Explanation.Fact]? {
    guard let bill = account.items.bills.first(where: { $0.id == request.item }) else { return nil }
    switch reason {
    case .notExpense: return [.init("type", bill.direction.rawValue, bill.location)]
    case .noDueDate: return [.init("dueDate", bill.schedule.map { "\($0.start)" } ?? "none", bill.location)]
    case .autoPay where bill.schedule != nil: return [.init("autoPay", "\(bill.isAutoPaid)", bill.location)]
    case .paid where bill.schedule != nil:
      var facts = [Explanation.Fact("paid", "\(bill.isPaid)", bill.location)]
      if let through = bill.paidThrough { facts.append(.init("paidThrough", "\(through)", bill.location)) }
      return facts
    default: return nil
    }
  }
}
