import Bytes
import CivilTime

/// What a run asks the machine for when the command line does not say.
package enum SystemClock {
  /// The present instant, to the second.
  package static var now: Instant { Instant(epochSeconds: Machine.epochSeconds) ?? .distantPast }

  /// Cores that are at work.
  package static var cores: Int { Machine.cores }
}
