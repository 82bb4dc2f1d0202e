import Diagnostics
import TOMLKit

/// A TOML text with the places of its keys.
struct TOMLDocument {
  /// What its faults are called in `summary.json`.
  let code: Diagnostic.Code
  let table: TOMLTable
  let places: TOMLPlaces

  init(_ text: String, file: String, code: Diagnostic.Code) throws(FatalInput) {
    self.code = code
    places = TOMLPlaces(Array(text.utf8), file: file)
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw FatalInput(
        Diagnostic(
          .error, code,
          at: SourceLocation(
            file: file, line: max(1, error.source.begin.line), column: max(1, error.source.begin.column)),
          found: "not TOML: \(TOMLDocument.words(error.description))"))
    } catch {
      throw FatalInput(
        Diagnostic(.error, code, at: SourceLocation(file: file, line: 1, column: 1), found: "not TOML: \(error)"))
    }
  }

  /// The TOML library's words without the capital that opens them.
  private static func words(_ description: String) -> String {
    let start = "Error while"
    return description.hasPrefix(start) ? "while" + description.dropFirst(start.count) : description
  }
}
