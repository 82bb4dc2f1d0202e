import CivilTime
import PlanModel

/// The slots that a device holds after the actions, by day against the limit, and the notifications without a slot.
struct AccountSlotsPicture {
  private let plan: AccountPlan
  private let id: String
  private let limit: Int
  /// Slots taken every day: by places, repeating requests, notifications kept beyond the window, and the policy's
  /// reserve.
  private var permanent: Int
  /// Slots held at the start of each day from today, by one-time requests for that day or later.
  private var single: [Int]
  /// The notifications for that day or later without a slot.
  private var cut: [Int]

  private static let (left, top, plot) = (30, 22, 100)

  /// - Returns: nil without a limit.
  init?(_ plan: AccountPlan, id: String) {
    guard let limit = plan.slots.limit, plan.slots.used > 0 || plan.coverageHorizon != nil else { return nil }
    (self.plan, self.id, self.limit) = (plan, id, limit)
    let last = plan.timeline.local(at: plan.windowEnd.advanced(bySeconds: -1)).date
    let days = max(1, last.days(since: plan.today) + 1)
    permanent = plan.slots.reserved + plan.keptBeyondWindow.count
    single = [Int](repeating: 0, count: days)
    cut = single
    for decision in plan.decisions where decision.outcome == .dropped(.slotLimit) || decision.slot > 0 {
      let day = decision.at.map { plan.timeline.local(at: $0).date.days(since: plan.today) } ?? 0
      let index = min(max(0, day), days - 1)
      if decision.outcome == .dropped(.slotLimit) {
        cut[index] += 1
      } else if decision.repeats || decision.outcome == .armed {
        permanent += 1
      } else {
        single[index] += 1
      }
    }
    for index in (0..<days - 1).reversed() {
      single[index] += single[index + 1]
      cut[index] += cut[index + 1]
    }
  }

  private var description: String {
    var words =
      "\(plan.slots.used.grouped) of \(limit.grouped) slots taken"
      + (plan.slots.reserved > 0 ? ", \(plan.slots.reserved.grouped) more reserved" : "") + "."
    if let horizon = plan.coverageHorizon {
      words +=
        " \(cut[0].counted("notification")) without a slot; the plan is whole until "
        + "\(plan.timeline.local(at: horizon).forReaders) local time."
    }
    return words
  }

  var markup: Markup {
    let (left, top) = (AccountSlotsPicture.left, AccountSlotsPicture.top)
    let right = SVG.narrowWidth - 34
    let baseline = top + AccountSlotsPicture.plot
    var svg = SVG(
      "\(id)-slots", width: SVG.narrowWidth, height: baseline + 42, title: "Slots held by day, against the limit",
      description: description, form: .small)
    let scale = AxisScale(
      largest: max(limit, permanent + single[0] + cut[0]), length: AccountSlotsPicture.plot, ticks: 3)
    scale.draw(&svg, left, right, baseline)
    let days = single.count
    func x(_ day: Int) -> Int { left + day * (right - left) / days }
    // Each bar covers `step` days, so that bars stay wide enough.
    let step = (days * 3 + right - left - 1) / (right - left)
    var (below, above, missing) = (Markup(), Markup(), Markup())
    for day in stride(from: 0, to: days, by: step) {
      let (start, width) = (x(day), max(2, (x(min(day + step, days)) - x(day)) * 4 / 5))
      func draw(_ from: Int, _ to: Int, _ bars: inout Markup) {
        let (low, high) = (scale.length(from), scale.length(to))
        if high <= low { return }
        bars.append("M", start, " ", baseline - low, "v")
        bars.append("", low - high, "h", width, "v")
        bars.append("", high - low, "z")
      }
      draw(0, permanent, &below)
      draw(permanent, permanent + single[day], &above)
      draw(permanent + single[day], permanent + single[day] + cut[day], &missing)
    }
    if !below.isEmpty { svg.path(below, "bar") }
    if !above.isEmpty { svg.path(above, "held") }
    if !missing.isEmpty { svg.path(missing, "wanted") }
    let every = max(1, (days * 52 + right - left - 1) / (right - left))
    for day in stride(from: 0, to: days, by: every) {
      svg.text(x(day), baseline + 15, plan.today.adding(days: day).short(in: plan.today.year), "label")
    }
    let y = baseline - scale.length(limit)
    svg.line(left, y, right, y, "limit")
    svg.text(right + 4, y + 4, "limit", "limit-label")
    drawHorizon(&svg, x, baseline)
    drawLegend(&svg, baseline + 34)
    return svg.markup
  }

  private func drawHorizon(_ svg: inout SVG, _ x: (Int) -> Int, _ baseline: Int) {
    guard let horizon = plan.coverageHorizon else { return }
    let date = plan.timeline.local(at: horizon).date
    let at = x(min(max(0, date.days(since: plan.today)), single.count))
    svg.line(at, AccountSlotsPicture.top - 6, at, baseline, "horizon")
    let isLeft = at > SVG.narrowWidth / 2
    svg.text(
      at + (isLeft ? -5 : 5), AccountSlotsPicture.top - 10, "whole until \(date.short(in: plan.today.year))",
      "stop-text",
      isLeft ? .end : .start)
  }

  private func drawLegend(_ svg: inout SVG, _ y: Int) {
    var x = AccountSlotsPicture.left
    for (style, count, words) in [
      ("bar", permanent, "stay"), ("held", single[0], "go out once"), ("wanted", cut[0], "no slot"),
    ] where count > 0 {
      svg.path("M\(x) \(y)v-9h9v9z", style)
      let words = "\(count.short) \(words)"
      svg.text(x + 13, y, words, "label")
      x += 24 + words.utf8.count * 6
    }
  }
}
