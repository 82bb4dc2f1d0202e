import CivilTime
import Diagnostics
import Formats
import System

extension ZoneDatabase {
  /// The tz database of this machine: `$TZDIR`, else `/usr/share/zoneinfo`.
  package static var systemPath: String { Machine.environment("TZDIR") ?? "/usr/share/zoneinfo" }

  /// - Returns: `nil` if `path` is not a folder with zones.
  /// - Throws: If the system cannot read it.
  package static func open(_ path: String) throws(RunFault) -> ZoneDatabase? {
    do {
      return try ZoneDatabase(path: path) { file, limit throws(Unreadable) in
        do throws(SystemError) {
          return try Path.beginning(of: "\(path)/\(file)", limit, for: .inspecting)
        } catch {
          if error.isAbsence || error == .noFile { return nil }
          throw Unreadable(file: file, reason: error.words)
        }
      }
    } catch {
      throw RunFault(error, path)
    }
  }

  /// Returns the tz database at `path`, or this machine's.
  static func needed(_ path: String?) throws(RunFault) -> ZoneDatabase {
    let path = path ?? systemPath
    guard let database = try open(path) else {
      throw RunFault(.noInput, "\(path) has no tz database; install tzdata or name one with --zoneinfo")
    }
    return database
  }
}
