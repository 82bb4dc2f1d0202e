import Answers
import Diagnostics
import Pages
import RunModel

/// How a command tells what differs between two plans.
package enum ChangeFormat: String, CaseIterable, Sendable {
  case text, json, html
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
    case .json: ChangeWriter(subject, log).json.text
    case .html: try ChangePage.html(subject, log, try templates().reader).text
    }
  }
}
