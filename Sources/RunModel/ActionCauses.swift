import PlanModel

/// Counts of actions by verb and cause. Actions without a cause are not counted.
package struct ActionCauses: Sendable {
  package struct Cause: Hashable, Sendable {
    package var verb: Action.Verb
    /// See ``PlanModel/Action/cause``.
    package var code: String
  }

  private var counts: [Cause: Int] = [:]

  package init() {}

  package mutating func count(_ actions: [Action]) {
    // Most actions have the verb `add`, which needs no cause.
    for index in actions.indices where actions[index].verb != .add {
      guard let code = actions[index].cause else { continue }
      counts[Cause(verb: actions[index].verb, code: code), default: 0] += 1
    }
  }

  package mutating func add(_ other: ActionCauses) { counts.merge(other.counts, uniquingKeysWith: +) }

  /// Returns the causes of a verb, the most frequent first, then by code.
  package func of(_ verb: Action.Verb) -> [(code: String, count: Int)] {
    counts.filter { $0.key.verb == verb }.map { ($0.key.code, $0.value) }
      .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0.compareBytes($1.0) < 0 }
  }
}

extension Action {
  /// The ``cause`` of moving a request that waits for a place.
  package static let place = "place"

  /// The cause, unless the verb says it all: a reason's code, `replaced`, `removed`, `notPlanned`, or the changed fields.
  package var cause: String? {
    switch verb {
    case .update: changed.joined(separator: " and ")
    case .move: from == nil ? Action.place : nil
    case .withdraw, .cancel, .add, .keep: reason
    }
  }
}
