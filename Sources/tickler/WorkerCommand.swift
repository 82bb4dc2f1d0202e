import ArgumentParser
import Diagnostics
import Running

struct WorkerCommand: NamedCommand {
  static let name = CommandName.worker
  static let configuration = configured(
    "Plan one partition of the exports, for a distributed engine.",
    """
    Reads NDJSON account records on standard input, or from a range of a file, and writes their decisions to standard \
    output, or with --out a part that tickler merge puts together with the others. The input's head line may be missing. \
    An account's items have to be nested in it, or in the same partition. A line that cannot be read costs itself alone.

    PATHs beside --input are what the whole run is given: the file is called what tickler plan calls it.

    Examples:
      tail -n +2 exports/accounts.ndjson | tickler worker --app focusflow > decisions.ndjson
      tickler worker --input exports/accounts.ndjson --range 0:1048576 --out part-0 exports
    """)

  @OptionGroup var general: RunArguments<Self, General>

  @Option(help: ArgumentHelp("Read this file, not standard input.", valueName: "file"))
  var input: String?

  @Option(
    help: ArgumentHelp(
      "Only lines that begin in these bytes. Ranges that tile the file plan each line once.", valueName: "start:end"))
  var range: RangeArgument?

  @Option(help: ArgumentHelp("App of accounts that name none, if the input has no head.", valueName: "name"))
  var app: String?

  func validate() throws {
    if general.has("path"), input == nil {
      throw ValidationError("worker reads standard input or --input; other paths belong to the whole run")
    }
    if range != nil, input == nil { throw ValidationError("--range needs a file: name it with --input") }
    let writesPart = general.has("out")
    for name in ["previous", "compress", "keep-going"] where general.has(name) && !writesPart {
      throw ValidationError("--\(name) goes with --out")
    }
    var options = PlanOptions(now: .distantPast)
    try general.put(into: &options)
    if general.has("emit"), !options.emit.isSubset(of: [.plan, .actions, .summary]) {
      throw ValidationError("--emit takes plan, actions and summary here; tickler merge makes the others")
    }
    if writesPart, !options.emit.contains(.plan) { throw ValidationError("--out needs plan in --emit") }
  }

  func start() async throws {
    let writesPart = general.has("out")
    let options = try PlanOptions.read(general, readsFile: false) { options in
      options.showsProgress = false
      options.emit = writesPart ? [.plan, .actions, .summary] : [.plan]
    }
    let input = WorkerRun.Input(file: input, range: range?.bytes, app: app)
    try await Exit.status(options) { () async throws(RunFault) in
      if writesPart { return try await WorkerRun.writePart(options, input) }
      return try await WorkerRun.run(options, input) { (bytes) throws(RunFault) in
        try StandardOutput.write(json: bytes)
      }
    }
  }
}

/// A range of bytes without its end: `0:1048576`, `1048576:`.
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
