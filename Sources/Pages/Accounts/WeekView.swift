import CivilTime
import PlanModel

/// An account's next seven days, hours down, with each notification as the phone shows it. Those that are not sent are
/// pale, with the reason.
struct WeekView {
  private static let days = 7
  /// The notifications that an hour shows; the timeline has the rest.
  private static let shown = 3
  private static let (title, body) = (60, 80)

  private let plan: AccountPlan
  /// Whether every decision has a row to link to.
  private let isComplete: Bool
  /// The decisions by hour and day, those that go out first.
  private var cells: [Int: [Int]] = [:]

  /// - Returns: nil if nothing goes out or would have in the week.
  init?(_ plan: AccountPlan, isComplete: Bool) {
    (self.plan, self.isComplete) = (plan, isComplete)
    for (index, decision) in plan.decisions.enumerated() {
      guard let local = decision.at.map({ plan.timeline.local(at: $0) }) ?? decision.local else { continue }
      let day = local.date.days(since: plan.today)
      guard (0..<WeekView.days).contains(day), decision.outcome != .dropped(.past) else { continue }
      cells[Int(local.time.hour) * WeekView.days + day, default: []].append(index)
    }
    if cells.isEmpty { return nil }
    for key in cells.keys {
      let all = cells[key]!
      cells[key] =
        all.filter { plan.decisions[$0].outcome.goesOut } + all.filter { !plan.decisions[$0].outcome.goesOut }
    }
  }

  var markup: Markup {
    var out: Markup = "<table class=\"week\"><thead><tr><th scope=\"col\">Hour</th>"
    for day in 0..<WeekView.days {
      let date = plan.today.adding(days: day)
      let clock: Markup = plan.clockChange(on: date).map { "<br><span class=\"chip\">\($0)</span>" } ?? ""
      out.append("<th scope=\"col\">\(date.shortDay)\(clock)</th>")
    }
    out.append("</tr></thead>\n<tbody>\n")
    for hour in 0..<24 where (0..<WeekView.days).contains(where: { cells[hour * WeekView.days + $0] != nil }) {
      out.append("<tr><th scope=\"row\">\(hour < 10 ? "0" : "")\(hour)</th>")
      for day in 0..<WeekView.days {
        out.append("<td>")
        let cell = cells[hour * WeekView.days + day] ?? []
        for index in cell.prefix(WeekView.shown) { append(index, to: &out) }
        if cell.count > WeekView.shown {
          out.append("<div class=\"soft\">\(cell.count - WeekView.shown) more in the timeline</div>")
        }
        out.append("</td>")
      }
      out.append("</tr>\n")
    }
    out.append("</tbody></table>\n")
    return out
  }

  private func append(_ index: Int, to out: inout Markup) {
    let decision = plan.decisions[index]
    let request = Int(decision.request)
    guard let local = decision.at.map({ plan.timeline.local(at: $0) }) ?? decision.local else { return }
    let time = local.time.forReaders
    let goes = decision.outcome.goesOut
    out.append(goes ? "<div class=\"push\"><b>" : "<div class=\"push ghost\"><b>")
    if isComplete {
      out.append("<a href=\"#\(Timeline.anchor(plan.occurrence(of: decision)))\">\(time)</a>")
    } else {
      out.append("\(time)")
    }
    out.append("</b> <bdi>\(plan.requests[request].title.shown(WeekView.title))</bdi>")
    if let reason = decision.outcome.reason {
      out.append("<br><i>\(reason.summary)</i>")
    } else if !plan.requests[request].body.isEmpty {
      out.append("<br><bdi>\(plan.requests[request].body.shown(WeekView.body))</bdi>")
    }
    out.append("</div>")
  }
}

extension AccountPlan {
  /// Returns the clock change of an account on a local day: `clock +1:00`, or the city it travels to.
  func clockChange(on date: LocalDate) -> String? {
    let (start, end) = (timeline.startOfDay(date), timeline.startOfDay(date.adding(days: 1)))
    let stay = timeline.stayIndex(at: end.advanced(bySeconds: -1))
    if stay != timeline.stayIndex(at: start.advanced(bySeconds: -1)) {
      return "→ " + timeline.stays[stay].zone.city
    }
    let before = timeline.offset(at: start.advanced(bySeconds: -1))
    let after = timeline.offset(at: end.advanced(bySeconds: -1))
    return before == after ? nil : "clock " + before.shift(to: after)
  }
}

extension Zone {
  /// The last part of the zone's name as people write it: `New York`.
  var city: String {
    String(decoding: name.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
      .split(separator: "_").joined(separator: " ")
  }
}
