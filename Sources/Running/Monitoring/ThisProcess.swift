import Bytes

/// The running program.
package enum ThisProcess {
  /// The arguments, starting with the program's name.
  package static var arguments: [String] { Machine.arguments }

  /// Makes failed writes to closed files and pipes ordinary faults. Must be called first.
  package static func prepare() { Machine.guardStandardFiles() }

  /// Ends the program as the received signal would have, after cleanup. Does nothing if there was no signal.
  package static func endIfRequested() { EndRequest.endIfRequested() }

  package static func exit(_ status: Int32) -> Never { Machine.exit(status) }
}
