import Bytes
import Diagnostics
import PlanModel
import Rehearsing
import RunModel

/// The page of a rehearsal: a picture of how long devices stay right, and tables.
package enum RehearsalPage {
  /// The number of accounts that the page lists.
  private static let maximumAccounts = 200

  package static func html(_ rehearsal: Rehearsal, _ text: TemplateText) throws(RunFault) -> WrittenBytes {
    try ReportTemplates.plainPage("rehearsal", RehearsalPage.view(rehearsal), text)
  }

  static func view(_ rehearsal: Rehearsal) -> PageView {
    var view = PageView()
    let all = rehearsal.all
    view.add("nights", rehearsal.nights.counted("night"))
    view.add("circumstances", rehearsal.circumstances) { $0.add("circumstance", $1.shown(300)) }
    view.add("effort", rehearsal.effort)
    view.add("isFine", all.correct(rehearsal.nights) == all.devices)
    view.add("rehearsalVerdict", verdict(rehearsal))
    view.add("picture", RehearsalPicture(rehearsal: rehearsal).markup)
    view.add("verdicts", ShowingVerdict.allCases) { $0.add("words", $1.words) }
    view.add("spans", rehearsal.milestones) { $0.add("span", $1) }
    var rows: [(name: String, isKind: Bool, tally: RehearsalTally)] = [("all", false, all)]
    for (app, tally) in rehearsal.sortedApps {
      rows.append((app, false, tally))
      rows += rehearsal.sortedKinds.filter { $0.kind.app == app }.map { ($0.kind.kind.name, true, $0.tally) }
    }
    view.add("rows", rows) { view, row in
      view.add("row", row.name.shown(100))
      view.add("isKind", row.isKind)
      view.add("devices", row.tally.devices.grouped)
      fill(&view, row.tally)
      view.add("wholes", rehearsal.milestones) { view, days in
        view.add("span", days)
        view.add("whole", row.tally.correctShare(days))
      }
    }
    let wrong = rehearsal.wrongAccounts
    view.add("accounts", wrong.prefix(maximumAccounts)) { view, account in
      view.add("account", account.name.words.shown(100))
      view.add("app", account.name.app)
      fill(&view, account.tally)
    }
    view.add("accountsLeftOut", wrong.count > maximumAccounts ? (wrong.count - maximumAccounts).grouped : nil)
    return view
  }

  private static func fill(_ view: inout PageView, _ tally: RehearsalTally) {
    view.add("planned", tally.planned.grouped)
    view.add("rightShare", tally.rightShare)
    view.add("day", tally.medianFirstDay.map { "\($0)" } ?? "–")
    view.add("cells", ShowingVerdict.allCases) { view, verdict in
      view.add("words", verdict.words)
      view.add("count", tally[verdict].grouped)
    }
  }

  private static func verdict(_ rehearsal: Rehearsal) -> String {
    let all = rehearsal.all
    if all.devices == 0 { return "Nothing is planned, and nothing shown." }
    let wrong = all.devices - all.correct(rehearsal.nights)
    if wrong == 0 { return "All devices show what is planned, for all \(rehearsal.nights.counted("night"))." }
    guard let day = all.medianFirstDay else {
      return "\(wrong.grouped) of \(all.devices.counted("device")) fall silent or wrong."
    }
    return "By day \(day), half of the devices have fallen silent or wrong."
  }
}

/// The share of devices that still show what is planned, by day.
struct RehearsalPicture {
  private static let (width, height, left, right, top, bottom) = (SVG.narrowWidth, 160, 40, 10, 14, 28)

  let rehearsal: Rehearsal

  var markup: Markup {
    let (left, bottom) = (RehearsalPicture.left, RehearsalPicture.height - RehearsalPicture.bottom)
    let right = RehearsalPicture.width - RehearsalPicture.right
    let (all, nights) = (rehearsal.all, rehearsal.nights)
    func share(_ day: Int) -> Int { all.devices == 0 ? 100 : 100 * all.correct(day) / all.devices }
    let days = rehearsal.milestones.isEmpty ? [nights] : rehearsal.milestones
    let shares = days.map { "\(share($0)) % after \($0.of("day"))" }
    var svg = SVG(
      "picture-rehearsal", width: RehearsalPicture.width, height: RehearsalPicture.height,
      title: "Devices that are still right",
      description: shares.joined(separator: ", ") + ".",
      form: .small)
    let scale = AxisScale(largest: 100, length: bottom - RehearsalPicture.top)
    scale.draw(&svg, left, right, bottom) { "\($0) %" }
    func x(_ day: Int) -> Int { left + (right - left) * day / nights }
    var data: Markup = "M\(left) \(bottom - scale.length(100))"
    for day in 1...nights { data.append("H", x(day), "V", bottom - scale.length(share(day)), "") }
    svg.path(data, "taken")
    for day in Set([nights] + rehearsal.milestones).sorted() {
      svg.text(x(day), bottom + 17, "\(day)", "label", .middle)
    }
    return svg.markup
  }
}
