import Diagnostics

/// The pages' templates, parsed, their style and their script.
struct ReportTemplates: Sendable {
  let index: PageTemplate
  let page: PageTemplate
  let account: PageTemplate
  let day: PageTemplate
  let decision: PageTemplate
  let fact: PageTemplate
  let action: PageTemplate
  let delivered: PageTemplate
  let change: PageTemplate
  let style: InlineSource
  let script: InlineSource

  init(_ text: TemplateText) async throws(FatalInput) {
    style = try InlineSource("report/style.css", endTag: "</style", text)
    script = try InlineSource("report/script.js", endTag: "</script", text)
    let names = ["index", "page", "account", "day", "decision", "fact", "action", "delivered", "change"]
    let library = try await TemplateFiles(names, text).parsed()
    let templates = names.map { PageTemplate(library.getTemplate(named: $0)!, library) }
    (index, page, account, day) = (templates[0], templates[1], templates[2], templates[3])
    (decision, fact, action) = (templates[4], templates[5], templates[6])
    (delivered, change) = (templates[7], templates[8])
  }

  /// One template and what it includes.
  static func template(_ name: String, _ text: TemplateText) throws(FatalInput) -> PageTemplate {
    let library = try TemplateFiles([name], text).parsedInTurn()
    return PageTemplate(library.getTemplate(named: name)!, library)
  }
}
