import Answers
import Diagnostics
import Pages
import RunModel

/// How a command answers that has a page too.
package enum AnswerFormat: String, CaseIterable, Sendable {
  case text, json, html
}

/// How a command reports what differs between two plans.
package enum ChangeFormat: String, CaseIterable, Sendable {
  case text, json, html, markdown
}

extension ChangeFormat {
  /// What a command prints.
  ///
  /// - Parameter templates: Where a page has its templates from.
  func output(
    _ subject: Comparison, _ log: ChangeLog, _ templates: () throws(FatalInput) -> TemplateFolder
  ) throws(FatalInput) -> String {
    switch self {
    case .text: ChangeWriter(subject, log).text
    case .markdown: ChangeWriter(subject, log).markdown
    case .json: ChangeWriter(subject, log).json.text
    case .html: try ChangePage.html(subject, log, try templates().reader).text
    }
  }
}
