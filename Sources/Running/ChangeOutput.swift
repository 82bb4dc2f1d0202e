import Diagnostics
import Reporting

/// How a command tells what differs between two plans.
package enum ChangeFormat: String, CaseIterable, Sendable {
  case text, json, html
}

extension ChangeWriter {
  /// The whole output in `format`.
  func output(_ format: ChangeFormat, _ templates: TemplateFolder) throws(FatalInput) -> String {
    switch format {
    case .text: text
    case .json: String(decoding: json, as: UTF8.self)
    case .html: try html(templates.reader)
    }
  }
}
