import ArgumentParser
import Diagnostics
import Running

struct WorkerCommand: TicklerCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Read NDJSON account records on standard input, and write their decisions to standard output.",
    discussion: """
      For a distributed engine that runs it on each partition. The input's head line may be missing; the output has none. \
      An account's items have to be nested in it, or in the same partition.
      """)

  @OptionGroup var shared: SharedOptions

  @Option(help: ArgumentHelp("The app of accounts that name none, where the input has no head.", valueName: "name"))
  var app: String?

  @Option(help: ArgumentHelp("How many tasks work at once.", valueName: "k"))
  var jobs = 1

  func validate() throws {
    if !shared.paths.isEmpty { throw ValidationError("worker reads standard input, and takes no paths") }
    if !(1...1024).contains(jobs) {
      throw ValidationError("--jobs takes a whole number from 1 to 1024, not \(jobs)")
    }
    if let app, app.contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) {
      throw ValidationError("--app takes an app's name, not \(app)")
    }
  }

  func start() async throws {
    var options = shared.planOptions
    options.jobs = jobs
    options.showsProgress = false
    let settings = options
    try await Exit.status { () async throws(FatalInput) in
      try await WorkerRun.run(settings, app: app) { (bytes) throws(FatalInput) in try StandardOutput.write(bytes) }
    }
  }
}
