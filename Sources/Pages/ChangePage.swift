import Bytes
import Comparing
import Diagnostics
import PlanModel
import RunModel

/// The page that shows the differences between two plans.
package enum ChangePage {
  /// The bytes of changes, below the 5 MB that browsers open smoothly.
  private static let limit = 4_500_000

  package static func html(
    _ subject: Comparison, _ log: ChangeLog, _ text: TemplateText
  ) throws(RunFault) -> WrittenBytes {
    let template = try ReportTemplates.template("changes", text)
    let rows = ChangeTemplates(
      change: try ReportTemplates.template("change", text), run: try ReportTemplates.template("run", text))
    let style = try InlineSource("report/style.css", endTag: "</style", text)
    let script = try InlineSource("report/changes.js", endTag: "</script", text)
    var view = PageView()
    view.add("style", style.markup)
    view.add("styleHash", style.hash)
    view.add("script", script.markup)
    view.add("scriptHash", script.hash)
    view.add("isSite", false)
    view.add("title", subject.title)
    view.add("old", subject.old.shown(300))
    view.add("new", subject.new.shown(300))
    view.add("now", subject.now.description)
    view.add("hasNotes", !subject.notes.isEmpty)
    view.add("notes", subject.notes) { $0.add("words", $1.shown(600)) }
    let groups = ChangeGroups(
      rows, asOf: subject.now, example: { "show?" + ShowLink(["text": $0.owner.words]).fragment })
    log.fill(&view, groups, limit: limit)
    return template.fill(view).bytes
  }
}

extension ChangeLog {
  /// Fills in the view of the changes.
  ///
  /// - Parameters:
  ///   - groups: Creates the views of changes.
  ///   - limit: The bytes of listed changes.
  func fill(_ view: inout PageView, _ groups: ChangeGroups, limit: Int) {
    view.add("isEmpty", isEmpty)
    view.add("changeVerdict", isEmpty ? "Nothing changes." : "\(total.words), in \(accounts.counted("account"))")
    view.add("lost", lost > 0 ? lost.counted("notification") : nil)
    let verbs = PlanChange.Verb.allCases.filter { total[$0] > 0 }
    view.add("changeVerbs", verbs) { $0.add("verb", $1.rawValue) }
    view.add("changeZones", sortedZones) { $0.add($1.key, $1.value, verbs) }
    let known = ChangeGroup.order.compactMap { cause in causes[cause].map { (cause.words, $0) } }
    view.add("hasCauses", !known.isEmpty)
    view.add("causes", known) { $0.add($1.0, $1.1, verbs) }
    groups.addRows(self, to: &view)
    view.add("changeGroups", groups.views(self, limit: limit).0)
  }
}

extension PageView {
  fileprivate mutating func add(_ name: String, _ tally: ChangeLog.Tally, _ verbs: [PlanChange.Verb]) {
    add("name", name)
    add("cells", verbs) { view, verb in
      view.add("verb", verb.rawValue)
      view.add("count", some: tally[verb])
    }
  }
}
