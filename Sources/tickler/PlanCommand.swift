import ArgumentParser
import Diagnostics
import Running

struct PlanCommand: NamedCommand {
  static let name = CommandName.plan
  static let configuration = configured(
    "Plan notifications from exports; write the plan, a page and calendars.",
    """
    Examples:
      tickler plan exports --out plans
      tickler plan book.gnucash tasks.ics --time-zone Europe/Berlin
      tickler plan exports --archive /srv/plans --keep 30d
    """)

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: Calendars.title) var calendars: RunArguments<Self, Calendars>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  func start() async throws {
    let options = try PlanOptions.read(general, calendars, others) { options in
      options.jobs = SystemClock.cores
      options.command = CommandLineText.current
    }
    let moves = !general.has("now")
    try await Exit.status(options) { () async throws(RunFault) in
      options.watches ? try await WatchRun.run(options, moves: moves) : try await PlanRun.run(options)
    }
  }
}
