import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// A link to some decisions, as fields of the page's filter. With script, it filters the page; without, it leads to
/// the nearest anchor.
struct ShowLink: Sendable {
  private var fields: [(name: String, value: String)] = []

  init(_ fields: KeyValuePairs<String, String?>) {
    for (name, value) in fields { if let value { self.fields.append((name, value)) } }
  }

  static func outcome(_ outcome: String) -> ShowLink { ShowLink(["outcome": outcome]) }

  static func reason(_ reason: Reason, kind: Kind? = nil) -> ShowLink {
    ShowLink(["kind": kind?.name, "reason": reason.code])
  }

  static func day(_ days: ClosedRange<LocalDate>, kind: Kind? = nil) -> ShowLink {
    let one = days.lowerBound == days.upperBound
    return ShowLink([
      "kind": kind?.name, "outcome": "scheduled",
      "day": one ? "\(days.lowerBound)" : "\(days.lowerBound)..\(days.upperBound)",
    ])
  }

  /// Shows the notifications in an hour of a weekday.
  static func hour(_ hour: Int, on weekday: Weekday) -> ShowLink {
    ShowLink(["outcome": "scheduled", "day": weekday.code, "hour": hour < 10 ? "0\(hour)" : "\(hour)"])
  }

  /// Shows accounts that a figure other than decisions counts: see ``tally(_:_:)``.
  static func having(_ tally: String) -> ShowLink { ShowLink(["has": tally]) }

  /// Returns the anchor that finds an account, on a page that may lack it.
  static func anchor(of account: AccountName, day: LocalDate? = nil) -> String {
    let id = account.words.visible.shown(ListedAccount.shownID)
    return "show?" + ShowLink(["account": id, "app": account.app, "day": day?.description]).fragment
  }

  /// The tally of accounts that need attention.
  static let attention = "attention"

  /// Returns the tally of actions: `cancel`, `cancel.past`.
  static func tally(_ verb: Action.Verb, _ cause: String?) -> String {
    "action=" + verb.rawValue + (cause.map { "." + $0.split(separator: " ").joined(separator: "+") } ?? "")
  }

  static func tally(_ cause: PlanAgainCause) -> String { "again=" + cause.rawValue }
  static func tally(_ permission: Authorization) -> String { "permission=" + permission.rawValue }

  /// The tally of all accounts.
  static let reach = "reach"

  static func tally(_ level: SlotFill.Level) -> String {
    switch level {
    case .tenth(let index): "slots=\(index)"
    case .over: "slots=over"
    case .unlimited: "slots=unlimited"
    }
  }

  /// The text after `#show?` in an address.
  var fragment: String {
    fields.map { field in
      // Only unreserved characters stay (RFC 3986, section 2.3).
      field.name + "=" + field.value.percentEncoded { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
    }.joined(separator: "&")
  }
}

extension PageView {
  /// Adds a count, with a link unless it is 0.
  mutating func add(_ count: Int, _ link: ShowLink) {
    add("count", count)
    add("show", count > 0 ? link.fragment : nil)
  }
}
