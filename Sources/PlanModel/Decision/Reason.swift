/// Why a candidate does not go out: the first check that it fails.
///
/// The order of the reasons is the order of the checks, and numbers them. `CodingKey` makes the compiler spell the cases' names.
public enum Reason: Int, CaseIterable, CodingKey, Sendable, Hashable {
  case accountDisabled, unauthorized, kindDisabled, optionOff, elsewhere
  case inactive, notExpense, noDueDate, autoPay, paid, sessionNotRunning, completed, condition
  case dstGap, zoneChange, holiday
  case past, expired, beyondWindow
  case alreadyDelivered, appliesTomorrow, appActive, superseded, nothingDue
  case quietHours, inDigest
  case duplicate, minimumGap, dailyCap, hourlyCap, kindCap, slotLimit

  /// Everything that is said about a reason.
  public struct Entry: Sendable {
    /// A few words for a table cell.
    public var summary: String
    /// A sentence or two for readers who ask why.
    public var explanation: String
    /// Whether something may be wrong. What the policy asks for, such as quiet hours, caps and permissions, is no problem.
    public var isProblem: Bool
  }

  /// See ``Entry/isProblem``.
  public var isProblem: Bool { Reason.areProblems[index] }

  /// Whether a user may miss something: a problem, or what the policy asks for beyond switches and data.
  public var isLoss: Bool { Reason.areLosses[index] }

  private static let areLosses = allCases.map { reason in
    switch reason {
    case .unauthorized, .noDueDate, .quietHours, .minimumGap, .dailyCap, .hourlyCap, .kindCap: true
    default: reason.isProblem
    }
  }

  /// Whether a notification of an earlier plan is lost if this one drops it for that reason: it is not done, shown, moved or said by
  /// another one.
  public var losesPlanned: Bool {
    switch self {
    case .autoPay, .paid, .sessionNotRunning, .completed, .condition, .past, .expired, .beyondWindow, .alreadyDelivered,
      .appliesTomorrow, .appActive, .superseded, .nothingDue, .elsewhere, .inDigest:
      false
    default: true
    }
  }

  /// Whether it can keep back all notifications of a kind that is on, without a problem in any of them.
  public var silences: Bool {
    switch self {
    case .noDueDate, .holiday, .quietHours, .minimumGap, .dailyCap, .hourlyCap, .kindCap: true
    default: false
    }
  }

  private static let areProblems = allCases.map(\.entry.isProblem)

