import ArgumentParser
import Diagnostics
import PlanModel
import Running

struct EraseCommand: NamedCommand {
  static let name = CommandName.erase
  static let configuration = configured(
    "Take an account out of every run of an archive.",
    """
    Lines, pages, calendars, counts and diagnostics: afterwards, no file of the archive names the account, and \
    tickler verify finds no fault. Pages of single accounts are removed; tickler report makes them again. Take the \
    account out of the exports first, or the next run plans it again.

    Examples:
      tickler erase ana --archive /srv/plans
      tickler erase ana --app focusflow --archive /srv/plans
    """)

  @Argument(help: ArgumentHelp("The account's id.", valueName: "account"))
  var account: String

  @Option(help: ArgumentHelp("The account's app. Default: every app's.", valueName: "name"))
  var app: String?

  @Option(help: ArgumentHelp("The folder of tickler plan --archive.", valueName: "dir"), completion: .directory)
  var archive: String

  @OptionGroup var general: RunArguments<Self, General>

  func start() async throws {
    let options = try PlanOptions.read(general, readsFile: false)
    try await Exit.status(options) { () throws(RunFault) in
      let (lines, status) = try EraseRun.run(archive, account: AccountName(account, app: app), options)
      do throws(RunFault) {
        try Exit.print(lines, isText: true, mayBeCut: true)
      } catch {
        // A failure would be tried again, although everything is done.
        StandardError.writeLine("tickler: warning: the account is erased; \(error.words.first ?? "")")
      }
      return status
    }
  }
}
