import Diagnostics
import Formats
import Pages
import System

/// Finds policies, texts and page templates.
package struct TemplateFolder: Sendable {
  /// The folders. Each extends or replaces what earlier ones contain.
  package let paths: [String]

  private init(path: String) { paths = [path] }
  private init(paths: [String]) { self.paths = paths }

  /// Finds the templates: each `--templates DIR`; else `templates` here; else the installed share folder,
  /// `../share/tickler/templates` from the program; else the `templates` of the source tree in which the program was
  /// built.
  package static func find(_ options: [String] = []) throws(RunFault) -> TemplateFolder {
    for option in options where try !Folder.exists(option) {
      throw RunFault(.noInput, "the folder \(option) does not exist (--templates)")
    }
    if !options.isEmpty { return TemplateFolder(paths: options) }
    if try Folder.exists("templates/policies") { return TemplateFolder(path: "templates") }
    if let path = try ofProgram { return TemplateFolder(path: path) }
    throw RunFault(.noInput, "no folder templates here and none is installed; name one with --templates")
  }

  /// The templates that belong to the program, regardless of the working folder.
  private static var ofProgram: String? {
    get throws(RunFault) {
      var folder = programFolder
      if let folder, try Folder.exists("\(folder)/../share/tickler/templates/policies") {
        return "\(folder)/../share/tickler/templates"
      }
      while let parent = folder, let slash = parent.lastIndex(of: "/") {
        if try Folder.exists("\(parent)/templates/policies") { return "\(parent)/templates" }
        folder = String(parent[..<slash])
      }
      return nil
    }
  }

  /// Returns the `--templates` values for a run in another folder; empty if the program finds the same templates there.
  ///
  /// - Parameter folder: Absolute, or relative to the current folder.
  func options(from folder: String) throws(RunFault) -> [String] {
    do throws(SystemError) {
      if paths.count == 1, let own = try? TemplateFolder.ofProgram, let one = try Path.identity(own),
        let other = try Path.identity(paths[0]), one.isSame(as: other)
      {
        return []
      }
    } catch {
      throw RunFault(reading: paths[0], error)
    }
    let steps = folder.split(separator: "/").filter { $0 != "." }
    let isBelow = !folder.hasPrefix("/") && !steps.contains("..")
    let start = isBelow ? String(repeating: "../", count: steps.count) : "\(Machine.workingFolder ?? ".")/"
    return paths.map { $0.hasPrefix("/") ? $0 : start + $0 }
  }

  /// The folder of the running program, links resolved.
  private static var programFolder: String? {
    guard let path = Machine.program else { return nil }
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Parses the report's templates.
  package func report() throws(RunFault) -> ReportRenderer { try ReportRenderer(reader) }

  /// Returns the files of pages in name order.
  func reportFiles() throws(RunFault) -> [(name: String, bytes: [UInt8])] {
    var all: Set<String> = []
    for path in paths {
      let folder = "\(path)/report"
      do {
        all.formUnion(try Folder.names(in: folder))
      } catch {
        if paths.count > 1, error.isAbsence { continue }
        throw RunFault(reading: folder, error)
      }
    }
    return try all.filter { !$0.hasPrefix(".") }.sorted { $0.compareBytes($1) < 0 }.map { name throws(RunFault) in
      (name, try TextFile.bytes(try file("report/\(name)")))
    }
  }

  /// Returns the TOML files in a subfolder of each `--templates`, in name order.
  ///
  /// - Parameter what: A description of the content, for the message if there are none.
  func tomlFiles(_ name: String, of what: String) throws(RunFault) -> [[String]] {
    let files = try paths.map { path throws(RunFault) in try TextFile.tomlFiles("\(path)/\(name)") ?? [] }
    if files.joined().isEmpty { throw RunFault(.noInput, "\(paths[0])/\(name) has no \(what)") }
    return files
  }

  /// Returns the path of a file in the last folder that contains it.
  func file(_ name: String) throws(RunFault) -> String {
    for path in paths.dropFirst().reversed() where try Path.exists("\(path)/\(name)") { return "\(path)/\(name)" }
    return "\(paths[0])/\(name)"
  }

  /// Reads a file below the folders. The second text is the name to show for it.
  var reader: (String) throws(RunFault) -> (String, shownAs: String) {
    { name throws(RunFault) in
      let file = try file(name)
      return (try TextFile.text(file), shownAs: file)
    }
  }
}

/// Reads small text files as a whole.
enum TextFile {
  static func text(_ path: String, for use: OpenFile.Use = .listed) throws(RunFault) -> String {
    guard let text = String(validating: try bytes(path, for: use), as: UTF8.self) else {
      throw RunFault(.dataError, "\(path) is not UTF-8")
    }
    return text
  }

  /// Returns the TOML files in a folder in name order; `nil` if the folder does not exist.
  static func tomlFiles(_ folder: String) throws(RunFault) -> [String]? {
    do {
      return try Folder.names(in: folder).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.map {
        "\(folder)/\($0)"
      }
    } catch {
      if error.isAbsence { return nil }
      throw RunFault(reading: folder, error)
    }
  }

  /// - Parameters:
  ///   - shown: Its name in messages.
  ///   - use: `named` if the user named the file.
  static func bytes(
    _ path: String, shownAs shown: String? = nil, for use: OpenFile.Use = .listed
  ) throws(RunFault) -> [UInt8] {
    do throws(SystemError) {
      return try Path.contents(of: path, for: use)
    } catch {
      throw RunFault(reading: shown ?? path, error, suggests: shown == nil)
    }
  }
}
