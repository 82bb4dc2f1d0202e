import ArgumentParser
import Comparing
import Diagnostics
import Running

struct DiffCommand: NamedCommand {
  static let name = CommandName.diff
  static let configuration = configured(
    "Compare two plans: what changed, and why.",
    """
    Exit status: 0 nothing was; 2 something was.

    Examples:
      tickler diff yesterday today
      tickler diff yesterday today --without time --format html > changes.html
      tickler diff main branch --format markdown | gh pr comment --body-file -
    """)

  @Argument(help: ArgumentHelp("The first plan: a folder or a plan.ndjson.", valueName: "old"), completion: .file())
  var old: String

  @Argument(help: ArgumentHelp("The second plan.", valueName: "new"), completion: .file())
  var new: String

  @Option(help: "text, markdown, json or html.")
  var format = ChangeFormat.text

  @Option(
    help: ArgumentHelp(
      "Omit changes with only these causes: \(CauseList.allValueStrings.joined(separator: ",")).", valueName: "list"))
  var without: CauseList?

  @OptionGroup var general: RunArguments<Self, General>

  func start() async throws {
    let options = try PlanOptions.read(general, readsFile: false)
    try await Exit.printing(options, isText: format == .text) { () throws(RunFault) in
      try DiffRun.run(old, new, without: without?.values ?? [], format: format, options)
    }
  }
}

/// A list of causes: `time,tzdata`.
struct CauseList: ExpressibleByArgument {
  let values: Set<ChangeCause>

  init?(argument: String) {
    var values: Set<ChangeCause> = []
    for name in argument.split(separator: ",") {
      guard let value = ChangeCause(rawValue: String(name)) else { return nil }
      values.insert(value)
    }
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  static var allValueStrings: [String] { ChangeCause.allCases.map(\.rawValue) }
}
