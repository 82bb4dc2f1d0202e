import Diagnostics
import PlanModel

extension ChangeWriter {
  /// The differences as a page of their own.
  ///
  /// - Parameter text: The text of a file below the templates folder, and the name to show for it.
  package func html(_ text: (String) throws(FatalInput) -> (String, shownAs: String)) throws(FatalInput) -> String {
    let template = try ReportTemplates.template("report/changes.mustache", text)
    let style = try ReportStyle(text("report/style.css").0)
    var view = PageView()
    view["style"] = style.text
    view["styleHash"] = style.hash
    view["title"] = subject.title
    view["old"] = subject.old
    view["new"] = subject.new
    view["now"] = subject.now.description
    log.fill(&view)
    return template.render(view)
  }
}

extension ChangeLog {
  /// What a template shows of it: `isEmpty`, `verdict`, `zones`, `causes`, `changes`, `leftOut`.
  func fill(_ view: inout PageView) {
    view["isEmpty"] = isEmpty
    view["verdict"] = isEmpty ? "Nothing changes." : "\(total.words), in \(accounts.of("account"))."
    view["zones"] = sortedZones.map { row($0.key, $0.value) }
    let known = ChangeCause.allCases.compactMap { cause in causes[cause].map { row(cause.words, $0) } }
    view["causes"] = known
    view["hasCauses"] = !known.isEmpty
    view["changes"] = listed.map(\.row)
    if leftOut > 0 { view["leftOut"] = leftOut }
  }

  private func row(_ name: String, _ tally: Tally) -> PageView {
    var row = PageView()
    row["name"] = name
    for verb in PlanChange.Verb.allCases { row[verb.rawValue] = tally[verb] }
    return row
  }
}

extension PlanChange {
  fileprivate var row: PageView {
    var row = PageView()
    row["account"] = account.text
    row["kind"] = kind.rawValue
    row["notification"] = notification.text
    row["local"] = local?.forReaders ?? ""
    row["zone"] = zone ?? ""
    row["verb"] = verb.rawValue
    row["from"] = from?.description ?? ""
    row["to"] = to?.description ?? ""
    row["shift"] = shift.map { $0 == 0 ? "" : $0.asShift } ?? ""
    row["reason"] = reason?.entry.summary ?? false
    row["cause"] = cause?.words ?? ""
    row["differences"] = differences.map(\.words)
    return row
  }
}
