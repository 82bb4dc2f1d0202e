import Diagnostics
import Mustache

/// The page's templates, parsed, and its style.
struct ReportTemplates: Sendable {
  let index: MustacheTemplate
  let account: MustacheTemplate
  let style: ReportStyle

  /// - Parameter text: The text of a file below the templates folder, and the name to show for it.
  init(_ text: (String) throws(FatalInput) -> (String, shownAs: String)) throws(FatalInput) {
    index = try ReportTemplates.template("report/index.mustache", text)
    account = try ReportTemplates.template("report/account.mustache", text)
    style = ReportStyle(try text("report/style.css").0)
  }

  static func template(
    _ name: String, _ text: (String) throws(FatalInput) -> (String, shownAs: String)
  ) throws(FatalInput) -> MustacheTemplate {
    let (string, file) = try text(name)
    do {
      return try MustacheTemplate(string: string)
    } catch let error as MustacheTemplate.ParserError {
      throw FatalInput(
        Diagnostic(
          .error, .template,
          at: SourceLocation(file: file, line: error.context.lineNumber, column: error.context.columnNumber),
          found: "not a mustache template: \(error.error)"))
    } catch {
      throw FatalInput(
        Diagnostic(
          .error, .template, at: SourceLocation(file: file, line: 1, column: 1),
          found: "not a mustache template: \(error)"))
    }
  }
}