  /// The words about the reason, and what they mean for the account.
  public var entry: Entry {
    switch self {
    case .accountDisabled:
      Entry(
        summary: "notifications are off",
        explanation: "The account's master switch for notifications is off.", isProblem: false)
    case .unauthorized:
      Entry(
        summary: "not authorized",
        explanation: "The system permission of this account is not among those that the policy accepts, "
          + "so the device would show nothing.", isProblem: false)
    case .kindDisabled:
      Entry(
        summary: "kind is off",
        explanation: "This kind of notification is switched off by the account, "
          + "or off in the policy and not switched on by the account.", isProblem: false)
    case .optionOff:
      Entry(
        summary: "option is off",
        explanation: "Reminders on the due date, or on the day before, are switched off.", isProblem: false)
    case .elsewhere:
      Entry(
        summary: "another device shows it",
        explanation: "Another device has the account's newest record, and the policy notifies that one alone.",
        isProblem: false)
    case .inactive:
      Entry(
        summary: "habit not active",
        explanation: "The habit is archived, or its place trigger is outside the habit's dates.", isProblem: false)
    case .notExpense:
      Entry(
        summary: "not an expense",
        explanation: "The bill is income; only payments get reminders.", isProblem: false)
    case .noDueDate:
      Entry(
        summary: "no due date",
        explanation: "The item's fields give no date, so there is no day to remind on.", isProblem: false)
    case .autoPay:
      Entry(summary: "pays itself", explanation: "The bill is paid automatically.", isProblem: false)
    case .paid:
      Entry(
        summary: "paid", explanation: "The bill, or this due date of it, is paid already.", isProblem: false)
    case .sessionNotRunning:
      Entry(
        summary: "session not running",
        explanation: "The focus session was paused, stopped or completed; only a running one ends with a notification.",
        isProblem: false)
    case .completed:
      Entry(
        summary: "done already",
        explanation: "The task, habit or diary entry of this date is done.", isProblem: false)
    case .condition:
      Entry(
        summary: "left out by a condition",
        explanation: "The policy's `where` asks for another value of the item or its account.", isProblem: false)
    case .dstGap:
      Entry(
        summary: "wall time does not exist",
        explanation: "The clock is put forward over this wall time, and the policy skips such times.", isProblem: true)
    case .zoneChange:
      Entry(
        summary: "passed over by travel",
        explanation: "The account's move to another time zone skips this wall time, so no clock it carries ever "
          + "shows it.", isProblem: true)
    case .holiday:
      Entry(
        summary: "on a closed day",
        explanation: "The due date falls on a weekend or a holiday, and the policy skips such dates.", isProblem: false)
    case .past:
      Entry(summary: "past", explanation: "Its time was when the plan was made, or before.", isProblem: false)
    case .expired:
      Entry(
        summary: "event is over",
        explanation: "The event happened too long ago to notify about it.", isProblem: false)
    case .beyondWindow:
      Entry(
        summary: "after the window",
        explanation: "Its time is at or after the end of the planned days; a later plan will have it.",
        isProblem: false)
    case .alreadyDelivered:
      Entry(
        summary: "delivered already",
        explanation: "The user already got this occurrence, or this notification if it is about one event.",
        isProblem: false)
    case .appliesTomorrow:
      Entry(
        summary: "new time applies tomorrow",
        explanation: "The morning time was changed today after one of today's morning notifications had gone out.",
        isProblem: false)
    case .appActive:
      Entry(
        summary: "app was open",
        explanation: "The app was in the foreground when it happened, so the user saw it there.", isProblem: false)
    case .superseded:
      Entry(
        summary: "another says it",
        explanation: "By then another notification says it better: the goal itself, a later session, the bill's own "
          + "day, or the evening's.", isProblem: false)
    case .nothingDue:
      Entry(
        summary: "nothing due",
        explanation: "No unpaid bill is due in the digest's seven days.", isProblem: false)
    case .quietHours:
      Entry(
        summary: "quiet hours",
        explanation: "It falls into the quiet hours, and the policy drops such notifications.", isProblem: false)
    case .inDigest:
      Entry(
        summary: "in a digest",
        explanation: "One notification lists it with others: at the end of quiet hours, or because its kind is "
          + "bundled, when the last of them is due.", isProblem: false)
    case .duplicate:
      Entry(
        summary: "duplicate",
        explanation: "An earlier notification is the same, or says the same at the same instant.", isProblem: true)
    case .minimumGap:
      Entry(
        summary: "too close to another",
        explanation: "It follows another notification sooner than the policy allows, and the policy drops it, "
          + "or no time is left later on its day.", isProblem: false)
    case .dailyCap:
      Entry(
        summary: "daily cap",
        explanation: "More important or earlier notifications use up the policy's limit for this day.",
        isProblem: false)
    case .hourlyCap:
      Entry(
        summary: "hourly cap",
        explanation: "More important or earlier notifications use up the policy's limit for this hour.",
        isProblem: false)
    case .kindCap:
      Entry(
        summary: "cap of its kind",
        explanation: "More important or earlier notifications use up the policy's limit for this kind.",
        isProblem: false)
    case .slotLimit:
      Entry(
        summary: "no slot left",
        explanation: "The device's limit of pending notifications is used up by sooner ones.",
        isProblem: true)
    }
  }

  /// The number of reasons.
  public static let count = allCases.count

  /// The position in `allCases`, from 0, which is the order of the checks.
  public var index: Int { rawValue }

  /// The word in plan files: the case's name.
  public var code: String { stringValue }

  /// Creates the reason with a code; nil for an unknown one.
  public init?(code: String) {
    self.init(stringValue: code)
  }

  /// The number of its check, from 1. A few checks have two reasons.
  public var check: Int { Reason.checks[rawValue] }

  /// Whether it shares the check of the reason before it.
  private var sharesCheck: Bool {
    [.optionOff, .elsewhere, .condition, .zoneChange, .holiday, .expired, .inDigest, .minimumGap, .hourlyCap, .kindCap]
      .contains(self)
  }

  private static let checks = allCases.indices.map { last in allCases[...last].count { !$0.sharesCheck } }
}

extension Reason {
  /// Returns what to change so that notifications with this reason go out, in a few words; nil if no setting is wrong.
  ///
  /// - Parameter kinds: The kinds that the reason holds back.
  public func remedy(_ kinds: [Kind]) -> String? {
    switch self {
    case .accountDisabled: "set preferences.enabled"
    case .unauthorized: "ask for the permission, or accept this one in the policy's authorization"
    case .kindDisabled: "set " + kinds.map { "preferences.kinds.\($0.name)" }.joined(separator: ", ")
    case .optionOff: "set preferences.bills.onDueDate or dayBefore"
    case .noDueDate: "give the items a date"
    case .past: "read newer exports, these times are over"
    case .expired: "plan before the day of the events ends"
    case .beyondWindow: "plan more days with --days"
    case .quietHours: "let the policy defer or pass them with quiet"
    case .dailyCap: "raise caps.perDay"
    case .slotLimit: "raise slots, or reserve fewer"
    default: nil
    }
  }
}
