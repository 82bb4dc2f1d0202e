import Diagnostics
import Reporting

/// How a command tells what differs between two plans.
package enum ChangeFormat: String, CaseIterable, Sendable {
  case text, json, html
}

extension ChangeWriter {
  /// The whole output in a format that needs no template.
  func output(_ format: ChangeFormat) -> String { format == .json ? String(decoding: json, as: UTF8.self) : text }

  /// The whole output in `format`.
  func output(_ format: ChangeFormat, _ templates: TemplateFolder) throws(FatalInput) -> String {
    format == .html ? try html(templates.reader) : output(format)
  }
}
