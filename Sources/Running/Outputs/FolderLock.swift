import Bytes
import Diagnostics

extension OpenFile {
  /// Opens and locks a folder, so that no other run can write to it until it is closed.
  ///
  /// - Throws: Status 75 if another run writes to it, 73 if it is not writable.
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
