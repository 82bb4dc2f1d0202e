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

  /// Runs a body whose errors of the system become faults: `cannot lock plans: No such file or directory`.
  ///
  /// - Parameter what: The words before those of the system.
  package static func wording<Result>(
    _ status: Status, _ what: @autoclosure () -> String, _ body: () throws -> Result
  ) throws(RunFault) -> Result {
    try making({ RunFault(status, "\(what()): \($0.words)") }, body)
  }

  /// Runs a body that reads a file.
  package static func reading<Result>(_ path: String, _ body: () throws -> Result) throws(RunFault) -> Result {
    try making({ RunFault(reading: path, $0) }, body)
  }

  /// Runs a body that writes files.
  package static func writing<Result>(_ what: String, _ body: () throws -> Result) throws(RunFault) -> Result {
    try making({ RunFault(writing: what, $0) }, body)
  }

  private static func making<Result>(
    _ fault: (SystemError) -> RunFault, _ body: () throws -> Result
  ) throws(RunFault) -> Result {
    do {
      return try body()
    } catch let error as SystemError {
      throw fault(error)
    } catch {
      throw error as? RunFault ?? RunFault(.ioError, "\(error)")
    }
  }
}

extension Folder {
  /// Returns the path that a misspelled one may mean: a similar last name in the same folder.
  fileprivate static func nearest(to path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let parent = parts.dropLast().joined(separator: "/")
    let folder = parts.count == 1 ? "." : parent.isEmpty ? "/" : parent
    guard let name = parts.last.map(String.init), !name.isEmpty, let names = try? names(in: folder) else { return nil }
    // A link to nowhere is there itself.
    let nearest = name.nearest(in: names.filter { !$0.hasPrefix(".") && $0 != name })
    return nearest.map { parts.count == 1 ? $0 : parent + "/" + $0 }
  }
}

extension Folder {
  /// - Parameter shown: Its name in messages.
  /// - Throws: If the system cannot tell.
  package static func exists(_ path: String, shownAs shown: String? = nil) throws(RunFault) -> Bool {
    try RunFault.reading(shown ?? path) { try Path.kind(path) == .folder }
  }
}

extension RunFault {
  /// Creates the fault of a folder that is missing, or is a file.
  package init(noFolder path: String) {
    let isFile = (try? Path.kind(path)) != nil
    self.init(.noInput, isFile ? "\(path) is a file; expected a folder" : "the folder \(path) does not exist")
  }
}

extension Path {
  /// - Throws: If the system cannot tell.
  package static func exists(_ path: String) throws(RunFault) -> Bool {
    try RunFault.reading(path) { try kind(path) != nil }
  }

  /// Returns whether the name is taken, even by a dangling link.
  ///
  /// - Throws: If the system cannot tell.
  package static func isTaken(_ path: String) throws(RunFault) -> Bool {
    try RunFault.reading(path) { try ownKind(path) != nil }
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
