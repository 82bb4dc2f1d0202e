import CivilTime

/// The replan deadline of an account: by when it must be planned again, and why.
public struct PlanAgain: Hashable, Codable, Sendable {
  /// The deadline.
  public var at: Instant
  /// What makes the plan incomplete after it.
  public var cause: PlanAgainCause

  /// Creates a deadline with its cause.
  public init(_ at: Instant, _ cause: PlanAgainCause) { (self.at, self.cause) = (at, cause) }

  /// Creates a deadline just before the coverage horizon.
  ///
  /// - Parameter horizon: The instant of the first notification without a slot.
  public init(horizon: Instant) {
    self.init(horizon.advanced(bySeconds: -PlanAgain.lead), .slotLimit)
  }

  /// The seconds between the deadline and the first instant at which a device would be wrong.
  public static let lead: Int64 = 60

  /// Returns the earlier deadline; of two at one instant, the one whose cause comes first.
  public static func earlier(_ a: PlanAgain?, _ b: PlanAgain?) -> PlanAgain? {
    guard let a, let b else { return a ?? b }
    return (b.at, b.cause.position) < (a.at, a.cause.position) ? b : a
  }
}

/// Why a plan needs replacing. The raw value is the word in plan files. Of several causes, the first in this order says the most.
public enum PlanAgainCause: String, CaseIterable, Codable, Sendable {
  /// A notification found no slot.
  case slotLimit
  /// A repeating request would continue against the plan.
  case exception
  /// A recap may have figures by then.
  case figures
  /// A reminder may include the streak by then.
  case streak
  /// The analysis behind tailored texts is no longer recent.
  case tailoring
  /// A bill becomes overdue, or later plans have further days of an overdue one.
  case overdue
  /// A place trigger must be armed or disarmed.
  case place
  /// A time-dependent condition of a kind changes for an item or the account.
  case condition
  /// What goes out at the end of a snooze changes.
  case snooze
  /// An event that goes out at `now` becomes too old to report.
  case lateEvent
  /// The plan ends with its window.
  case windowEnd
  /// Repeating requests cover everything as far as the planner looked ahead.
  case lookAhead

  /// Whether the deadline is at the start of a local day. Planning again before that day changes nothing.
  public var beginsWithDay: Bool { self == .figures || self == .streak || self == .place }

  /// The cause for readers: `window's end`.
  public var words: String {
    switch self {
    case .slotLimit: "first notification without a slot"
    case .exception: "exception to a repeating request"
    case .figures: "recap without its figures"
    case .streak: "reminder without its streak"
    case .tailoring: "end of the tailored texts"
    case .overdue: "overdue reminder not planned yet"
    case .place: "change of a place trigger"
    case .condition: "change of a condition"
    case .snooze: "change of a snoozed reminder"
    case .lateEvent: "late event too old to send"
    case .windowEnd: "window's end"
    case .lookAhead: "end of the look-ahead"
    }
  }

  /// The position in `allCases`, from 0.
  public var position: Int { PlanAgainCause.allCases.firstIndex(of: self)! }
}
