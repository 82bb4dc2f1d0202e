import Crypto
import Diagnostics
import PlanModel
import PolicyReading
import SystemFiles

/// The texts of a run, by app: the files of `messages` in the templates' folder.
enum MessagesFolder {
  /// - Returns: Nothing where there is no such folder.
  static func read(
    _ templates: TemplateFolder
  ) throws(FatalInput) -> (messages: [String: Messages], warnings: [Diagnostic]) {
    let folder = "\(templates.path)/messages"
    var messages: [String: Messages] = [:]
    var warnings: [Diagnostic] = []
    var faults: [String] = []
    for name in Folder.names(in: folder) ?? [] where name.hasSuffix(".toml") && !name.hasPrefix(".") {
      let file = "\(folder)/\(name)"
      let (text, bytes) = try TextFile.read(file)
      do throws(FatalInput) {
        let sha256 = String(hexadecimal: SHA256.hash(data: bytes))
        let (read, told) = try MessagesReader.read(text, file: file, sha256: sha256)
        warnings += told
        if let other = messages[read.app] {
          let place = SourceLocation(file: file, line: 1, column: 1)
          throw FatalInput(
            Diagnostic(
              .error, .message, at: place, field: "app",
              found: "the app \(read.app.quotedForDiagnostic) has texts in \(other.file) already",
              expected: "one file of texts an app"))
        }
        messages[read.app] = read
      } catch {
        faults += error.messages
      }
    }
    if !faults.isEmpty {
      var fatal = FatalInput(.dataError, "")
      fatal.messages = faults
      throw fatal
    }
    return (messages, warnings)
  }
}
