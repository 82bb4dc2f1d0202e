import ArgumentParser
import Diagnostics
import Running

struct WorkerCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", _superCommandName: Tickler.name,
    abstract: "Plan a partition of the exports, for a distributed engine that runs this on each.",
    discussion: """
      Reads NDJSON account records on standard input, or from a range of a file, and writes their decisions to standard \
      output, or with --out a part that tickler merge puts together with the others. The input's head line may be missing. \
      An account's items have to be nested in it, or in the same partition. A line that cannot be read costs itself alone.

      PATHs beside --input are what the whole run is given: the file is called what tickler plan calls it.

      Examples:
        tail -n +2 exports/accounts.ndjson | tickler worker --app focusflow > decisions.ndjson
        tickler worker --input exports/accounts.ndjson --range 0:1048576 --out part-0 exports
      """)

  @OptionGroup var shared: SharedOptions

  @Option(help: ArgumentHelp("Read this file and not standard input.", valueName: "file"))
  var input: String?

  @Option(
    help: ArgumentHelp(
      "Only the lines that begin in these bytes of an NDJSON file. Ranges that tile it plan each line once.",
      valueName: "start:end"))
  var range: RangeArgument?

  @Option(
    help: ArgumentHelp(
      "What to write: a list of plan,actions,summary. Default: plan, and with --out all three.", valueName: "list"))
  var emit: EmitList?

  @Option(help: ArgumentHelp("Write a part for tickler merge to this folder.", valueName: "dir"))
  var out: String?

  @Option(help: ArgumentHelp("The plan that the whole plan succeeds; goes with --out.", valueName: "dir"))
  var previous: String?

  @Option(help: ArgumentHelp("The app of accounts that name none, where the input has no head.", valueName: "name"))
  var app: String?

  @Option(help: ArgumentHelp("How many tasks work at once.", valueName: "k"))
  var jobs = 1

  func validate() throws {
    if !shared.paths.isEmpty, input == nil {
      throw ValidationError("worker reads standard input or --input; paths beside --input are those of the whole run")
    }
    if !(1...1024).contains(jobs) {
      throw ValidationError("--jobs takes a whole number from 1 to 1024, not \(jobs)")
    }
    if range != nil, input == nil { throw ValidationError("--range is of a file: name it with --input") }
    if previous != nil, out == nil { throw ValidationError("--previous goes with --out") }
    if let emit, !emit.values.isSubset(of: [.plan, .actions, .summary]) {
      throw ValidationError("--emit takes plan, actions and summary here: tickler merge makes the others")
    }
    if shared.redact != nil, let emit, emit.values.contains(.actions) {
      throw ValidationError("--redact leaves out actions: no device knows an id that is redacted")
    }
    if let emit, out != nil, !emit.values.contains(.plan) {
      throw ValidationError("--out wants plan among what --emit lists")
    }
    if let app, app.contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) {
      throw ValidationError("--app takes an app's name, not \(app)")
    }
  }

  func start() async throws {
    var options = shared.planOptions
    options.jobs = jobs
    options.showsProgress = false
    options.emit = emit?.values ?? (out == nil ? [.plan] : [.plan, .actions, .summary])
    if shared.redact != nil { options.emit.remove(.actions) }
    options.previous = previous
    let input = WorkerRun.Input(file: input, range: range?.bytes, app: app)
    if let out { options.out = out }
    try RedactOption.apply(shared.redact, to: &options)
    let (settings, writesPart) = (options, out != nil)
    try await Exit.status(settings) { () async throws(FatalInput) in
      if writesPart { return try await WorkerRun.writePart(settings, input) }
      return try await WorkerRun.run(settings, input) { (bytes) throws(FatalInput) in
        try StandardOutput.write(bytes)
      }
    }
  }
}

/// `0:1048576`, `1048576:`: the first byte, and the one before which it ends.
struct RangeArgument: ExpressibleByArgument {
  let bytes: Range<Int64>

  init?(argument: String) {
    let ends = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = ends[0].isEmpty ? 0 : Int64(ends[0]), start >= 0,
      let end = ends[1].isEmpty ? Int64.max : Int64(ends[1]), start <= end
    else { return nil }
    bytes = start..<end
  }
}
