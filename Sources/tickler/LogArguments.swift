import ArgumentParser
import Running

/// What a run tells those who watch over it.
struct LogArguments: ParsableArguments {
  @Option(help: "On standard error: text, or json for a line an event.")
  var logFormat = LogFormat.text

  @Flag(help: "Begin the line with the count with the time, and say it under --quiet too.")
  var heartbeat = false

  @Option(
    help: ArgumentHelp(
      "Write figures of the run for Prometheus' textfile collector, such as tickler.prom.", valueName: "file"),
    completion: .file(extensions: ["prom"]))
  var metrics: String?

  /// Puts what was asked for into `options`.
  func apply(to options: inout PlanOptions) {
    options.logFormat = logFormat
    options.hasHeartbeat = heartbeat
    options.metrics = metrics
  }
}

extension LogFormat: ExpressibleByArgument {}
