import CivilTime
import PlanModel

extension Rule {
  /// How long a personality analysis counts as recent, in seconds.
  private static let analysisLifetime: Int64 = 30 * 24 * 3600
  /// The prefixes of each trait's names: `open` and `openness`, `extroverted` and `extraversion`.
  private static let stems = [["open"], ["conscientious"], ["extra", "extro"], ["agreeable"], ["neurotic"]]

  /// Tailors texts to the account's personality while its analysis is recent, and adds the streak if known.
  ///
  /// - Parameters:
  ///   - neutral: The form for accounts whose trait has no texts.
  ///   - traits: The forms of the five traits, in the order of ``stems``.
  static func tailored(_ neutral: MessageForm, _ traits: [MessageForm]) -> Rule {
    /// Returns the form for the strongest trait of a personality.
    @Sendable func form(of trait: String?) -> MessageForm {
      let name = trait?.lowercased() ?? ""
      return stems.firstIndex { $0.contains { name.hasPrefix($0) } }.map { traits[$0] } ?? neutral
    }
    return Rule(
      form: { _, frame in isTailored(frame) ? form(of: frame.account.value.personalityTrait) : .plain },
      variant: { isTailored($0) ? "tailored" : "default" },
      value: { name, _, frame in
        switch name {
        case "streak": FieldValue.none
        case "trait": .text(ifAny: frame.account.personalityTrait)
        default: nil
        }
      },
      change: { definition, habits in
        definition.reword = { candidate, kind, frame in
          // The streak on a later day is not known yet.
          let habit = habits.item(of: candidate, frame)
          guard habit.streak > 0, let local = candidate.local, let at = candidate.at, frame.date(at: at) == frame.today,
            habit.hasStreak(on: frame.today)
          else { return nil }
          return request(habit, local, habits, kind, frame)
        }
        definition.renewal = { plan, kind, frame in
          PlanAgain.earlier(streakEnds(plan, habits, kind, frame), tailoringEnds(plan, kind, frame))
        }
        definition.streaks = { frame in
          habits.items(frame).compactMap { $0.streak > 0 ? $0.isAtRisk(on: frame.today) : nil }
        }
      })
  }

  private static func isTailored(_ frame: AccountFrame) -> Bool {
    frame.account.value.analyzedAt.map { $0 >= frame.now.advanced(bySeconds: -analysisLifetime) } ?? false
  }

  /// Returns the request of a reminder whose streak is known.
  private static func request(
    _ habit: Item, _ due: LocalDateTime, _ habits: ShapedKind, _ kind: KindPlan, _ frame: AccountFrame
  ) -> NotificationRequest {
    habits.request(habit, on: due.date, at: due.time, form: habits.form(of: habit, frame), 0, kind, frame) {
      $0 == "streak" ? .integer(habit.streak) : nil
    }
  }

  /// Returns the first reminder after today whose texts would include the streak if it were today's.
  private static func streakEnds(
    _ plan: AccountPlan, _ kindOfHabit: ShapedKind, _ kind: KindPlan, _ frame: AccountFrame
  ) -> PlanAgain? {
    let habits = frame.items(.habit)
    guard habits.contains(where: { $0.streak > 0 && $0.hasStreak(on: frame.today) }) else { return nil }
    return plan.firstLater(kind, frame) { known in
      guard let habit = known.item.flatMap({ frame.places(.habit)[$0] }).map({ habits[$0] }), habit.streak > 0,
        habit.hasStreak(on: frame.today)
      else { return false }
      return habit.reminders.contains { time in
        let request = request(habit, frame.today.at(time), kindOfHabit, kind, frame)
        return request.identifier == known.identifier && (request.title, request.body) != (known.title, known.body)
      }
    }.map { PlanAgain($0, .streak) }
  }

  /// Returns the first reminder after the analysis stops being recent. Planning again helps only from then on.
  private static func tailoringEnds(_ plan: AccountPlan, _ kind: KindPlan, _ frame: AccountFrame) -> PlanAgain? {
    guard let end = frame.account.value.analyzedAt?.advanced(bySeconds: analysisLifetime), end >= frame.now else {
      return nil
    }
    let first = plan.decisions.lazy.filter { decision in
      decision.outcome.reason == nil && plan.requests[Int(decision.request)].kind == kind.settings.kind
    }.compactMap(\.at).first { $0 > end }
    return first.map { PlanAgain(max($0, end.advanced(bySeconds: PlanAgain.lead + 1)), .tailoring) }
  }
}

extension Item {
  /// Returns whether the streak lasts: the habit was done on the last of its days before `today`, or later. Without
  /// completions, it counts as lasting.
  fileprivate func hasStreak(on today: LocalDate) -> Bool {
    let week = today.adding(days: -7)...today.adding(days: -1)
    guard !completedOn.isEmpty, let last = scheduledDays(in: week).last else { return true }
    return (last...today).contains(where: completedOn.contains)
  }

  /// Returns whether the last of its days up to `today` lacks a completion; nil if the habit is over or has not begun.
  fileprivate func isAtRisk(on today: LocalDate) -> Bool? {
    if isArchived || endDate.map({ $0 < today }) == true { return nil }
    let week = today.adding(days: -6)...today
    guard let last = scheduledDays(in: week).last, startDate.map({ $0 <= last }) ?? true else { return nil }
    return !completedOn.contains(last)
  }
}
