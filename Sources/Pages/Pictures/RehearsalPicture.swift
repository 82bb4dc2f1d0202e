import Rehearsing

/// The share of devices that still show what is planned, by day.
struct RehearsalPicture {
  private static let (width, height, left, right, top, bottom) = (SVG.narrowWidth, 160, 40, 10, 14, 28)

  let rehearsal: Rehearsal

  var markup: Markup {
    let (left, bottom) = (RehearsalPicture.left, RehearsalPicture.height - RehearsalPicture.bottom)
    let right = RehearsalPicture.width - RehearsalPicture.right
    let (all, nights) = (rehearsal.all, rehearsal.nights)
    func share(_ day: Int) -> Int { all.devices == 0 ? 100 : 100 * all.correct(day) / all.devices }
    let shares = rehearsal.milestones.map { "\(share($0)) % after \($0) days" }
    var svg = SVG(
      "picture-rehearsal", width: RehearsalPicture.width, height: RehearsalPicture.height,
      title: "Devices that are still right",
      description: ((shares.isEmpty ? ["\(share(nights)) % after \(nights) days"] : shares)).joined(separator: ", ")
        + ".",
      form: .small)
    let scale = AxisScale(largest: 100, length: bottom - RehearsalPicture.top)
    scale.draw(&svg, left, right, bottom) { "\($0) %" }
    func x(_ day: Int) -> Int { left + (right - left) * day / nights }
    var data = "M\(left) \(bottom - scale.length(100))"
    for day in 1...nights { data += "H\(x(day))V\(bottom - scale.length(share(day)))" }
    svg.path(data, "taken")
    for day in Set([nights] + rehearsal.milestones).sorted() {
      svg.text(x(day), bottom + 17, "\(day)", "label", .middle)
    }
    return svg.markup
  }
}
