import ArgumentParser
import CivilTime
import Diagnostics
import Rehearsing
import Running

struct RehearseCommand: NamedCommand {
  static let name = CommandName.rehearse
  static let configuration = configured(
    "Simulate devices for many nights; count what they show right, wrong or not at all.",
    """
    Writes no files. Compares with what a plan made every night says.

    Examples:
      tickler rehearse exports --plan once
      tickler rehearse exports --miss 0.5 --nights 30
      tickler rehearse exports --travel Asia/Tokyo@2026-12-01T10:00:00Z
      tickler rehearse exports --plan once --format html > rehearsal.html
    """)

  @OptionGroup var selection: AccountArguments

  @Option(help: "When devices are planned: nightly, deadline (when the plan says) or once.")
  var plan = ReplanRegime.nightly

  @Option(help: ArgumentHelp("Number of nights, 1 to 366.", valueName: "n"))
  var nights = 60

  @Option(help: ArgumentHelp("Share of nights, 0 to 1, that a device misses.", valueName: "share"))
  var miss = 0.0

  @Option(help: ArgumentHelp("Seed that picks those nights.", valueName: "k"))
  var seed = 1

  @Option(help: ArgumentHelp("A move that exports do not announce. Repeatable.", valueName: "zone@instant"))
  var travel: [MomentArgument] = []

  @Option(
    help: ArgumentHelp("The devices' TZif tree. Default: that of --zoneinfo.", valueName: "dir"),
    completion: .directory)
  var deviceZoneinfo: String?

  @Option(
    help:
      "When a skipped wall time fires: next (at the gap's end, as on iOS) or later (by the gap's length).")
  var gap = RehearsedGap.next

  @Option(
    help: ArgumentHelp(
      "An export that replaces the inputs from an instant on. Repeatable.", valueName: "export@instant"))
  var next: [MomentArgument] = []

  @Option(help: "text, json or html.")
  var format = AnswerFormat.text

  @OptionGroup var planning: PlanningArguments<Self>

  func validate() throws {
    if !(1...366).contains(nights) {
      throw ValidationError("--nights takes a whole number from 1 to 366, not \(nights)")
    }
    if !(0...1).contains(miss) { throw ValidationError("--miss takes a share from 0 to 1, not \(miss)") }
    if miss > 0, plan != .nightly { throw ValidationError("--miss goes with --plan nightly") }
    for moment in travel { try moment.at.check("--travel") }
    for moment in next { try moment.at.check("--next") }
  }

  func start() async throws {
    var options = try PlanOptions.read(planning) { $0.jobs = SystemClock.cores }
    options.importing.suggest(account: selection.account)
    var question = RehearseRun.Question()
    (question.account, question.regime, question.nights, question.format) = (selection.name, plan, nights, format)
    (question.missShare, question.seed, question.deviceZoneinfo) = (miss, seed, deviceZoneinfo)
    question.gap = gap == .next ? .next : .later
    question.travel = travel.map { ($0.at, $0.name) }
    question.later = next.map { ($0.at, $0.name) }
    try await Exit.printing(options, isText: format == .text) { [options, question] () async throws(RunFault) in
      try await RehearseRun.run(options, question)
    }
  }
}

extension ReplanRegime: ExpressibleByArgument {}

/// The values of ``GapPolicy`` that a rehearsal supports.
enum RehearsedGap: String, CaseIterable, ExpressibleByArgument { case next, later }

/// A value that holds from an instant on: `Asia/Tokyo@2026-12-01T10:00:00Z`.
struct MomentArgument: ExpressibleByArgument {
  let name: String
  let at: Instant

  init?(argument: String) {
    guard let sign = argument.lastIndex(of: "@"), sign != argument.startIndex,
      let at = Instant(rfc3339: argument[argument.index(after: sign)...].utf8)
    else { return nil }
    (name, self.at) = (String(argument[..<sign]), at)
  }
}
