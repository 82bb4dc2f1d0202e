extension Explanation.Fact {
  /// The name of a fact. A `{}` stands for a part, so that no name holds a value of an input.
  package enum Label: String, CaseIterable, Codable, Sendable {
    /// A field of a kind of item; in plans of version 0.2.0, any name.
    case other = "{}"

    // Switches and permissions.
    case enabled = "preferences.enabled"
    case authorization
    case accepted = "the policy accepts"
    case ofKind = "preferences.kinds.{}"
    case policySwitch = "the policy's switch"
    case dayBefore = "preferences.bills.dayBefore"
    case onDueDate = "preferences.bills.onDueDate"
    case inEffect = "in effect"
    case devices
    case newestRecord = "newest record"

    // Fields of items.
    case archived, type, dueDate, autoPay, paid, paidThrough, state, completed, snoozedUntil, notBefore
    case completionsHave = "{} have {}"
    case completionHas = "{} has {}"
    case entry = "an entry of {} on {}"
    case startedAt = "started at"
    case lastSession = "the last session that runs"
    case billsDue = "bills due in the seven days"
    case billDue = "bill {} due {}"
    case itemsThatCount = "items that count"
    /// A comparison of the policy.
    case condition = "where"
    case doneInPeriod = "done from {} to {}"
    case timesPerPeriod = "times"

    // Times.
    case at, now, today
    case wallTime = "wall time"
    case zone
    case gap = "policy gap"
    case skipped = "the clock skips it, so it is"
    case moves
    case passedOver = "a move skips it, so it is"
    case due = "due date"
    case closed
    case policyShift = "policy shift"
    case shift
    case movedTo = "moved to"
    case happenedAt = "happened at"
    case windowEnd = "the window ends"
    case goesOutAt = "would go out at"
    case goesOutOn = "goes out on"
    case appOpen = "the app was open"
    case changedAt
    case bedtime
    case late
    case goalReachedAt = "goal reached at"
    case quietHours = "quiet hours"
    case policyAction = "the policy's action"
    case localTime = "local time"

    // Other notifications.
    case delivered
    case countsOn = "counts on"
    case counts
    case countsFrom = "counts from"
    case deliveredBefore = "delivered before it today"
    case namedBy = "named by"
    case bundle = "kinds.{}.bundle"
    case notification, subject
    /// Identifies the original of a duplicate.
    case sameIdentifierAs = "same identifier and wall time as"
    case sameSubjectAs = "same kind, subject and instant as"
    case sameWordsAs = "same kind, words and instant as"
    case minimumGap = "caps.minimumGap"
    case tooSoon = "caps.tooSoon"
    case previous = "the one before"

    // Caps and slots.
    case perDay = "caps.perDay"
    case perHour = "caps.perHour"
    case perWindow = "caps.per.{}"
    case ofKindPerDay = "kinds.{}.caps.perDay"
    case ofKindPerHour = "kinds.{}.caps.perHour"
    case ofKindPerWindow = "kinds.{}.caps.per.{}"
    case keptOn = "kept on {}"
    case keptFrom = "kept on {} from {}"
    case keptWithin = "kept and delivered within {}"
    case deliveredToday = "delivered today"
    case deliveredThen = "delivered then"
    case slots, reserved, taken
    case slot = "its slot"
    case slotsOfKind = "kinds.{}.slots"
    case coverageHorizon = "coverage horizon"

    /// The number of parts in the name.
    package var blanks: Int {
      switch self {
      case .completionsHave, .completionHas, .entry, .billDue, .doneInPeriod, .ofKindPerWindow, .keptFrom: 2
      case .other, .ofKind, .bundle, .perWindow, .ofKindPerDay, .ofKindPerHour, .keptOn, .keptWithin,
        .slotsOfKind:
        1
      default: 0
      }
    }

    /// The labels that name the original of a duplicate.
    package static let ofTwins: Set<Label> = [.sameIdentifierAs, .sameSubjectAs, .sameWordsAs]

    /// The labels by name. Comparing a name with each of them would take most of the time to read a fact.
    package static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
  }
}
