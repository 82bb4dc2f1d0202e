import ArgumentParser
import Diagnostics
import Running

struct PlanCommand: TicklerCommand, NamedCommand, CustomReflectable {
  static let name = CommandName.plan
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: name.rawValue, _superCommandName: Tickler.name,
      abstract: "Plan notifications from exports; write the plan, a page and calendars.",
      discussion: """
        Examples:
          tickler plan exports --out plans
          tickler plan book.gnucash tasks.ics --time-zone Europe/Berlin
          tickler plan exports --archive /srv/plans --keep 30d
        """, helpNames: Tickler.helpNames)
  }

  @OptionGroup var general: RunArguments<Self, General>

  @OptionGroup(title: Calendars.title) var calendars: RunArguments<Self, Calendars>

  @OptionGroup(title: OtherTools.title) var others: RunArguments<Self, OtherTools>

  /// The groups by name, as swift-argument-parser reads them. A default mirror took 2 % of a small run.
  var customMirror: Mirror {
    Mirror(
      self,
      children: [
        (label: "_general" as String?, value: _general as Any), ("_calendars", _calendars), ("_others", _others),
      ])
  }

  func start() async throws {
    let options = try PlanOptions.read(general, calendars, others) { options in
      options.jobs = SystemClock.cores
      options.command = CommandLineText.current
    }
    let moves = !general.has("now")
    try await Exit.status(options) { () async throws(FatalInput) in
      options.watches ? try await WatchRun.run(options, moves: moves) : try await PlanRun.run(options)
    }
  }
}
