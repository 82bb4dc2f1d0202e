import Bytes
import CivilTime
import Diagnostics
import Formats

extension ZoneDatabase {
  /// The tree of this machine: `$TZDIR`, else `/usr/share/zoneinfo`.
  package static var systemPath: String { Machine.environment("TZDIR") ?? "/usr/share/zoneinfo" }

  /// - Returns: nil where `path` is not a folder with zones in it.
  /// - Throws: where the system fails to read what is there.
  package static func open(_ path: String) throws(FatalInput) -> ZoneDatabase? {
    do {
      return try ZoneDatabase(path: path) { file, limit throws(Unreadable) in
        do throws(SystemError) {
          return try Path.contents(of: "\(path)/\(file)", limit: limit, for: .inspecting)
        } catch {
          if error.isAbsence || error == .noFile { return nil }
          throw Unreadable(file: file, reason: error.words)
        }
      }
    } catch {
      throw FatalInput(error, path)
    }
  }

  /// The tree at `path`, or this machine's.
  ///
  /// - Throws: where there is none too.
  static func needed(_ path: String?) throws(FatalInput) -> ZoneDatabase {
    let path = path ?? systemPath
    guard let database = try open(path) else {
      throw FatalInput(.noInput, "there is no tz database in \(path); install tzdata or name one with --zoneinfo")
    }
    return database
  }
}
