import PlanModel

/// How many actions there are of each verb for each cause: those that have none are not counted here.
package struct ActionCauses: Sendable {
  package struct Cause: Hashable, Sendable {
    package var verb: Action.Verb
    /// See ``PlanModel/Action/cause``.
    package var code: String
  }

  private var counts: [Cause: Int] = [:]

  package init() {}

  package mutating func count(_ actions: [Action]) {
    // Nearly all are of verbs that need no cause.
    for index in actions.indices where actions[index].verb != .add {
      guard let code = actions[index].cause else { continue }
      counts[Cause(verb: actions[index].verb, code: code), default: 0] += 1
    }
  }

  package mutating func add(_ other: ActionCauses) { counts.merge(other.counts, uniquingKeysWith: +) }

  /// The most frequent first, then by code.
  package func of(_ verb: Action.Verb) -> [(code: String, count: Int)] {
    counts.filter { $0.key.verb == verb }.map { ($0.key.code, $0.value) }
      .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0.compareBytes($1.0) < 0 }
  }
}

extension Action {
  /// What it waits for to be moved, as a ``cause``.
  package static let place = "place"

  /// Why it is there, as far as its verb does not say it: a reason's code, `replaced`, `removed`, `notPlanned`, or what is changed.
  package var cause: String? {
    switch verb {
    case .update: changed.joined(separator: " and ")
    case .move: from == nil ? Action.place : nil
    case .withdraw, .cancel, .add, .keep: reason
    }
  }
}
