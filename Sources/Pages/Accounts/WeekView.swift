import Bytes
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
  /// The decisions by hour and day, those that go out first in each.
  private var places: [(cell: Int, decision: Int)] = []

  /// - Returns: nil if nothing goes out or would have in the week.
  init?(_ plan: AccountPlan, isComplete: Bool) {
    (self.plan, self.isComplete) = (plan, isComplete)
    for index in plan.decisions.indices {
      let decision = plan.decisions[index]
      guard let local = decision.at.map({ plan.timeline.local(at: $0) }) ?? decision.local else { continue }
      let day = local.date.days(since: plan.today)
      guard (0..<WeekView.days).contains(day), decision.outcome != .dropped(.past) else { continue }
      let cell = Int(local.time.hour) * WeekView.days + day
      places.append((cell, index))
    }
    if places.isEmpty { return nil }
    func rank(_ place: (cell: Int, decision: Int)) -> (Int, Int, Int) {
      (place.cell, plan.decisions[place.decision].outcome.goesOut ? 0 : 1, place.decision)
    }
    places.sort { rank($0) < rank($1) }
  }

  var markup: Markup {
    var out = ByteWriter()
    out.append("<table class=\"week\"><thead><tr><th scope=\"col\">Hour</th>")
    for day in 0..<WeekView.days {
      let date = plan.today.adding(days: day)
      out.append("<th scope=\"col\">")
      out.append(html: date.shortDay(in: plan.today.year))
      if let clock = plan.clockChange(on: date) {
        out.append("<br><span class=\"chip\">")
        out.append(html: clock)
        out.append("</span>")
      }
      out.append("</th>")
    }
    out.append("</tr></thead>\n<tbody>\n")
    var next = 0
    while next < places.count {
      let hour = places[next].cell / WeekView.days
      out.append(hour < 10 ? "<tr><th scope=\"row\">0" : "<tr><th scope=\"row\">")
      out.append(decimal: hour)
      out.append("</th>")
      for day in 0..<WeekView.days {
        out.append("<td>")
        let start = next
        while next < places.count, places[next].cell == hour * WeekView.days + day {
          if next - start < WeekView.shown { append(places[next].decision, to: &out) }
          next += 1
        }
        if next - start > WeekView.shown {
          out.append("<div class=\"soft\">")
          out.append(decimal: next - start - WeekView.shown)
          out.append(" more in the timeline</div>")
        }
        out.append("</td>")
      }
      out.append("</tr>\n")
    }
    out.append("</tbody></table>\n")
    return Markup(out)
  }

  private func append(_ index: Int, to out: inout ByteWriter) {
    let decision = plan.decisions[index]
    let request = Int(decision.request)
    guard let local = decision.at.map({ plan.timeline.local(at: $0) }) ?? decision.local else { return }
    let goes = decision.outcome.goesOut
    out.append(goes ? "<div class=\"push\"><b>" : "<div class=\"push ghost\"><b>")
    if isComplete {
      out.append("<a href=\"#")
      out.append(anchor: plan.occurrence(of: decision))
      out.append("\">")
    }
    out.append(local.time)
    if isComplete { out.append("</a>") }
    out.append("</b> <bdi>")
    out.append(html: plan.requests[request].title.shown(WeekView.title))
    out.append("</bdi>")
    if let reason = decision.outcome.reason {
      out.append("<br><i>")
      out.append(html: reason.summary)
      out.append("</i>")
    } else if !plan.requests[request].body.isEmpty {
      out.append("<br><bdi>")
      out.append(html: plan.requests[request].body.shown(WeekView.body))
      out.append("</bdi>")
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
