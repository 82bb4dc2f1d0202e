import Bytes
import Crypto
import Diagnostics
import PlanModel
import Planning
import PolicyReading

/// The texts of a run, by app: the files of `messages` in the templates' folder.
enum MessagesFolder {
  /// - Parameter isUsed: Whether an input or an account record names the app. Of the others' files only name and hash are
  ///   kept, where their heads say whose they are.
  /// - Throws: Every fault of every file that is read.
  static func read(
    _ templates: TemplateFolder, where isUsed: (String) -> Bool
  ) throws(FatalInput) -> (messages: [String: Messages], warnings: [Diagnostic]) {
    var messages: [String: Messages] = [:]
    var warnings: [Diagnostic] = []
    var faults: [FatalInput] = []
    for file in try templates.tomlFiles("messages", of: "texts") {
      let bytes = try TextFile.bytes(file)
      let sha256 = String(hexadecimal: SHA256.hash(data: bytes))
      do throws(FatalInput) {
        let read: Messages
        if let app = MessagesReader.app(atHeadOf: bytes), !isUsed(app) {
          read = Messages(app: app, file: file, sha256: sha256, isRead: false)
        } else {
          let told: [Diagnostic]
          (read, told) = try MessagesReader.read(bytes, file: file, sha256: sha256, Kinds.catalog)
          warnings += told
        }
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
        faults.append(error)
      }
    }
    if let fatal = FatalInput(faults) { throw fatal }
    return (messages, warnings)
  }
}
