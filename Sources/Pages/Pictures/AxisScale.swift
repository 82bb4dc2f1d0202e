/// An axis from 0 to a round number, with a few round ticks.
struct AxisScale {
  /// The step between two ticks: 1, 2 or 5 times a power of ten.
  let step: Int
  /// The last tick; not less than the largest value.
  let top: Int
  /// The length of the axis in units of the picture.
  let length: Int

  /// - Parameter largest: The largest value to show; 0 gives an axis up to 1.
  init(largest: Int, length: Int, ticks: Int = 4) {
    let wanted = max(1, largest)
    var step = 1
    var power = 1
    search: while true {
      for factor in [1, 2, 5] {
        step = factor * power
        if step * ticks >= wanted { break search }
      }
      power *= 10
    }
    self.step = step
    top = (wanted + step - 1) / step * step
    self.length = length
  }

  var ticks: [Int] { Array(stride(from: 0, through: top, by: step)) }

  /// Draws the grid and the labels of an upright axis.
  func draw(
    _ svg: inout SVG, _ left: Int, _ right: Int, _ baseline: Int, _ label: (Int) -> String = { $0.short }
  ) {
    for tick in ticks {
      let y = baseline - length(tick)
      svg.line(left, y, right, y, tick == 0 ? "axis" : "grid")
      svg.text(left - 6, y + 4, label(tick), "label", .end)
    }
  }

  /// Returns the units from 0 to `value`, at least one unless it is 0.
  func length(_ value: Int) -> Int {
    value == 0 ? 0 : max(1, Int(Double(value) * Double(length) / Double(top) + 0.5))
  }
}
