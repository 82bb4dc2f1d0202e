import ArgumentParser
import PlanModel
import Running

/// What ends a run before it writes anything, with status 76: for runs at night with nobody there.
///
/// Options of the command itself, as ``LogArguments`` are.
protocol GateArguments {
  var maxRejected: LimitArgument? { get }
  var maxRemoved: LimitArgument? { get }
  var maxAge: AgeArgument? { get }
  var expect: String? { get }
}

enum GateHelp {
  static let maxRejected = ArgumentHelp(
    "How many records may be rejected: 20, or 0.5% of the inputs' accounts. Past it: status 76, nothing written.",
    valueName: "n|n%")
  static let maxRemoved = ArgumentHelp(
    "How many notifications of the plan before may be gone, time passing aside: 500, or 2% of them.", valueName: "n|n%")
  static let maxAge = ArgumentHelp("How old an export may be: 90m, 36h, 2d.", valueName: "duration")
  static let expect = ArgumentHelp(
    "A file that lists what has to be there: app NAME or input FILE, a line each.", valueName: "file")
}

extension GateArguments {
  func applyGates(to options: inout PlanOptions) {
    if let maxRejected { options.gates.maxRejected = maxRejected.limit }
    if let maxRemoved { options.gates.maxRemoved = maxRemoved.limit }
    if let maxAge { options.gates.maxAge = maxAge.seconds }
    if let expect { options.expected = expect }
  }
}

struct LimitArgument: ExpressibleByArgument {
  let limit: Gates.Limit

  init?(argument: String) {
    guard let limit = Gates.Limit(argument) else { return nil }
    self.limit = limit
  }
}

struct AgeArgument: ExpressibleByArgument {
  let seconds: Int64

  init?(argument: String) {
    guard let seconds = Gates.age(argument) else { return nil }
    self.seconds = seconds
  }
}
