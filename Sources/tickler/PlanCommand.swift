import ArgumentParser
import Diagnostics
import Running

struct PlanCommand: TicklerCommand, LogArguments, GateArguments {
  static let configuration = CommandConfiguration(
    commandName: "plan", _superCommandName: Tickler.name,
    abstract: "Plan the notifications of exports, and write plan, page and calendar.",
    discussion: """
      Examples:
        tickler plan exports --out plans
        tickler plan book.gnucash tasks.ics --time-zone Europe/Berlin
        tickler plan exports --archive /srv/plans --keep 30d
      """)

  @OptionGroup var shared: SharedOptions

  @OptionGroup(title: "Files of other tools") var imported: ImportedFiles

  @Option(help: ArgumentHelp("The folder to write to. Default: reports.", valueName: "dir"), completion: .directory)
  var out: String?

  @Option(
    help: ArgumentHelp(
      "A folder of runs instead: this one gets a folder of its own, succeeds the latest, and becomes the latest.",
      valueName: "dir"), completion: .directory)
  var archive: String?

  @Option(
    help: ArgumentHelp("Which runs the archive keeps: 30 for the newest, 30d by age. Default: all.", valueName: "n|nd"))
  var keep: RetentionArgument?

  @Option(
    help: ArgumentHelp(
      "What to write: a list of plan,actions,summary,html,ics,site. Default: all, site where needed.", valueName: "list"
    ))
  var emit: EmitList?

  @Option(
    help: ArgumentHelp(
      "Compress plan.ndjson, actions.ndjson and accounts.ndjson: gzip or zstd. All commands read them as they are.",
      valueName: "how"))
  var compress: CompressionArgument?

  @Flag(help: "List the SHA-256 of each file that is written in .tickler-files, for tickler verify.")
  var checksums = false

  @Option(
    help: ArgumentHelp(
      "An earlier plan that this one succeeds: says what changed and why, raises SEQUENCE, and cancels.",
      valueName: "dir"), completion: .directory)
  var previous: String?

  @Flag(
    help: ArgumentHelp(
      "Go on where an input cannot be used: the accounts that it has records of keep their plan of --previous.",
      discussion: "They are marked stale, and the status is 1."))
  var keepGoing = false

  @Flag(
    help: ArgumentHelp(
      "Read of --previous only the accounts whose plan comes out otherwise, from what the run before noted of them.",
      discussion: "Notes the same for the next run, in marks.ndjson. What is written is the same as without it."))
  var onlyChanged = false

  @Option(help: GateHelp.maxRejected)
  var maxRejected: LimitArgument?

  @Option(help: GateHelp.maxRemoved)
  var maxRemoved: LimitArgument?

  @Option(help: GateHelp.maxAge)
  var maxAge: AgeArgument?

  @Option(help: GateHelp.expect, completion: .file())
  var expect: String?

  @Option(help: ArgumentHelp("How many tasks work at once. Default: the number of cores.", valueName: "k"))
  var jobs: Int?

  @OptionGroup var calendar: CalendarArguments

  @Option(help: LogHelp.format)
  var logFormat: LogFormat?

  @Flag(help: LogHelp.heartbeat)
  var heartbeat = false

  @Option(help: LogHelp.metrics, completion: .file(extensions: ["prom"]))
  var metrics: String?

  @Flag(help: "Plan again whenever an input, a policy, a text or a template changes, until interrupted.")
  var watch = false

  func validate() throws {
    if watch, shared.paths.contains("-") { throw ValidationError("--watch takes files and folders, and - is neither") }
    if shared.redact != nil, let emit, emit.values.contains(.actions) {
      throw ValidationError("--redact leaves out actions: no device knows an id that is redacted")
    }
    if maxRemoved != nil, previous == nil, archive == nil {
      throw ValidationError("--max-removed compares with an earlier plan: name it with --previous")
    }
    if archive != nil, out != nil { throw ValidationError("--archive and --out exclude each other") }
    if keep != nil, archive == nil { throw ValidationError("--keep goes with --archive") }
    if onlyChanged, let emit, !emit.values.isSuperset(of: [.plan, .summary]) {
      throw ValidationError(
        "--only-changed takes plan and summary among what --emit lists: the next run compares with them")
    }
    if keepGoing, shared.strict {
      throw ValidationError("--keep-going and --strict exclude each other: one goes on where the other stops")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs takes a whole number from 1 to 1024, not \(jobs)")
    }
  }

  func start() async throws {
    var options = try shared.configured(jobs: SystemClock.cores, isTelling: logFormat != .json)
    if let out { (options.out, options.archive, options.keep) = (out, nil, nil) }
    imported.apply(to: &options)
    if let archive { (options.archive, options.keep) = (archive, nil) }
    if let keep { options.keep = keep.retention }
    if let emit {
      (options.emit, options.makesSiteWhereNeeded) = (emit.values, false)
    } else if options.config == nil {
      options.makesSiteWhereNeeded = true
    }
    if let compress { options.compression = compress.value }
    if shared.redact != nil { options.emit.remove(.actions) }
    if checksums { options.hasChecksums = true }
    if let previous { options.previous = previous }
    if keepGoing { options.keepsGoing = true }
    if onlyChanged { options.onlyChanged = true }
    applyGates(to: &options)
    calendar.apply(to: &options)
    applyLog(to: &options)
    if let jobs { options.jobs = jobs }
    options.command = CommandLineText.current
    try RedactOption.apply(shared.redact, to: &options)
    let (settings, watches, moves) = (options, watch, shared.now == nil)
    try await Exit.status(settings) { () async throws(FatalInput) in
      watches ? try await WatchRun.run(settings, moves: moves) : try await PlanRun.run(settings)
    }
  }
}

struct CompressionArgument: ExpressibleByArgument {
  let value: PlanOptions.Compression

  init?(argument: String) {
    guard let value = PlanOptions.Compression(rawValue: argument) else { return nil }
    self.value = value
  }

  static var allValueStrings: [String] { PlanOptions.Compression.allCases.map(\.rawValue) }
}

/// `plan,ics`.
struct EmitList: ExpressibleByArgument {
  let values: Set<Emit>

  init?(argument: String) {
    var values: Set<Emit> = []
    for name in argument.split(separator: ",") {
      guard let value = Emit(rawValue: String(name)) else { return nil }
      values.insert(value)
    }
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  static var allValueStrings: [String] { Emit.allCases.map(\.rawValue) }
}

struct RetentionArgument: ExpressibleByArgument {
  let retention: Retention

  init?(argument: String) {
    guard let retention = Retention(argument) else { return nil }
    self.retention = retention
  }
}
