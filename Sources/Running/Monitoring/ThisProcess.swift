import CivilTime
import System

package enum ThisProcess {
  /// The arguments, starting with the program's name.
  package static var arguments: [String] { Machine.arguments }

  /// Makes failed writes to closed files and pipes ordinary faults. Must be called first.
  package static func prepare() { Machine.guardStandardFiles() }

  /// Ends the program as the received signal would have, after cleanup. Does nothing if there was no signal.
  package static func endIfRequested() { EndRequest.endIfRequested() }

  package static func exit(_ status: Int32) -> Never { Machine.exit(status) }
}

/// Values that a run takes from the machine unless the command line sets them.
package enum SystemClock {
  /// The current instant, to the second.
  package static var now: Instant { Instant(epochSeconds: Machine.epochSeconds) ?? .distantPast }

  /// The current instant, to the millisecond: `2026-11-22T02:15:00.042Z`.
  static var timestamp: String {
    let milliseconds = Machine.epochMilliseconds
    let instant = Instant(epochSeconds: milliseconds / 1000) ?? .distantPast
    return "\(instant)".dropLast() + ".\(String(1000 + milliseconds % 1000).dropFirst())Z"
  }

  /// A unique name for a run: its start and 32 random bits.
  static var runIdentifier: String {
    let time = "\(now)".filter { $0 != "-" && $0 != ":" }
    return "\(time)-\(String(UInt64.random(in: 0..<1 << 32) + 1 << 32, radix: 16).dropFirst())"
  }

  /// The name of the system clock's zone, from `TZ` or `/etc/localtime`; UTC if neither names one.
  static var zoneName: String {
    if let name = Machine.environment("TZ")?.drop(while: { $0 == ":" }), !name.isEmpty, !name.hasPrefix("/") {
      return String(name)
    }
    var path = "/etc/localtime"
    for _ in 0..<8 {
      if let start = path.firstRange(of: "/zoneinfo/") { return String(path[start.upperBound...]) }
      guard let target = Path.target(ofLink: path) else { break }
      path = target
    }
    return "UTC"
  }

  /// The number of active cores.
  package static var cores: Int { Machine.cores }
}
