import ArgumentParser
import Running

/// What a run tells those who watch over it, in words that its commands share.
///
/// Each has these options by itself: a group of options takes another 2 % of the instructions of a small run.
protocol LogArguments {
  var logFormat: LogFormat? { get }
  var heartbeat: Bool { get }
  var metrics: String? { get }
}

enum LogHelp {
  static let format: ArgumentHelp = "On standard error: text, or json for a line an event. Default: text."
  static let heartbeat: ArgumentHelp = "Begin the line with the count with the time, and say it under --quiet too."
  static let metrics = ArgumentHelp(
    "Write figures of the run for Prometheus' textfile collector, such as tickler.prom.", valueName: "file")
}

extension LogArguments {
  /// Puts what was asked for into `options`.
  func applyLog(to options: inout PlanOptions) {
    options.logFormat = logFormat ?? .text
    options.hasHeartbeat = heartbeat
    options.metrics = metrics
  }
}

extension LogFormat: WordArgument {}
