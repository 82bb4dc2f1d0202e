import ArgumentParser
import Diagnostics
import Running

struct HistoryCommand: TicklerCommand, NamedCommand {
  static let name = CommandName.history
  static let configuration = CommandConfiguration(
    commandName: name.rawValue, _superCommandName: Tickler.name,
    abstract: "Tell what the runs of an archive came to, and what changed from one to the next.",
    discussion: """
      Examples:
        tickler history /srv/plans
        tickler history /srv/plans --format html > history.html
        tickler history /srv/plans --latest 2026-10-23T160000Z

      Exit status: 0; 1 where the summary.json of a run cannot be read.
      """)

  @Argument(help: ArgumentHelp("The archive: a folder that tickler plan --archive wrote.", valueName: "dir"))
  var archive: String

  @Option(help: "text, json or html.")
  var format = AnswerFormat.text

  @Option(help: ArgumentHelp("Have this run be the latest, which the next one succeeds.", valueName: "run"))
  var latest: String?

  @OptionGroup var general: RunArguments<Self, General>

  func start() async throws {
    let options = try PlanOptions.read(general, readsFile: false)
    try await Exit.printing(isText: format == .text) { () throws(FatalInput) in
      if let latest { try Archive.point(archive, to: latest) }
      return try HistoryRun.run(archive, format, templates: options.templateFolders)
    }
  }
}
