import Bytes
import Diagnostics

extension OpenFile {
  /// Opens a folder that no other run may write to until it is closed.
  ///
  /// - Throws: 75 where another run writes to it, 73 where nobody may.
  static func locked(folder path: String) throws(FatalInput) -> OpenFile {
    let (lock, isHeld): (OpenFile, Bool)
    do {
      lock = try OpenFile(path, for: .folder)
      isHeld = try lock.lock()
    } catch {
      throw FatalInput(.cannotCreate, "cannot write to \(path): \(error.words)")
    }
    guard isHeld else { throw FatalInput(.temporaryFailure, "another run is writing to \(path)") }
    return lock
  }
}
