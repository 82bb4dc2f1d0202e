import Answers
import Diagnostics
import Pages
import RunModel

/// What a command prints, and its exit status.
package typealias Answer = (output: String, status: Int32)

/// The output format of a command that can write a page.
package enum AnswerFormat: String, CaseIterable, Sendable {
  case text, json, html
}

/// The output format of a command that compares plans.
package enum ChangeFormat: String, CaseIterable, Sendable {
  case text, json, html, markdown
}

extension ChangeFormat {
  func output(
    _ subject: Comparison, _ log: ChangeLog, _ templates: () throws(RunFault) -> TemplateFolder
  ) throws(RunFault) -> String {
    switch self {
    case .text: ChangeWriter(subject, log).text
    case .markdown: ChangeWriter(subject, log).markdown
    case .json: ChangeWriter(subject, log).json.text
    case .html: try ChangePage.html(subject, log, try templates().reader).text
    }
  }
}
