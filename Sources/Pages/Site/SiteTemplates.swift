import Bytes
import Diagnostics
import PlanModel

/// What the pages of a site are made of beside what every page is.
struct SiteTemplates: Sendable {
  let index: PageTemplate
  let accounts: PageTemplate
  let account: PageTemplate
  let list: PageTemplate
  /// The style of every page, and what a site has besides.
  let style: InlineSource
  /// Searches; that of the pages of accounts opens what a link leads to.
  let search: InlineSource
  let reveal: InlineSource

  init(_ text: TemplateText) throws(FatalInput) {
    style = try InlineSource("report/style.css", and: "report/site.css", endTag: "</style", text)
    search = try InlineSource("report/search.js", endTag: "</script", text)
    reveal = try InlineSource("report/reveal.js", endTag: "</script", text)
    var files = TemplateFiles()
    index = try files.template("site", text)
    accounts = try files.template("site-accounts", text)
    account = try files.template("site-account", text)
    list = try files.template("site-list", text)
  }
}
