import CivilTime
import PlanModel

/// A habit's reminders on its days, between its dates; tailored to the personality while its analysis is recent.
enum Habit {
  /// How long an analysis of the personality is recent, in seconds.
  private static let analysisLifetime: Int64 = 30 * 24 * 3600
  private static let tailored = MessageForm.list("tailored")[0]
  private static let traits = MessageForm.list(
    ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"], standIn: tailored)
  /// What the names of a trait begin with: `open` and `openness`, `extroverted` and `extraversion`.
  private static let stems = [["open"], ["conscientious"], ["extra", "extro"], ["agreeable"], ["neurotic"]]

  static let definition = KindDefinition(
    KindDescription(
      "habit", .daily, items: [.habit], subject: .title,
      identifier: IdentifierRule(["id", "time"], variants: ["tailored": ["id", "time"]]),
      fields: [
        .text("name", "Read a chapter"), .text("category", "Learning", isOptional: true),
        .number("streak", 100, isOptional: true), .text("trait", "openness", isOptional: true), .value("time", .time),
      ], forms: [tailored] + traits, formBody: ("bodyTailored", tailored)),
    checks: [inactive, completed],
    reword: { candidate, kind, frame in
      // What the streak will be on a later day nobody knows yet.
      let habit = frame.items(.habit)[Int(candidate.item)]
      guard habit.streak > 0, let at = candidate.at, frame.date(at: at) == frame.today else { return nil }
      return request(habit, habit.reminders[Int(candidate.figure)], kind, frame, knowsStreak: true)
    },
    withdrawal: { notice, kind, frame in
      guard let date = notice.date, let habit = frame.habit(of: notice, kind) else { return nil }
      return habit.completedOn.contains(date) ? .completed : nil
    },
    renewal: { PlanAgain.earlier(streakEnds($0, $1, $2), tailoringEnds($0, $1, $2)) },
    followUp: { $2.followUpByHabit($0, $1) },
    streaks: { frame in
      frame.items(.habit).compactMap { $0.streak > 0 ? $0.isAtRisk(on: frame.today) : nil }
    }
  ) { frame, kind, list in
    for (index, habit) in frame.items(.habit).enumerated() {
      for (number, time) in habit.reminders.enumerated() {
        if let schedule = habit.datesOfRule {
          let dates = list.takeDates(of: schedule, at: time, kind, frame)
          var shared: Int32 = -1
          for date in dates where habit.days.contains(date.weekday) {
            if shared < 0 { shared = list.add(request(habit, time, kind, frame, knowsStreak: false)) }
            list.add(shared, .wall(date.at(time)), item: index, figure: number)
          }
          list.give(back: dates)
          continue
        }
        let series = DailySeries(
          time: time, days: habit.days, first: habit.startDate, last: habit.endDate, item: index, figure: number)
        list.add(series, kind, frame) { request(habit, time, kind, frame, knowsStreak: false) }
      }
    }
  }

  /// The texts for a trait, which is the strongest of a personality; the neutral ones where it is none of the five.
  private static func form(of trait: String?) -> MessageForm {
    let name = trait?.lowercased() ?? ""
    return stems.firstIndex { $0.contains { name.hasPrefix($0) } }.map { traits[$0] } ?? tailored
  }

  /// The first reminder after today that would tell the streak if it were of today.
  private static func streakEnds(_ plan: AccountPlan, _ kind: KindPlan, _ frame: AccountFrame) -> PlanAgain? {
    let habits = frame.items(.habit)
    guard habits.contains(where: { $0.streak > 0 }) else { return nil }
    return plan.firstLater(kind, frame) { known in
      guard let habit = known.item.flatMap({ frame.places(.habit)[$0] }).map({ habits[$0] }), habit.streak > 0 else {
        return false
      }
      return habit.reminders.contains { time in
        let request = request(habit, time, kind, frame, knowsStreak: true)
        return request.identifier == known.identifier && (request.title, request.body) != (known.title, known.body)
      }
    }.map { PlanAgain($0, .streak) }
  }

  /// The first reminder that goes out after what the analysis is recent for. Planning again helps only once it is recent no more.
  private static func tailoringEnds(_ plan: AccountPlan, _ kind: KindPlan, _ frame: AccountFrame) -> PlanAgain? {
    guard let end = frame.account.value.analyzedAt?.advanced(bySeconds: analysisLifetime), end >= frame.now else {
      return nil
    }
    let first = plan.decisions.lazy.filter { decision in
      decision.outcome.isScheduled && plan.requests[Int(decision.request)].kind == kind.settings.kind
    }.compactMap(\.at).first { $0 > end }
    return first.map { PlanAgain(max($0, end.advanced(bySeconds: PlanAgain.lead + 1)), .tailoring) }
  }

  /// The habit is archived.
  static let inactive = Check(
    .inactive, .candidate { $1.frame.items(.habit)[Int($0.item)].isArchived }
  ) { explainer in
    let habit = explainer.account.items[.habit][Int(explainer.candidate.item)]
    return [.init("archived", "\(habit.isArchived)", habit.location)]
  }

  /// It was done on the date; a place trigger's date is today.
  static let completed = Check(
    .completed,
    .candidate { candidate, context in
      context.frame.items(.habit)[Int(candidate.item)].completedOn
        .contains(candidate.date ?? context.frame.today)
    }
  ) { explainer in
    let habit = explainer.account.items[.habit][Int(explainer.candidate.item)]
    let date = explainer.candidate.date ?? explainer.frame.today
    return [.init("completions have \(date)", "\(habit.completedOn.contains(date))", habit.location)]
  }

  private static func request(
    _ habit: Item, _ time: LocalTime, _ kind: KindPlan, _ frame: AccountFrame, knowsStreak: Bool
  ) -> NotificationRequest {
    let isTailored =
      frame.account.value.analyzedAt.map { $0 >= frame.now.advanced(bySeconds: -analysisLifetime) } ?? false
    return frame.request(
      kind, item: habit.id, form: isTailored ? form(of: frame.account.value.personalityTrait) : .plain,
      identifier: isTailored ? "tailored" : "default", subject: habit.title ?? "", location: habit.location
    ) { name in
      switch name {
      case "id": .text(habit.id.text)
      case "time": .time(time)
      case "name": .text(ifAny: habit.title)
      case "category": habit.category
      case "streak": knowsStreak ? habit.streakValue : .none
      case "trait": .text(ifAny: frame.account.personalityTrait)
      default: .none
      }
    }
  }
}

extension AccountFrame {
  /// The habit behind a notification. Its reminders may have changed since.
  func habit(of notice: Notice, _ kind: KindPlan) -> Item? {
    notice.item(kind, places(.habit)).map { items(.habit)[$0] }
  }

  /// Whether the habit was done on the day of the delivery.
  func followUpByHabit(_ delivered: DeliveredNotification, _ kind: KindPlan) -> Bool? {
    habit(of: delivered.notice, kind).map { $0.completedOn.contains(delivered.day) }
  }
}

extension Item {
  /// There is none to speak of where it is 0.
  var streakValue: FieldValue { streak > 0 ? .integer(streak) : .none }

  /// Whether the last of its days up to `today` is without a completion; nil where the habit is over, or has not begun.
  func isAtRisk(on today: LocalDate) -> Bool? {
    if isArchived || endDate.map({ $0 < today }) == true { return nil }
    let week = today.adding(days: -6)...today
    guard let last = week.last(where: { days.contains($0.weekday) && comes(on: $0) }),
      startDate.map({ $0 <= last }) ?? true
    else {
      return nil
    }
    return !completedOn.contains(last)
  }
}

extension Item {
  /// Whether its rule has the date.
  private func comes(on date: LocalDate) -> Bool {
    guard let schedule = datesOfRule else { return true }
    var dates: [LocalDate] = []
    schedule.appendDates(in: date...date, at: .midnight, monthEnd: .skip, to: &dates)
    return !dates.isEmpty
  }
}
