import ArgumentParser
import Diagnostics
import Running

struct HistoryCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", _superCommandName: Tickler.name,
    abstract: "Tell what the runs of an archive came to, and what changed from one to the next.",
    discussion: """
      Examples:
        tickler history /srv/plans
        tickler history /srv/plans --format html > history.html

      Exit status: 0; 1 where the summary.json of a run cannot be read.
      """)

  @Argument(help: ArgumentHelp("The archive: a folder that tickler plan --archive wrote.", valueName: "dir"))
  var archive: String

  @Option(help: "text, json or html.")
  var format = ChangeFormat.text

  @Option(help: ArgumentHelp("Where page templates are. Default: templates.", valueName: "dir"))
  var templates: [String] = []

  func start() async throws {
    try await Exit.printing { () throws(FatalInput) in try HistoryRun.run(archive, format, templates: templates) }
  }
}
