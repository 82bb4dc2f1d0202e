import CivilTime
import PlanModel
import RunModel

/// The use of the accounts' slots, the limit, and the days on which plans beyond it become incomplete.
struct SlotsPicture {
  private let fill: SlotFill
  private let horizons: [(date: LocalDate, count: Int)]
  private static let (width, left, plot) = (SVG.narrowWidth, 36, 110)

  /// - Returns: nil if no account has a limit.
  init?(_ summary: RunSummary) {
    fill = summary.slotFill
    horizons = summary.horizonDays.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    guard fill.over + fill.tenths.reduce(0, +) > 0 else { return nil }
  }

  /// Returns the label of the accounts that use `tenth` tenths.
  static func label(_ tenth: Int) -> String {
    tenth == 10 ? "100 %" : "\(tenth * 10)–\(tenth * 10 + 9) %"
  }

  private var description: String {
    let within = fill.tenths.reduce(0, +)
    var words =
      "\(within.counted("account")) within the limit, \(fill.tenths[10].grouped) of them with no slot left; "
      + "\(fill.over.counted("account")) above it, whose candidates are cut."
    if fill.unlimited > 0 { words += " \(fill.unlimited.counted("account")) without a limit." }
    if let first = horizons.first {
      words += " Plans begin to be incomplete on \(first.date.forReaders) (\(first.count.counted("account")) that day)."
    }
    return words
  }

  var markup: Markup {
    let top = 30
    let baseline = top + SlotsPicture.plot
    let hasHorizons = !horizons.isEmpty
    var svg = SVG(
      "picture-slots", width: SlotsPicture.width, height: baseline + (hasHorizons ? 178 : 40),
      title: "Accounts by slots used", description: description, form: .small)
    let scale = AxisScale(largest: max(fill.over, fill.tenths.max() ?? 0), length: SlotsPicture.plot, ticks: 3)
    scale.draw(&svg, SlotsPicture.left, SlotsPicture.width - 6, baseline)
    let slot = 23
    for (index, count) in (fill.tenths + [fill.over]).enumerated() {
      let isOver = index == 11
      let x = SlotsPicture.left + 4 + index * slot + (isOver ? 14 : 0)
      let height = scale.length(count)
      let tip = isOver ? "above the limit: \(count.grouped)" : "\(SlotsPicture.label(index)): \(count.grouped)"
      svg.rect(
        x, baseline - height, slot - 4, height, isOver ? "bar stop-bar" : "bar", tip: tip,
        link: isOver && count > 0 ? .reason(.slotLimit) : nil)
      if count > 0 { svg.text(x + slot / 2 - 2, baseline - height - 5, count.short, "figure", .middle) }
      let label = isOver ? "cut" : index == 10 ? "full" : "\(index * 10)"
      svg.text(x + slot / 2 - 2, baseline + 16, label, "label", .middle)
    }
    let limit = SlotsPicture.left + 4 + 11 * slot + 5
    svg.line(limit, top - 14, limit, baseline, "limit")
    svg.text(limit - 5, top - 6, "limit", "limit-label", .end)
    svg.text(SlotsPicture.left + 4, baseline + 32, "percent of the slots used", "label")
    if hasHorizons { drawHorizons(&svg, baseline + 76) }
    return svg.markup
  }

  /// Draws the days on which plans begin to be incomplete.
  private func drawHorizons(_ svg: inout SVG, _ top: Int) {
    let height = 66
    let baseline = top + height
    svg.text(SlotsPicture.left, top - 18, "Accounts whose plan begins to be incomplete, by day", "caption")
    let first = horizons[0].date
    let days = horizons[horizons.count - 1].date.days(since: first) + 1
    let room = SlotsPicture.width - SlotsPicture.left - 6
    // Each bar covers `step` days.
    let step = (days + room / 4 - 1) / (room / 4)
    var counts = [Int](repeating: 0, count: (days + step - 1) / step)
    for (date, count) in horizons { counts[date.days(since: first) / step] += count }
    let slot = min(40, room / counts.count)
    let scale = AxisScale(largest: counts.max() ?? 0, length: height, ticks: 2)
    scale.draw(&svg, SlotsPicture.left, SlotsPicture.width - 6, baseline)
    for (index, count) in counts.enumerated() {
      let x = SlotsPicture.left + 6 + index * slot
      let date = first.adding(days: index * step)
      let tall = scale.length(count)
      if count > 0 {
        svg.rect(
          x, baseline - tall, max(2, slot - 6), tall, "bar stop-bar", tip: "\(date.forReaders): \(count.grouped)")
      }
      let every = max(1, (48 + slot - 1) / slot)
      if index % every == 0 { svg.text(x, baseline + 16, date.short, "label") }
    }
  }
}
