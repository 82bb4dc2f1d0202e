import Bytes
import Diagnostics

/// Runs `tickler plan --watch`, which plans again whenever its sources change.
package enum WatchRun {
  /// The time without changes before the next plan, in milliseconds. Editors write a file in several steps, and
  /// exporters write several files.
  private static let rest = 200

  /// - Parameter moves: Whether each plan uses the current time.
  /// - Returns: 0, once a signal asks the program to end.
  package static func run(_ options: PlanOptions, moves: Bool) async throws(FatalInput) -> Int32 {
    var options = options
    options.printsOneLine = true
    options.hasHeartbeat = true
    EndRequest.handleSignals()
    while true {
      // Started before the plan, so that changes during planning count.
      let files = try WatchedFiles(options)
      if moves { options.now = SystemClock.now }
      do throws(FatalInput) {
        _ = try await PlanRun.run(options)
      } catch {
        if EndRequest.isReceived { return 0 }
        for message in options.redacted(error).messages { StandardError.write(message + "\n") }
      }
      if try !files.wait(quietFor: rest) { return 0 }
    }
  }
}
