import CivilTime
import Diagnostics

extension ZoneDatabase {
  /// Ends the run if a zone's file could not be read: a zone reported as unknown may exist.
  package func refuseFault() throws(FatalInput) {
    guard let fault else { return }
    throw FatalInput(fault, path)
  }
}

extension FatalInput {
  /// - Parameter tree: The folder of the tz database.
  package init(_ fault: ZoneDatabase.Unreadable, _ tree: String) {
    self.init(.ioError, "cannot read \(tree)/\(fault.file): \(fault.reason)")
  }
}
