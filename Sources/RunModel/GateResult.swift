import PlanModel

/// A gate, and how near a run came to it.
package struct GateResult: Sendable, Hashable {
  package enum State: String, CaseIterable, Sendable {
    case passed
    /// Above four fifths of the limit.
    case near
    case failed
  }

  /// The key in run files, such as `maxRemoved`.
  package var name: String
  /// The app whose policy sets it; nil for the operator.
  package var app: String?
  /// What the run has, of how many.
  package var found: Int
  package var total: Int
  /// `20` or `2%`.
  package var limit: String
  package var state: State

  package init(_ name: String, app: String?, _ found: Int, of total: Int, _ limit: Gates.Limit) {
    let state: State =
      !limit.allows(found, of: total)
      ? .failed : found > 0 && !limit.allows(found, of: total, fifths: 4) ? .near : .passed
    self.init(name, app: app, found, of: total, "\(limit)", state)
  }

  package init(_ name: String, app: String?, _ found: Int, of total: Int, _ limit: String, _ state: State) {
    (self.name, self.app, self.found, self.total, self.limit) = (name, app, found, total, limit)
    self.state = state
  }
}

extension GateResult {
  /// The limits that a run may have.
  package static let limits = ["maxRejected", "maxRemoved", "maxGone", "maxStale", "maxAge"]
  /// The gate that changes the verdict instead of stopping the run.
  fileprivate static let lost = "lost"
  /// The limit of inputs without an account, which ``Gates/maxGone`` does not allow.
  package static let noEmptyInput = "no empty input"

  /// Whether it stops the run.
  package var holds: Bool { state == .failed && !isLoss }
  /// Whether more is lost since the last run than the gate allows.
  package var tellsLoss: Bool { state == .failed && isLoss }
  /// Whether what is gone or removed comes near it.
  package var alarms: Bool { state == .near && (name == "maxRemoved" || name == "maxGone") }

  private var isLoss: Bool { name == GateResult.lost }
}

extension RunSummary {
  /// Takes an account out of the changes since the run before, and out of what gates counted of them.
  ///
  /// - Parameter log: The changes of the account.
  package mutating func forgetChanges(_ log: ChangeLog) {
    changes?.subtract(log)
    guard let changes, let before = changes.before else { return }
    for index in gates.indices {
      switch gates[index].name {
      case GateResult.lost: (gates[index].found, gates[index].total) = (changes.lost, before.ahead)
      case "maxGone" where gates[index].total > 0 && gates[index].limit != GateResult.noEmptyInput:
        (gates[index].found, gates[index].total) = (before.goneAccounts, before.accounts)
      default: break
      }
    }
  }

  /// Adds the result of the gate for what is lost since the last run, if there is one.
  ///
  /// - Parameters:
  ///   - limit: nil for 2 %, at least 5.
  ///   - app: The app whose policy sets the limit; nil for the operator.
  package mutating func judgeLoss(_ limit: Gates.Limit?, app: String? = nil) {
    guard let changes, let before = changes.before else { return }
    let usual: Gates.Limit = before.ahead < 250 ? .count(5) : .share(200)
    gates.append(GateResult("lost", app: app, changes.lost, of: before.ahead, limit ?? usual))
  }
}
