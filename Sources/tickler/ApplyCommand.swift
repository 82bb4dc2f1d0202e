import ArgumentParser
import Diagnostics
import Running

struct ApplyCommand: NamedCommand {
  static let name = CommandName.apply
  static let configuration = configured(
    "Carry out a plan's actions as devices would; print what they then hold.",
    """
    A request of the same id replaces the one before; one beyond the device's limit is refused. Prints a line of JSON an \
    account, with `pending` as exports have it. Status 1: something was refused.

    Examples:
      tickler apply plans exports
      tickler apply plans exports --limit 20
    """)

  @Argument(help: "A plan's folder, or an actions.ndjson.", completion: .file())
  var plan: String

  @Option(help: ArgumentHelp("Requests that a device can hold. Default: the policy's.", valueName: "n"))
  var limit: Int?

  @OptionGroup var planning: PlanningArguments<Self>

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a whole number from 0, not \(limit)") }
  }

  func start() async throws {
    let options = try PlanOptions.read(planning, readsFile: false)
    try await Exit.printing { () throws(RunFault) in
      // Without exports, devices start without pending requests.
      let result = try ApplyRun.run(plan, planning.has("path") ? options : nil, limit: limit)
      for diagnostic in result.diagnostics { StandardError.write("\(diagnostic)\n") }
      for refusal in result.refusals { StandardError.write(refusal) }
      return (result.output, result.status)
    }
  }
}
