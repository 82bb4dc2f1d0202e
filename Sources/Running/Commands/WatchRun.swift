import Bytes
import Diagnostics

/// `tickler plan --watch`: a plan, and another one whenever what it was made from changes.
package enum WatchRun {
  /// How long nothing may change before the next plan is made, in milliseconds: an editor writes a file in several steps, and an
  /// exporter several files.
  private static let rest = 200

  /// - Parameter moves: Whether each plan is made as of the clock.
  /// - Returns: 0, once a signal asks the program to end.
  package static func run(_ options: PlanOptions, moves: Bool) async throws(FatalInput) -> Int32 {
    var options = options
    options.saysOneLine = true
    options.hasHeartbeat = true
    Ending.heed()
    while true {
      // What changes while the plan is made counts already.
      let files = try WatchedFiles(options)
      if moves { options.now = SystemClock.now }
      do throws(FatalInput) {
        _ = try await PlanRun.run(options)
      } catch {
        if Ending.isAsked { return 0 }
        for message in options.told(error).messages { StandardError.write(message + "\n") }
      }
      if try !files.wait(quietFor: rest) { return 0 }
    }
  }
}
