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

  /// Whether something may be wrong. What the policy asks for, such as quiet hours, caps and permissions, is no problem.
  public var isProblem: Bool {
    switch self {
    case .dstGap, .zoneChange, .duplicate, .slotLimit: true
    default: false
    }
  }

  /// Whether a user may miss something: a problem, or what the policy asks for beyond switches and data.
  public var isLoss: Bool {
    switch self {
    case .unauthorized, .noDueDate, .quietHours, .minimumGap, .dailyCap, .hourlyCap, .kindCap: true
    default: isProblem
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

  /// A few words for a table cell, such as `no slot left`.
  public var summary: String {
    switch self {
    case .accountDisabled: "notifications are off"
    case .unauthorized: "not authorized"
    case .kindDisabled: "kind is off"
    case .optionOff: "option is off"
    case .elsewhere: "another device shows it"
    case .inactive: "habit not active"
    case .notExpense: "not an expense"
    case .noDueDate: "no due date"
    case .autoPay: "pays itself"
    case .paid: "paid"
    case .sessionNotRunning: "session not running"
    case .completed: "done already"
    case .condition: "left out by a condition"
    case .dstGap: "wall time does not exist"
    case .zoneChange: "passed over by travel"
    case .holiday: "on a closed day"
    case .past: "past"
    case .expired: "event is over"
    case .beyondWindow: "after the window"
    case .alreadyDelivered: "delivered already"
    case .appliesTomorrow: "new time applies tomorrow"
    case .appActive: "app was open"
    case .superseded: "another says it"
    case .nothingDue: "nothing due"
    case .quietHours: "quiet hours"
    case .inDigest: "in a digest"
    case .duplicate: "duplicate"
    case .minimumGap: "too close to another"
    case .dailyCap: "daily cap"
    case .hourlyCap: "hourly cap"
    case .kindCap: "cap of its kind"
    case .slotLimit: "no slot left"
    }
  }

  /// A sentence or two for readers who ask why.
  public var explanation: String {
    switch self {
    case .accountDisabled: "The account's master switch for notifications is off."
    case .unauthorized:
      "The system permission of this account is not among those that the policy accepts, "
        + "so the device would show nothing."
    case .kindDisabled:
      "This kind of notification is switched off by the account, "
        + "or off in the policy and not switched on by the account."
    case .optionOff: "Reminders on the due date, or on the day before, are switched off."
    case .elsewhere: "Another device has the account's newest record, and the policy notifies that one alone."
    case .inactive: "The habit is archived, or its place trigger is outside the habit's dates."
    case .notExpense: "The bill is income; only payments get reminders."
    case .noDueDate: "The item's fields give no date, so there is no day to remind on."
    case .autoPay: "The bill is paid automatically."
    case .paid: "The bill, or this due date of it, is paid already."
    case .sessionNotRunning:
      "The focus session was paused, stopped or completed; only a running one ends with a notification."
    case .completed: "The task, habit or diary entry of this date is done."
    case .condition: "The policy's `where` asks for another value of the item or its account."
    case .dstGap: "The clock is put forward over this wall time, and the policy skips such times."
    case .zoneChange:
      "The account's move to another time zone skips this wall time, so no clock it carries ever "
        + "shows it."
    case .holiday: "The due date falls on a weekend or a holiday, and the policy skips such dates."
    case .past: "Its time was when the plan was made, or before."
    case .expired: "The event happened too long ago to notify about it."
    case .beyondWindow: "Its time is at or after the end of the planned days; a later plan will have it."
    case .alreadyDelivered: "The user already got this occurrence, or this notification if it is about one event."
    case .appliesTomorrow:
      "The morning time was changed today after one of today's morning notifications had gone out."
    case .appActive: "The app was in the foreground when it happened, so the user saw it there."
    case .superseded:
      "By then another notification says it better: the goal itself, a later session, the bill's own "
        + "day, the evening's, or the one at the end of a snooze."
    case .nothingDue: "No unpaid bill is due in the digest's seven days."
    case .quietHours: "It falls into the quiet hours, and the policy drops such notifications."
    case .inDigest:
      "One notification lists it with others: at the end of quiet hours, or because its kind is "
        + "bundled, when the last of them is due."
    case .duplicate:
      "An earlier notification is the same, or says the same at the same instant."
    case .minimumGap:
      "It follows another notification sooner than the policy allows, and the policy drops it, "
        + "or no time is left later on its day."
    case .dailyCap: "More important or earlier notifications use up the policy's limit for this day."
    case .hourlyCap: "More important or earlier notifications use up the policy's limit for this hour."
    case .kindCap: "More important or earlier notifications use up the policy's limit for this kind."
    case .slotLimit: "The device's limit of pending notifications is used up by sooner ones."
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
    case .accountDisabled: "set preferences.enabled to true"
    case .unauthorized: "ask for the permission; if it was refused, only the user can change it, in Settings"
    case .kindDisabled: "set " + kinds.map { "preferences.kinds.\($0.name)" }.joined(separator: ", ") + " to true"
    case .optionOff: "set preferences.bills.onDueDate or dayBefore to true"
    case .noDueDate: "give the items a date"
    case .past: "these times are over; newer exports may have others"
    case .expired: "plan sooner after the events"
    case .beyondWindow: "plan more days with --days, up to \(Policy.maximumDays)"
    case .quietHours: "let the policy defer or pass them with quiet"
    case .dailyCap: "raise caps.perDay"
    case .slotLimit: "raise slots, or reserve fewer"
    default: nil
    }
  }
}
