import PlanModel
import RunModel

/// What becomes of the notifications, as one bar: what is kept, moved, added and lost since the earlier plan, or what
/// goes out, waits and is not sent if there is none.
struct FlowBar {
  private struct Part {
    var words: String
    var count: Int
    var style: String
    var anchor: String?
    var link: ShowLink?
  }

  private static let length = 1000

  private let parts: [Part]

  init(_ summary: RunSummary) {
    let (tally, changes) = (summary.decisions, summary.changes)
    guard let changes, changes.before != nil else {
      parts = [
        Part(
          words: "go out", count: tally.scheduled, style: "kept-bar", anchor: "days", link: .outcome("scheduled")),
        Part(
          words: "wait for a place", count: tally.armed, style: "added-bar", anchor: "days", link: .outcome("armed")),
        Part(words: "planned ahead", count: tally.ahead, style: "moved-bar", anchor: "days", link: .outcome("ahead")),
        Part(words: "not sent", count: tally.dropped, style: "calm-bar", anchor: "reasons", link: .outcome("dropped")),
      ]
      return
    }
    // What accounts that keep their plan sent since is no change.
    let outgoing = tally.total - tally.dropped
    parts = [
      Part(words: "kept", count: outgoing - changes.total[.added] - changes.total[.moved], style: "kept-bar"),
      Part(words: "moved", count: changes.total[.moved], style: "moved-bar", anchor: "since"),
      Part(words: "added", count: changes.total[.added], style: "added-bar", anchor: "since"),
      Part(words: "lost", count: changes.lost, style: "stop-bar", anchor: "since"),
    ]
  }

  func add(to view: inout PageView) {
    let shown = parts.filter { $0.count > 0 }
    let total = shown.reduce(0) { $0 + $1.count }
    var (bar, sum) = (Markup(), 0)
    for part in shown {
      let from = sum * FlowBar.length / total
      sum += part.count
      let end = sum * FlowBar.length / total
      bar.append(
        "<rect class=\"\(part.style)\" x=\"\(from)\" width=\"\(max(2, end - from))\" height=\"12\"/>")
    }
    let picture: Markup = """
      <svg class="flow" viewBox="0 0 \(FlowBar.length) 12" preserveAspectRatio="none" aria-hidden="true">\(bar)</svg>
      """
    view.add("flowBar", total == 0 ? nil : picture)
    // Zeros are left out, but whether anything is lost is said.
    view.add("flow", parts.filter { $0.count > 0 || ["go out", "kept", "lost"].contains($0.words) }) { view, part in
      view.add("words", part.words)
      view.add("count", part.count)
      view.add("style", part.style)
      view.add("anchor", part.count > 0 ? part.anchor : nil)
      view.add("show", part.count > 0 ? part.link?.fragment : nil)
    }
  }
}
