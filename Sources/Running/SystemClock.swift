import CivilTime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a run asks the machine for when the command line does not say.
package enum SystemClock {
  /// The present instant, to the second.
  package static var now: Instant { Instant(epochSeconds: Int64(time(nil))) ?? .distantPast }

  /// Cores that are at work.
  package static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
