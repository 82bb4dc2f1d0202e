import CivilTime
import Diagnostics

extension ZoneDatabase {
  /// Ends the run where a zone's file could not be read: what was taken for an unknown zone may be a known one.
  package func refuseFault() throws(FatalInput) {
    guard let fault else { return }
    throw FatalInput(fault, path)
  }
}

extension FatalInput {
  /// - Parameter tree: Where the tz database is.
  package init(_ fault: ZoneDatabase.Unreadable, _ tree: String) {
    self.init(.ioError, "cannot read \(tree)/\(fault.file): \(fault.reason)")
  }
}
