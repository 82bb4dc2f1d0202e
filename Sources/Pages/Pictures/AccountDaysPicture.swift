import CivilTime
import PlanModel

/// An account's days, one under the other, with a mark at the local time of everything that goes out.
struct AccountDaysPicture {
  /// More days than this are left to the table.
  static let mostDays = 62

  private let plan: AccountPlan
  private let id: String
  private let days: Int
  private let row: Int
  private static let (left, top, hour) = (86, 18, 15)

  /// - Returns: nil where nothing goes out at a time.
  init?(_ plan: AccountPlan, id: String) {
    guard plan.decisions.contains(where: { $0.outcome == .scheduled }) else { return nil }
    self.plan = plan
    self.id = id
    let last = plan.timeline.local(at: plan.windowEnd.advanced(bySeconds: -1)).date
    days = min(AccountDaysPicture.mostDays, max(1, last.days(since: plan.today) + 1))
    row = days > 20 ? 10 : 16
  }

  var markup: Markup {
    let (left, top, hour) = (AccountDaysPicture.left, AccountDaysPicture.top, AccountDaysPicture.hour)
    var marks = ""
    var moved = ""
    var cut = ""
    var shown = 0
    for decision in plan.decisions {
      guard let at = decision.at else { continue }
      let isCut = decision.outcome.reason.map(plan.isProblem) ?? false
      guard decision.outcome == .scheduled || isCut else { continue }
      let local = plan.timeline.local(at: at)
      let day = local.date.days(since: plan.today)
      guard (0..<days).contains(day) else { continue }
      let x = left + Int(local.time.secondOfDay) * hour / 3600
      let y = top + day * row + row / 2
      if isCut {
        cut += "M\(x - 3) \(y - 3)l6 6m0 -6l-6 6"
        continue
      }
      shown += 1
      if decision.deferredFrom != nil || decision.shift != nil {
        moved += "M\(x) \(y - 4)l4 4l-4 4l-4 -4z"
      } else {
        marks += "M\(x) \(y)h0"
      }
    }
    var words = "\(shown.counted("mark")) of what goes out"
    if !moved.isEmpty { words += "; a diamond was moved by quiet hours or the clock" }
    if !cut.isEmpty { words += "; a cross does not go out, for a reason worth a look" }
    var svg = SVG(
      "\(id)-days", width: left + 24 * hour + 110, height: top + days * row + 6,
      title: "Local times by day", description: words + ". Each one is in the table of decisions.")
    for step in 0...4 {
      let x = left + step * 6 * hour
      svg.line(x, top, x, top + days * row, step == 0 || step == 4 ? "axis" : "grid")
      svg.text(x, 12, ["00", "06", "12", "18", "24"][step], "label", .middle)
    }
    drawDays(&svg)
    if !marks.isEmpty { svg.path(marks, "dots") }
    if !moved.isEmpty { svg.path(moved, "diamond") }
    if !cut.isEmpty { svg.path(cut, "cross") }
    return svg.markup
  }

  private func drawDays(_ svg: inout SVG) {
    let left = AccountDaysPicture.left
    let right = left + 24 * AccountDaysPicture.hour
    for day in 0..<days {
      let date = plan.today.adding(days: day)
      let y = AccountDaysPicture.top + day * row
      if date.weekday == .monday, day > 0 { svg.line(left, y, right, y, "grid") }
      if row > 10 || date.weekday == .monday || day == 0 {
        svg.text(left - 8, y + row - 4, "\(date.weekday.forReaders) \(date.short)", "label", .end)
      }
      if let change = plan.clockChange(on: date) { svg.text(right + 8, y + row - 4, change, "caption") }
    }
  }
}

extension AccountPlan {
  /// What the account's clock does on a local day other than go on: `clock +1:00`, or the city that it moves to.
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
  /// The last part of its name, as people write it: `New York`.
  var city: String {
    String(decoding: name.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
      .split(separator: "_").joined(separator: " ")
  }
}
