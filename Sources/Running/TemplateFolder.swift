import Bytes
import Diagnostics
import Pages

/// Where policies, texts and page templates come from.
package struct TemplateFolder: Sendable {
  package let path: String

  /// `--templates DIR`; else `templates` here; else the installed share folder, `../share/tickler/templates` from the
  /// program; else the `templates` of the source tree that the program was built in.
  package static func find(_ option: String?) throws(FatalInput) -> TemplateFolder {
    if let option {
      guard Folder.exists(option) else { throw FatalInput(.noInput, "there is no folder \(option) (--templates)") }
      return TemplateFolder(path: option)
    }
    if Folder.exists("templates/policies") { return TemplateFolder(path: "templates") }
    var folder = programFolder
    if let folder, Folder.exists("\(folder)/../share/tickler/templates/policies") {
      return TemplateFolder(path: "\(folder)/../share/tickler/templates")
    }
    while let parent = folder, let slash = parent.lastIndex(of: "/") {
      if Folder.exists("\(parent)/templates/policies") { return TemplateFolder(path: "\(parent)/templates") }
      folder = String(parent[..<slash])
    }
    throw FatalInput(.noInput, "there is no folder templates here and none is installed; name one with --templates")
  }

  /// The folder of the running program, links resolved.
  private static var programFolder: String? {
    guard let path = Path.target(ofLink: "/proc/self/exe") else { return nil }
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// The report's templates, parsed.
  package func report() throws(FatalInput) -> ReportRenderer { try ReportRenderer(reader) }

  /// Reads a file below the folder; the second text is the name to show for it.
  var reader: (String) throws(FatalInput) -> (String, shownAs: String) {
    { name throws(FatalInput) in
      let file = "\(path)/\(name)"
      return (try TextFile.text(file), shownAs: file)
    }
  }
}

/// A small text file that is read as a whole.
enum TextFile {
  static func text(_ path: String) throws(FatalInput) -> String {
    guard let text = String(validating: try bytes(path), as: UTF8.self) else {
      throw FatalInput(.dataError, "\(path) is not UTF-8")
    }
    return text
  }

  static func bytes(_ path: String) throws(FatalInput) -> [UInt8] {
    do throws(SystemError) {
      return try Path.contents(of: path)
    } catch {
      throw FatalInput(.noInput, "cannot read \(path): \(error.words)")
    }
  }
}
