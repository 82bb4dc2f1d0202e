import CivilTime
import PlanModel

/// A habit's place trigger: armed on the device, without a time.
enum HabitPlace {
  private static let forms = MessageForm.list("entry", "exit")

  static let definition = KindDefinition(
    KindDescription(
      "location", .place, items: [.habit], identifier: IdentifierRule(["id", "trigger"], needed: ["id"]),
      fields: [
        .text("name", "Read a chapter"), .text("category", "Learning", isOptional: true),
        .text("place", "City library"),
      ], forms: forms),
    checks: [inactive, Habit.completed],
    withdrawal: { delivered, kind, frame in
      frame.habit(of: delivered, kind).map { $0.completions.contains(frame.today) } == true ? .completed : nil
    },
    renewal: { plan, _, frame in
      let habits = frame.account.value.items.habits.filter { $0.place != nil && !$0.isArchived }
      if habits.isEmpty { return nil }
      // Whole days: a trigger comes and goes at midnight.
      let later = (frame.today.adding(days: 1)...frame.today.adding(days: frame.days + 1)).first { date in
        habits.contains { $0.isArmed(on: date) != $0.isArmed(on: frame.today) }
      }
      return later.map { PlanAgain(frame.timeline.startOfDay($0), .place) }
    },
    followUp: { $2.followUpByHabit($0, $1) }
  ) { frame, kind, list in
    for (index, habit) in frame.account.value.items.habits.enumerated() {
      guard let place = habit.place else { continue }
      let request = frame.request(
        kind, item: habit.id, form: forms[place.crossing == .entry ? 0 : 1], isOneOff: true, location: habit.location
      ) { name in
        switch name {
        case "id": .text(habit.id.text)
        case "trigger": .text(place.crossing.rawValue)
        case "name": .text(habit.name)
        case "category": .text(ifAny: habit.category)
        case "place": .text(place.name)
        default: .none
        }
      }
      list.addAlone(request, .none, item: index)
    }
  }

  /// The habit is archived, or today is outside its dates.
  private static let inactive = Check(
    .inactive,
    .candidate { candidate, context in
      let habit = context.frame.account.value.items.habits[Int(candidate.item)]
      let today = context.frame.today
      return habit.isArchived || habit.startDate.map { today < $0 } ?? false
        || habit.endDate.map { today > $0 } ?? false
    }
  ) { explainer in
    let habit = explainer.account.items.habits[Int(explainer.candidate.item)]
    var facts = [
      Explanation.Fact("archived", "\(habit.isArchived)", habit.location), .init("today", "\(explainer.frame.today)"),
    ]
    if let start = habit.startDate { facts.append(.init("startDate", "\(start)", habit.location)) }
    if let end = habit.endDate { facts.append(.init("endDate", "\(end)", habit.location)) }
    return facts
  }
}

extension HabitItem {
  /// Whether its place trigger waits on a date, by the habit alone.
  fileprivate func isArmed(on date: LocalDate) -> Bool {
    (startDate ?? date) <= date && date <= (endDate ?? date) && !completions.contains(date)
  }
}
