import ArgumentParser
import Diagnostics
import Running

struct ReportCommand: NamedCommand {
  static let name = CommandName.report
  static let configuration = configured(
    "Rewrite the pages and calendars of an existing plan.",
    """
    Needs no exports: plan.ndjson, and for all the details the files beside it that a run writes.

    Examples:
      tickler report plans --emit ics --ics-times zoned
      tickler report plans --account ana
    """)

  @Argument(help: ArgumentHelp("The plan's folder.", valueName: "dir"), completion: .directory)
  var folder: String

  @OptionGroup var selection: AccountArguments

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: Calendars.title) var calendars: RunArguments<Self, Calendars>

  func validate() throws {
    var options = PlanOptions(now: .distantPast)
    options.emit = []
    try general.put(into: &options)
    if !options.emit.isSubset(of: [.html, .ics, .site]) {
      throw ValidationError("--emit takes html, ics and site here; tickler plan makes plans")
    }
  }

  func start() async throws {
    let options = try PlanOptions.read(general, calendars, readsFile: false) { options in
      options.emit = [.html, .ics]
    }
    if let account = selection.name {
      try await Exit.status(options) { () async throws(RunFault) in
        try await ReportRun.run(folder, account: account, options) { (text) throws(RunFault) in
          try Exit.print(text)
        }.status
      }
    } else {
      try await Exit.status(options) { () async throws(RunFault) in
        try await ReportRun.run(folder, options)
      }
    }
  }
}
