import Bytes
import Diagnostics

/// The templates of the pages, with their style and script.
struct ReportTemplates: Sendable {
  let index: PageTemplate
  let accounts: PageTemplate
  let account: PageTemplate
  let list: PageTemplate
  let action: PageTemplate
  let delivered: PageTemplate
  let changes: ChangeTemplates
  let style: InlineSource
  let script: InlineSource

  init(_ text: TemplateText) throws(FatalInput) {
    style = try InlineSource("report/style.css", endTag: "</style", text)
    script = try InlineSource("report/script.js", endTag: "</script", text)
    var files = TemplateFiles()
    index = try files.template("index", text)
    accounts = try files.template("accounts", text)
    account = try files.template("account", text)
    list = try files.template("list", text)
    action = try files.template("action", text)
    delivered = try files.template("delivered", text)
    changes = ChangeTemplates(change: try files.template("change", text), run: try files.template("run", text))
  }

  /// Reads one template with its includes.
  static func template(_ name: String, _ text: TemplateText) throws(FatalInput) -> PageTemplate {
    var files = TemplateFiles()
    return try files.template(name, text)
  }

  /// Fills the template of a page that has the report's style and no script.
  static func plainPage(_ name: String, _ content: PageView, _ text: TemplateText) throws(FatalInput) -> WrittenBytes {
    let style = try InlineSource("report/style.css", endTag: "</style", text)
    var view = PageView()
    view.add("style", style.markup)
    view.add("styleHash", style.hash)
    view.add(contentsOf: content)
    return try template(name, text).fill(view).bytes
  }
}
