import CivilTime
import PlanModel

/// Makes the candidates of one kind, whatever the switches say: what a switch holds back, the audit shows.
protocol KindExpansion {
  static func expand(_ frame: AccountFrame, _ settings: Policy.KindSettings, into list: inout CandidateList)
}

/// The one place that knows which code belongs to which kind.
enum AllKinds {
  static func expand(_ frame: AccountFrame, into list: inout CandidateList) {
    for kind in frame.policy.kinds where !frame.account.preferences.unreadable.contains(kind) {
      let settings = frame.policy[kind]!
      switch kind {
      case .dailyReminder: DailyReminderKind.expand(frame, settings, into: &list)
      case .nudge: NudgeKind.expand(frame, settings, into: &list)
      case .recap: RecapKind.expand(frame, settings, into: &list)
      case .task: TaskKind.expand(frame, settings, into: &list)
      case .session: SessionKind.expand(frame, settings, into: &list)
      case .habit: HabitKind.expand(frame, settings, into: &list)
      case .location: LocationKind.expand(frame, settings, into: &list)
      case .streakMilestone: StreakMilestoneKind.expand(frame, settings, into: &list)
      case .insight: InsightKind.expand(frame, settings, into: &list)
      case .morning: MorningKind.expand(frame, settings, into: &list)
      case .bedtime: BedtimeKind.expand(frame, settings, into: &list)
      case .goal: GoalKind.expand(frame, settings, into: &list)
      case .milestone: MilestoneKind.expand(frame, settings, into: &list)
      case .workout: WorkoutKind.expand(frame, settings, into: &list)
      case .unlock: UnlockKind.expand(frame, settings, into: &list)
      case .bill: BillKind.expand(frame, settings, into: &list)
      case .overdue: OverdueKind.expand(frame, settings, into: &list)
      case .overspend: OverspendKind.expand(frame, settings, into: &list)
      case .digest: DigestKind.expand(frame, settings, into: &list)
      }
    }
  }
}
