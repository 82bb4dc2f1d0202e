import ArgumentParser
import PlanModel
import Running

/// What ends a run before it writes anything, with status 76: for runs at night with nobody there.
struct GateArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many records may be rejected: 20, or 0.5% of the inputs' accounts. Past it: status 76, nothing written.",
      valueName: "n|n%"))
  var maxRejected: LimitArgument?

  @Option(
    help: ArgumentHelp(
      "How many notifications of the plan before may be gone, time passing aside: 500, or 2% of them.",
      valueName: "n|n%"))
  var maxRemoved: LimitArgument?

  @Option(help: ArgumentHelp("How old an export may be: 90m, 36h, 2d.", valueName: "duration"))
  var maxAge: AgeArgument?

  @Option(
    help: ArgumentHelp(
      "A file that lists what has to be there: app NAME or input FILE, a line each.", valueName: "file"),
    completion: .file())
  var expect: String?

  func apply(to options: inout PlanOptions) {
    options.gates.maxRejected = maxRejected?.limit
    options.gates.maxRemoved = maxRemoved?.limit
    options.gates.maxAge = maxAge?.seconds
    options.expected = expect
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
