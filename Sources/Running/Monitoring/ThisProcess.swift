import Bytes

/// The program as the system sees it.
package enum ThisProcess {
  /// What it was called with, its own name first.
  package static var arguments: [String] { Machine.arguments }

  /// Has files that cannot be written be faults like any other; to be called first.
  package static func prepare() { Machine.guardStandardFiles() }

  /// Ends it as a signal would have that asked for it, now that everything is cleaned up; does nothing where none came.
  package static func obey() { Ending.obey() }

  package static func exit(_ status: Int32) -> Never { Machine.exit(status) }
}
