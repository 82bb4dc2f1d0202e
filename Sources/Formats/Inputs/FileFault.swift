import Bytes
import Diagnostics

extension FatalInput {
  /// A file that is missing, or that the system failed to read.
  package init(reading path: String, _ error: SystemError) {
    let status: Status = error.isAbsence || error.isLoop || error == .noFile ? .noInput : .ioError
    self.init(status, "cannot read \(FileName.shown(path)): \(error.words)")
  }
}

extension Folder {
  /// - Throws: where the system cannot say.
  package static func exists(_ path: String) throws(FatalInput) -> Bool {
    do { return try Path.kind(path) == .folder } catch { throw FatalInput(reading: path, error) }
  }
}

extension Path {
  /// - Throws: where the system cannot say.
  package static func exists(_ path: String) throws(FatalInput) -> Bool {
    do { return try kind(path) != nil } catch { throw FatalInput(reading: path, error) }
  }

  /// Whether the name is taken, also by a link that leads nowhere.
  ///
  /// - Throws: where the system cannot say.
  package static func isTaken(_ path: String) throws(FatalInput) -> Bool {
    do { return try ownKind(path) != nil } catch { throw FatalInput(reading: path, error) }
  }
}
