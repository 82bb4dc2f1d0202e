import CivilTime
import PlanModel

/// An account's slots as they fill, day by day, against the limit: where the cut is, and from when on the plan is
/// incomplete.
struct AccountSlotsPicture {
  private let plan: AccountPlan
  private let id: String
  private let limit: Int
  /// Slots that are taken, or would be, by the days from today on.
  private var taken: [Int]
  private var wanted: [Int]

  private static let (width, left, top, plot) = (560, 44, 22, 120)

  /// - Returns: nil where there is no limit.
  init?(_ plan: AccountPlan, id: String) {
    guard let limit = plan.slots.limit, plan.slots.used > 0 || plan.coverageHorizon != nil else { return nil }
    self.plan = plan
    self.id = id
    self.limit = limit
    let last = plan.timeline.local(at: plan.windowEnd.advanced(bySeconds: -1)).date
    let days = max(1, last.days(since: plan.today) + 1)
    taken = [Int](repeating: 0, count: days + 1)
    wanted = taken
    taken[0] = plan.slots.reserved
    for decision in plan.decisions where decision.outcome == .dropped(.slotLimit) || decision.slot > 0 {
      let day = decision.at.map { plan.timeline.local(at: $0).date.days(since: plan.today) + 1 } ?? 0
      let index = min(max(0, day), days)
      if decision.slot > 0 { taken[index] += 1 } else { wanted[index] += 1 }
    }
    for index in 0...days {
      if index > 0 { taken[index] += taken[index - 1] }
      if index > 0 { wanted[index] += wanted[index - 1] }
    }
  }

  var markup: Markup {
    let (left, top) = (AccountSlotsPicture.left, AccountSlotsPicture.top)
    let days = taken.count - 1
    let lost = wanted[days]
    let right = AccountSlotsPicture.width - 40
    let baseline = top + AccountSlotsPicture.plot
    var words =
      "\(plan.slots.used.grouped) of \(limit.grouped) slots taken"
      + (plan.slots.reserved > 0 ? ", \(plan.slots.reserved.grouped) more reserved" : "") + "."
    if let horizon = plan.coverageHorizon {
      words +=
        " \(lost.counted("candidate")) cut; the plan is whole until "
        + "\(plan.timeline.local(at: horizon).forReaders) local time."
    }
    var svg = SVG(
      "\(id)-slots", width: AccountSlotsPicture.width, height: baseline + 24,
      title: "Slots taken by day, against the limit", description: words)
    let scale = AxisScale(largest: max(limit, taken[days] + lost), length: AccountSlotsPicture.plot, ticks: 3)
    for tick in scale.ticks {
      let y = baseline - scale.length(tick)
      svg.line(left, y, right, y, tick == 0 ? "axis" : "grid")
      svg.text(left - 6, y + 4, tick.short, "label", .end)
    }
    func x(_ day: Int) -> Int { left + day * (right - left) / days }
    let step = max(1, (days * 56 + right - left - 1) / (right - left))
    for day in stride(from: 0, to: days, by: step) {
      svg.line(x(day), baseline, x(day), baseline + 4, "axis")
      svg.text(x(day), baseline + 17, plan.today.adding(days: day).short, "label")
    }
    if lost > 0 { svg.path(line(x, scale, baseline, zip(taken, wanted).map(+)), "wanted") }
    svg.path(area(x, scale, baseline), "area")
    svg.path(line(x, scale, baseline, taken), "taken")
    let y = baseline - scale.length(limit)
    svg.line(left, y, right, y, "limit")
    svg.text(right + 4, y + 4, "limit", "limit-label")
    if let horizon = plan.coverageHorizon {
      let day = plan.timeline.local(at: horizon).date.days(since: plan.today)
      let at = x(min(max(0, day), days))
      svg.line(at, top - 6, at, baseline, "horizon")
      let isLeft = at > (left + right) / 2
      svg.text(
        at + (isLeft ? -5 : 5), top - 10, "whole until \(plan.timeline.local(at: horizon).date.short)", "stop-text",
        isLeft ? .end : .start)
    }
    return svg.markup
  }

  private func line(_ x: (Int) -> Int, _ scale: AxisScale, _ baseline: Int, _ values: [Int]) -> String {
    var data = "M\(x(0)) \(baseline - scale.length(values[0]))"
    for day in values.indices.dropFirst() where values[day] != values[day - 1] || day == values.count - 1 {
      data += "H\(x(day - 1))V\(baseline - scale.length(values[day]))"
    }
    return data + "H\(x(values.count - 1))"
  }

  private func area(_ x: (Int) -> Int, _ scale: AxisScale, _ baseline: Int) -> String {
    line(x, scale, baseline, taken) + "V\(baseline)H\(x(0))Z"
  }
}
