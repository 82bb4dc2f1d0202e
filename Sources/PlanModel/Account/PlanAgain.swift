import CivilTime

/// By when an account has to be planned again, and why.
public struct PlanAgain: Hashable, Sendable {
  public var at: Instant
  public var cause: PlanAgainCause

  public init(_ at: Instant, _ cause: PlanAgainCause) {
    (self.at, self.cause) = (at, cause)
  }

  /// - Parameter horizon: The instant of the first notification that found no slot.
  public init(horizon: Instant) {
    self.init(horizon.advanced(bySeconds: -PlanAgain.lead), .slotLimit)
  }

  /// How many seconds before the first instant at which a device would be wrong.
  public static let lead: Int64 = 60

  /// The earlier of the two; of two at one instant, the one whose cause stands first.
  public static func earlier(_ a: PlanAgain?, _ b: PlanAgain?) -> PlanAgain? {
    guard let a, let b else { return a ?? b }
    return (b.at, b.cause.position) < (a.at, a.cause.position) ? b : a
  }
}

/// Why a plan is whole no longer; the raw value is the word in plan files. The one that says most stands first.
public enum PlanAgainCause: String, CaseIterable, Sendable {
  /// A notification found no slot.
  case slotLimit
  /// A repeating request would go on where the plan would not.
  case exception
  /// A recap that could have figures by then.
  case figures
  /// A reminder that could tell the streak by then.
  case streak
  /// The analysis that tailored texts rest on is not recent any more.
  case tailoring
  /// A bill to remind of that is not overdue yet, or a day of one that later plans tell of.
  case overdue
  /// A place trigger to arm, or one to disarm.
  case place
  /// A condition of a kind that compares with the time changes for an item or the account.
  case condition
  /// An event that goes out at `now` is too old to be told of.
  case lateEvent
  /// What comes next is in no plan.
  case windowEnd
  /// Repeating requests say it all, as far as was looked.
  case lookAhead

  /// Whether it begins with a new local day: planning again before that day changes nothing.
  public var beginsWithDay: Bool { self == .figures || self == .streak || self == .place }

  /// For a reader: `window's end`.
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
    case .lateEvent: "late event too old to tell"
    case .windowEnd: "window's end"
    case .lookAhead: "end of the look-ahead"
    }
  }

  /// In `allCases`, from 0.
  public var position: Int { PlanAgainCause.allCases.firstIndex(of: self)! }
}
