import Bytes
import Diagnostics
import PlanModel
import RunModel

/// The differences between two plans as a page of their own.
package enum ChangePage {
  /// Bytes of changes, of the 5 MB that a browser opens without thinking.
  private static let limit = 4_500_000

  package static func html(
    _ subject: Comparison, _ log: ChangeLog, _ text: TemplateText
  ) throws(FatalInput) -> WrittenBytes {
    let template = try ReportTemplates.template("changes", text)
    let row = try ReportTemplates.template("change", text)
    let style = try InlineSource("report/style.css", endTag: "</style", text)
    var view = PageView()
    view.add("style", style.markup)
    view.add("styleHash", style.hash)
    view.add("title", subject.title)
    view.add("old", subject.old.shown(300))
    view.add("new", subject.new.shown(300))
    view.add("now", subject.now.description)
    view.add("notes", subject.notes) { $0.add("words", $1.shown(600)) }
    log.fill(&view, by: row, limit: limit)
    return template.fill(view).bytes
  }
}

extension ChangeLog {
  /// What a template shows of it: `isEmpty`, `changeVerdict`, `zones`, `causes`, `changes`, `changesLeftOut`.
  ///
  /// - Parameters:
  ///   - row: The template of a change.
  ///   - limit: How many bytes of changes are listed.
  func fill(_ view: inout PageView, by row: PageTemplate, limit: Int) {
    var rows = ByteWriter()
    var shown = 0
    for change in listed where rows.count < limit {
      row.fill(change.view, into: &rows)
      shown += 1
    }
    let leftOut = self.leftOut + listed.count - shown
    view.add("isEmpty", isEmpty)
    view.add("changeVerdict", isEmpty ? "Nothing changes." : "\(total.words), in \(accounts.of("account")).")
    view.add("changeZones", sortedZones) { $0.add($1.key, $1.value) }
    let known = ChangeCause.allCases.compactMap { cause in causes[cause].map { (cause.words, $0) } }
    view.add("hasCauses", !known.isEmpty)
    view.add("causes", known) { $0.add($1.0, $1.1) }
    view.add("changes", Markup(rows))
    view.add("changesLeftOut", leftOut > 0 ? leftOut : nil)
  }
}

extension PageView {
  fileprivate mutating func add(_ name: String, _ tally: ChangeLog.Tally) {
    add("name", name)
    for verb in PlanChange.Verb.allCases { add(verb.rawValue, tally[verb]) }
  }
}

extension PlanChange {
  /// What `change.mustache` shows.
  var view: PageView {
    var row = PageView()
    row.add("account", account.text.shown(300))
    row.add("kind", kind.name)
    row.add("notification", notification.text.shown(300))
    row.add("local", local?.forReaders)
    row.add("zone", zone)
    row.add("verb", verb.rawValue)
    row.add("from", from?.description)
    row.add("to", to?.description)
    row.add("shift", shift == 0 ? nil : shiftWords)
    row.add("reason", reason?.entry.summary)
    row.add("cause", causes.isEmpty ? nil : causes.words)
    row.add("differences", differences) { $0.add("words", $1.words.shown(600)) }
    return row
  }
}
