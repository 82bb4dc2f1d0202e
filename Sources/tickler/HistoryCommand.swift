import ArgumentParser
import Diagnostics
import Running

struct HistoryCommand: NamedCommand {
  static let name = CommandName.history
  static let configuration = configured(
    "Show an archive's runs, and what changed between them.",
    """
    Examples:
      tickler history /srv/plans
      tickler history /srv/plans --format html > history.html
      tickler history /srv/plans --latest 2026-10-23T160000Z

    Exit status: 0; 1 where the summary.json of a run cannot be read.
    """)

  @Argument(help: ArgumentHelp("The folder of tickler plan --archive.", valueName: "dir"))
  var archive: String

  @Option(help: "text, json or html.")
  var format = AnswerFormat.text

  @Option(help: ArgumentHelp("Make this run the latest, which the next one succeeds.", valueName: "run"))
  var latest: String?

  @OptionGroup var general: RunArguments<Self, General>

  func start() async throws {
    let options = try PlanOptions.read(general, readsFile: false)
    guard let latest else {
      return try await Exit.printing(isText: format == .text) { () throws(RunFault) in
        try HistoryRun.run(archive, format, templates: options.templateFolders)
      }
    }
    try await Exit.status { () throws(RunFault) in
      var status: Int32 = 0
      try Archive.point(archive, to: latest) { (archive) throws(RunFault) in
        let history = try HistoryRun.run(archive, format, templates: options.templateFolders)
        try Exit.print(history.output, isText: format == .text)
        status = history.status
      }
      return status
    }
  }
}
