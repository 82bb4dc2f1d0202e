extension Authorization {
  /// Why a user got no notification if the policy does not accept the state, and what support can do.
  public var answer: (why: String, advice: String) {
    switch self {
    case .authorized: ("the app does not use the permission", "Ask the developers to check its policy.")
    case .provisional:
      ("the phone allows quiet delivery only, and the app sends nothing then", "Ask the user to allow notifications.")
    case .ephemeral: ("the phone allows them for a while only", "Ask the user to install the whole app.")
    case .denied: (Reason.unauthorized.answer, Reason.unauthorized.advice ?? "")
    case .notDetermined:
      ("the app has not asked for permission yet", "It asks when the user switches on reminders in the app.")
    case .unknown: ("it is unknown whether the phone allows them", "Ask the developers to export the permission.")
    }
  }
}

extension Reason {
  /// Why a user got no notification, in words for people who never saw the policy: the end of "It was not sent: …".
  public var answer: String {
    switch self {
    case .accountDisabled: "notifications are switched off in the app"
    case .unauthorized: "notifications are off in the phone's settings"
    case .kindDisabled: "this sort of notification is switched off in the app"
    case .optionOff: "reminders on that day are switched off in the app"
    case .elsewhere: "another device of the user gets it"
    case .inactive: "the habit is archived, or its dates are over"
    case .notExpense: "the bill is income, which needs no reminder"
    case .noDueDate: "it has no date"
    case .autoPay: "the bill is paid automatically"
    case .paid: "the bill was paid already"
    case .sessionNotRunning: "the session was paused or had ended"
    case .completed: "it was done already"
    case .condition: "the app sends it under a condition that did not hold"
    case .dstGap: "the clocks went forward over that time"
    case .zoneChange: "a change of time zone skipped that time"
    case .holiday: "that day was a weekend or a holiday"
    case .past: "its time was over when the plan was made"
    case .expired: "it had happened too long before the plan was made"
    case .beyondWindow: "it was too far ahead for the plan of that day"
    case .alreadyDelivered: "it had been shown before"
    case .appliesTomorrow: "the new time began on the next day"
    case .appActive: "the app was open when it happened"
    case .superseded: "another notification said it instead, or a snooze delayed it"
    case .nothingDue: "no bill was due"
    case .quietHours: "it fell into quiet hours"
    case .inDigest: "another notification lists it with others"
    case .duplicate: "another notification said the same"
    case .minimumGap: "it was too close to another notification"
    case .dailyCap: "that day already had as many notifications as the app allows"
    case .hourlyCap: "that hour already had as many notifications as the app allows"
    case .kindCap: "there already were as many of this sort as the app allows"
    case .slotLimit: "the phone could not hold more notifications, and sooner ones came first"
    }
  }

  /// What support can tell the user to do; nil if nothing is to be done.
  public var advice: String? {
    switch self {
    case .accountDisabled, .optionOff: "The user can switch them on in the app."
    case .kindDisabled: "The user can switch it on in the app."
    case .unauthorized: "Ask the user to allow them."
    case .noDueDate: "Ask the user to set one."
    case .past, .expired: "Ask the developers to plan more often."
    case .beyondWindow: "A later plan has it."
    case .slotLimit: "Ask the user to open the app now and then, or to set fewer reminders."
    default: nil
    }
  }
}
