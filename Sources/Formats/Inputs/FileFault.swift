import CivilTime
import Diagnostics
import System

extension RunFault {
  /// Creates the fault of a file that is missing, or that the system failed to read.
  ///
  /// - Parameter suggests: Whether to name the nearest file if it is missing.
  package init(reading path: String, _ error: SystemError, suggests: Bool = true) {
    let isMissing = error.isAbsence || error.isLoop || error == .noFile
    let status: Status = error == .tooLarge ? .dataError : isMissing ? .noInput : .ioError
    let nearest =
      suggests && error.isAbsence ? Folder.nearest(to: path).map { "; the nearest is \(FileName.shown($0))" } : nil
    self.init(status, "cannot read \(FileName.shown(path)): \(error.words)\(nearest ?? "")")
  }

  /// Creates the fault of a file that the system failed to write, or that may not become so large.
  package init(writing what: String, _ error: SystemError) {
    self.init(error.isPastLimit ? .cannotCreate : .ioError, "cannot write \(what): \(error.words)")
  }
}

extension Folder {
  /// Returns the path that a misspelled one may mean: a similar last name in the same folder.
  fileprivate static func nearest(to path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let parent = parts.dropLast().joined(separator: "/")
    let folder = parts.count == 1 ? "." : parent.isEmpty ? "/" : parent
    guard let name = parts.last.map(String.init), !name.isEmpty, let names = try? names(in: folder) else { return nil }
    let nearest = name.nearest(in: names.filter { !$0.hasPrefix(".") })
    return nearest.map { parts.count == 1 ? $0 : parent + "/" + $0 }
  }
}

extension Folder {
  /// - Parameter shown: Its name in messages.
  /// - Throws: If the system cannot tell.
  package static func exists(_ path: String, shownAs shown: String? = nil) throws(RunFault) -> Bool {
    do { return try Path.kind(path) == .folder } catch { throw RunFault(reading: shown ?? path, error) }
  }
}

extension Path {
  /// - Throws: If the system cannot tell.
  package static func exists(_ path: String) throws(RunFault) -> Bool {
    do { return try kind(path) != nil } catch { throw RunFault(reading: path, error) }
  }

  /// Returns whether the name is taken, even by a dangling link.
  ///
  /// - Throws: If the system cannot tell.
  package static func isTaken(_ path: String) throws(RunFault) -> Bool {
    do { return try ownKind(path) != nil } catch { throw RunFault(reading: path, error) }
  }
}

extension ZoneDatabase {
  /// Ends the run if a zone's file could not be read: a zone reported as unknown may exist.
  package func refuseFault() throws(RunFault) {
    guard let fault else { return }
    throw RunFault(fault, path)
  }
}

extension RunFault {
  /// - Parameter tree: The folder of the tz database.
  package init(_ fault: ZoneDatabase.Unreadable, _ tree: String) {
    self.init(.ioError, "cannot read \(tree)/\(fault.file): \(fault.reason)")
  }
}
