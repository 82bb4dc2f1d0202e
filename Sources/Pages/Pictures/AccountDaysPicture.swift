import CivilTime
import PlanModel

/// An account's days, one below the other, with a mark at the local time of every notification, and of every drop
/// that needs attention.
struct AccountDaysPicture {
  /// The most days that are drawn. The table covers more.
  static let maximumDays = 62

  private enum Kind: Int, CaseIterable { case goes, moved, cut }

  /// Neighbors so close that they share a mark.
  private struct Cluster {
    var kind: Kind
    var day: Int
    /// The position of the first one.
    var from: Int
    /// The position at which it is drawn.
    var x: Int
    var count: Int
  }

  private let plan: AccountPlan
  private let id: String
  private let days: Int
  private let row: Int
  private static let (left, top, hour, mark) = (72, 18, 8, 7)

  /// - Returns: nil if there is nothing to mark.
  init?(_ plan: AccountPlan, id: String) {
    guard plan.decisions.contains(where: { $0.outcome == .scheduled }) else { return nil }
    (self.plan, self.id) = (plan, id)
    let last = plan.timeline.local(at: plan.windowEnd.advanced(bySeconds: -1)).date
    days = min(AccountDaysPicture.maximumDays, max(1, last.days(since: plan.today) + 1))
    row = days > 20 ? 12 : 16
  }

  /// Overlapping marks of one kind on a day are merged, with their number. Marks of other kinds are moved aside.
  private var clusters: [Cluster] {
    var marks: [Cluster] = []
    for decision in plan.decisions {
      let isCut = plan.isProblem(decision)
      guard decision.outcome == .scheduled || isCut,
        // Times skipped by travel or a clock change have no instant, only the wall time asked for.
        let local = decision.at.map({ plan.timeline.local(at: $0) }) ?? decision.local
      else { continue }
      let day = local.date.days(since: plan.today)
      guard (0..<days).contains(day) else { continue }
      let x = AccountDaysPicture.left + Int(local.time.secondOfDay) * AccountDaysPicture.hour / 3600
      let kind: Kind = isCut ? .cut : decision.deferredFrom != nil || decision.shift != nil ? .moved : .goes
      marks.append(Cluster(kind: kind, day: day, from: x, x: x, count: 1))
    }
    marks.sort { ($0.day, $0.kind.rawValue, $0.x) < ($1.day, $1.kind.rawValue, $1.x) }
    var clusters: [Cluster] = []
    var taken: [Int] = []
    for mark in marks {
      if let last = clusters.last, last.day == mark.day, last.kind == mark.kind,
        mark.from < last.from + AccountDaysPicture.mark
      {
        clusters[clusters.count - 1].count += 1
        continue
      }
      if clusters.last?.day != mark.day { taken = [] }
      var mark = mark
      // Close enough to be read as its own time.
      let free = (mark.from...mark.from + 2 * AccountDaysPicture.mark).first { x in
        taken.allSatisfy { abs($0 - x) >= AccountDaysPicture.mark }
      }
      mark.x = free ?? mark.from
      taken.append(mark.x)
      clusters.append(mark)
    }
    return clusters
  }

