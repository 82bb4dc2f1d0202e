import ArgumentParser
import Diagnostics
import Running

struct InitCommand: NamedCommand {
  static let name = CommandName.`init`
  static let configuration = configured(
    "Create a folder for an app: policy, texts, sample export, Makefile and README.",
    """
    The policy and the texts are those of the app that is named with --like, as the app's own files. The sample export reaches each \
    kind, around the instant of --now. With --from the export itself is the sample, and the policy declares its items. docs/own-app.md goes on from there.

    Examples:
      tickler init tidy
      tickler init ledger --like moneymap --out apps/ledger
      tickler init --from plants.json
    """)

  @Argument(help: "The app's name in exports: letters, digits, -, _ and dots. Default: my-app.")
  var app: String?

  @Option(
    help: ArgumentHelp(
      "A similar shipped app, or a folder with policy.toml and messages.toml. Default: focusflow, except with --from.",
      valueName: "app|dir"))
  var like: String?

  @Option(
    help: ArgumentHelp("An export, JSON or NDJSON, whose items the policy will declare.", valueName: "file"),
    completion: .file(extensions: ["json", "ndjson"]))
  var from: String?

  @Option(help: ArgumentHelp("Folder to create. Default: the app's name.", valueName: "dir"), completion: .directory)
  var out: String?

  @OptionGroup var general: RunArguments<Self, General>

  func validate() throws {
    if let app, !InitRun.isName(app) {
      throw ValidationError("an app's name has letters, digits, -, _ and full stops, not \(app.visible)")
    }
  }

  func start() async throws {
    let options = try PlanOptions.read(general, readsFile: false)
    let request = InitRun.Request(app: app, like: like, from: from, out: out)
    try await Exit.status(options) { () throws(RunFault) in try InitRun.run(request, options) }
  }
}