  var markup: Markup {
    let (left, top, hour) = (AccountDaysPicture.left, AccountDaysPicture.top, AccountDaysPicture.hour)
    let clusters = clusters
    var paths = [Markup(), Markup(), Markup()]
    var counts = [0, 0, 0]
    for cluster in clusters {
      let (x, y) = (cluster.x, top + cluster.day * row + row / 2)
      counts[cluster.kind.rawValue] += cluster.count
      AccountDaysPicture.draw(cluster.kind, x, y, cluster.count, to: &paths[cluster.kind.rawValue])
    }
    let bottom = top + days * row
    let legend = AccountDaysPicture.legend(counts, clusters.contains { $0.count > 1 })
    var svg = SVG(
      "\(id)-days", width: SVG.narrowWidth, height: bottom + 8 + (legend.count + 1) / 2 * 16,
      title: "Local times by day",
      description: legend.compactMap(\.kind).map { AccountDaysPicture.words($0, counts[$0.rawValue]) }
        .joined(separator: "; ") + ". Each one is in the timeline.", form: .small)
    for step in 0...4 {
      let x = left + step * 6 * hour
      svg.line(x, top, x, bottom, step == 0 || step == 4 ? "axis" : "grid")
      svg.text(x, 12, ["00", "06", "12", "18", "24"][step], "label", .middle)
    }
    drawDays(&svg)
    for kind in Kind.allCases where !paths[kind.rawValue].isEmpty {
      svg.path(paths[kind.rawValue], AccountDaysPicture.styles[kind.rawValue])
    }
    for cluster in clusters where cluster.count > 1 {
      let y = top + cluster.day * row + row / 2
      svg.text(cluster.x, y + 3, cluster.count.short, "count", .middle)
    }
    for (index, entry) in legend.enumerated() {
      let (x, y) = (8 + index % 2 * 170, bottom + 16 + index / 2 * 16)
      if let kind = entry.kind {
        var path = Markup()
        AccountDaysPicture.draw(kind, x, y - 4, 1, to: &path)
        svg.path(path, AccountDaysPicture.styles[kind.rawValue])
      } else {
        svg.text(x, y, "2", "label", .middle)
      }
      svg.text(x + 9, y, entry.words, "label")
    }
    return svg.markup
  }

  private static let styles = ["dots", "diamond", "cross"]

  /// Draws filled outlines, so that one path holds all marks of a kind. They are larger around a number.
  private static func draw(_ kind: Kind, _ x: Int, _ y: Int, _ count: Int, to path: inout Markup) {
    let r = count > 99 ? 9 : count > 1 ? 6 : kind == .goes ? 3 : 4
    switch kind {
    case .goes:
      path.append("M", x - r, " ", y, "a")
      path.append("", r, " ", r, " 0 1 1 ")
      path.append("", 2 * r, " 0a", r, " ")
      path.append("", r, " 0 1 1 ", -2 * r, " 0z")
    case .moved:
      path.append("M", x, " ", y - r, "l")
      path.append("", r, " ", r, "l")
      path.append("", -r, " ", r, "l")
      path.append("", -r, " ", -r, "z")
    // Around a number only the arms are drawn.
    case .cut where count > 1: path.append("M", x - 6, " ", y - 6, "l3 3m6 6l3 3m0 -12l-3 3m-6 6l-3 3")
    case .cut: path.append("M", x - 3, " ", y - 3, "l6 6m0 -6l-6 6")
    }
  }

  private static func words(_ kind: Kind, _ count: Int) -> String {
    switch kind {
    case .goes: "\(count.grouped) \(count == 1 ? "goes" : "go") out"
    case .moved: "\(count.grouped) \(count == 1 ? "goes" : "go") out at another time"
    case .cut: "\(count.grouped) lost"
    }
  }

  private static func legend(_ counts: [Int], _ hasNumbers: Bool) -> [(kind: Kind?, words: String)] {
    var legend = Kind.allCases.filter { counts[$0.rawValue] > 0 }.map { ($0 as Kind?, words($0, counts[$0.rawValue])) }
    if hasNumbers { legend.append((nil, "number at about one time")) }
    return legend
  }

  private func drawDays(_ svg: inout SVG) {
    let left = AccountDaysPicture.left
    let right = left + 24 * AccountDaysPicture.hour
    for day in 0..<days {
      let date = plan.today.adding(days: day)
      let y = AccountDaysPicture.top + day * row
      if date.weekday == .monday, day > 0 { svg.line(left, y, right, y, "grid") }
      if row > 12 || date.weekday == .monday || day == 0 {
        svg.text(left - 6, y + row - 4, "\(date.weekday.forReaders) \(date.short)", "label", .end)
      }
      if let change = plan.clockChange(on: date) {
        svg.text(right + 6, y + row - 4, change.count > 12 ? "\(change.prefix(11))…" : change, "caption")
      }
    }
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
