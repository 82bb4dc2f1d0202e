import Bytes
import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// The page of an archive's runs: small pictures of their counts, and a table.
package enum HistoryPage {
  /// Runs more than this many days before the latest are left out.
  private static let maximumDays = 366
  /// The days of the calendar.
  private static let calendarDays = 56

  package static func html(_ history: RunHistory, _ text: TemplateText) throws(RunFault) -> WrittenBytes {
    try ReportTemplates.plainPage("history", HistoryPage.view(history), text)
  }

  static func view(_ history: RunHistory) -> PageView {
    var shown = history
    if let last = history.runs.last {
      shown.runs.removeAll { $0.now < last.now.advanced(bySeconds: -Int64(maximumDays) * 86_400) }
    }
    let last = shown.runs.last
    var view = PageView()
    view.add("archive", history.path.shown(300))
    view.add("latest", history.latest)
    view.add("runCount", shown.runs.count.counted("run"))
    view.add("from", shown.runs.first?.now.utc.date.forReaders)
    view.add("to", last?.now.utc.date.forReaders)
    view.add("isFine", last?.counts?.verdict.word == .fine)
    view.add(
      "historyVerdict",
      last?.counts.map { "Last run: \($0.verdict.words)" } ?? "The last run has no summary.json that can be read")
    view.add("panels", panels(shown)) { view, panel in
      view.add("panelTitle", panel.title)
      view.add("picture", panel.markup)
    }
    addCalendar(shown, &view)
    view.add("runs", shown.runs.reversed()) { view, run in
      view.add("isLatest", run.name == history.latest)
      view.add("page", page(run, history))
      fill(&view, run)
    }
    view.add("runsLeftOut", some: history.runs.count - shown.runs.count)
    return view
  }

  /// Returns the path of a run's page, from where the archive's path leads to it.
  private static func page(_ run: RunHistory.Run, _ history: RunHistory) -> String? {
    let path = history.path.percentEncoded { $0.isLetterOrDigit || "-._~/".utf8.contains($0) }
    return history.pages.contains(run.name) ? "\(path)/\(run.name)/index.html" : nil
  }

  /// Adds the worst verdict of each of the last days, weeks as rows.
  private static func addCalendar(_ history: RunHistory, _ view: inout PageView) {
    let days = Dictionary(grouping: history.runs.filter { $0.counts != nil }) { $0.now.utc.date }
    let last = days.keys.max() ?? Instant.distantPast.utc.date
    let first = days.keys.filter { $0 > last.adding(days: -calendarDays) }.min() ?? last
    let start = first.adding(days: -Int(first.weekday.rawValue))
    func rank(_ run: RunHistory.Run) -> Int { Verdict.Word.allCases.firstIndex(of: run.counts!.verdict.word)! }
    view.add("hasDays", !days.isEmpty)
    view.add("weekdays", Weekday.allCases) { $0.add("weekday", $1.forReaders) }
    view.add("weeks", stride(from: 0, through: last.days(since: start), by: 7)) { view, week in
      view.add("days", 0..<7) { view, day in
        let date = start.adding(days: week + day)
        let run = days[date]?.min { rank($0) < rank($1) }
        view.add("words", week + day == 0 || date.day == 1 ? date.short(in: last.year) : "\(date.day)")
        view.add("isOutside", run == nil)
        view.add("verdict", run?.counts?.verdict.word.words)
        view.add("verdictIcon", run.map { ["✕", "✕", "!", "✓"][rank($0)] })
        view.add("isFine", run?.counts?.verdict.word == .fine)
        view.add("page", run.flatMap { page($0, history) })
      }
    }
  }

  /// Runs that were held were never in force.
  private static func panels(_ history: RunHistory) -> [HistoryPicture] {
    let runs = history.runs.filter { $0.counts?.verdict.word != .hold }
    func panel(_ name: String, _ title: String, _ count: (RunCounts) -> Int) -> HistoryPicture {
      HistoryPicture(name: name, title: title, points: runs.map { ($0.now, $0.counts.map(count)) })
    }
    var panels = [
      panel("scheduled", "Goes out") { $0.outcomes.scheduled }, panel("dropped", "Not sent") { $0.outcomes.dropped },
      panel("lost", "Lost") { $0.changes?.lost ?? 0 }, panel("rejected", "Records rejected") { $0.rejected },
    ]
    for reason in history.reasons {
      panels.append(panel("reason-\(reason.code)", "Not sent: \(reason.summary)") { $0.reasons[reason] ?? 0 })
    }
    return panels
  }

  private static func fill(_ view: inout PageView, _ run: RunHistory.Run) {
    let counts = run.counts
    view.add("run", run.name)
    view.add("isRead", counts != nil)
    view.add("accounts", counts?.accounts)
    view.add("scheduled", counts?.outcomes.scheduled)
    view.add("armed", counts?.outcomes.armed)
    view.add("dropped", counts?.outcomes.dropped)
    view.add("rejected", counts?.rejected)
    view.add("lost", counts?.changes?.lost ?? 0)
    view.add("stale", counts?.stale)
    view.add("changed", counts.map { $0.changes?.total.words ?? "no run before" })
    view.add("runVerdict", counts?.verdict.words)
    view.add("runIsFine", counts?.verdict.word == .fine)
  }
}

/// One figure of the runs over time: a small picture in a series with one size and one time axis.
struct HistoryPicture {
  private static let (width, height, left, right, top, bottom) = (SVG.narrowWidth, 120, 36, 10, 14, 26)
  /// The most runs that are drawn with dots.
  private static let maximumDots = 62

  /// An identifier of letters, digits and `-`.
  let name: String
  let title: String
  /// Counts by run; nil if unknown.
  let points: [(now: Instant, count: Int?)]

  private var known: [(now: Instant, count: Int)] { points.compactMap { point in point.count.map { (point.now, $0) } } }

  private var description: String {
    let known = known
    guard let first = known.first, let last = known.last, let maximum = known.max(by: { $0.count < $1.count }),
      let least = known.min(by: { $0.count < $1.count })
    else { return "No run tells." }
    return
      "\(known.count.counted("run")) from \(first.now.utc.date) to \(last.now.utc.date): \(first.count.grouped) first, "
      + "\(last.count.grouped) last; the most \(maximum.count.grouped) on \(maximum.now.utc.date), the least "
      + "\(least.count.grouped) on \(least.now.utc.date)."
  }

  var markup: Markup {
    let (left, bottom) = (HistoryPicture.left, HistoryPicture.height - HistoryPicture.bottom)
    let right = HistoryPicture.width - HistoryPicture.right
    var svg = SVG(
      "picture-\(name)", width: HistoryPicture.width, height: HistoryPicture.height, title: title,
      description: description, form: .small)
    let scale = AxisScale(largest: known.map(\.count).max() ?? 0, length: bottom - HistoryPicture.top, ticks: 3)
    scale.draw(&svg, left, right, bottom)
    guard let first = points.first?.now, let last = points.last?.now else { return svg.markup }
    let span = max(1, last.epochSeconds - first.epochSeconds)
    func x(_ now: Instant) -> Int {
      first == last
        ? left + 8 : left + 4 + Int((now.epochSeconds - first.epochSeconds) * Int64(right - left - 8) / span)
    }
    let (begin, end) = (first.utc.date, last.utc.date)
    func label(_ date: LocalDate) -> String { date.short(in: begin.year == end.year ? end.year : 0) }
    svg.text(left, bottom + 17, label(begin), "label")
    if begin != end { svg.text(right, bottom + 17, label(end), "label", .end) }
    var data = Markup()
    var isDown = false
    for point in points {
      guard let count = point.count else {
        isDown = false
        continue
      }
      data.append(isDown ? "L" : "M", x(point.now), " ", bottom - scale.length(count), "")
      isDown = true
    }
    svg.path(data, "taken")
    for point in known where points.count <= HistoryPicture.maximumDots {
      svg.rect(
        x(point.now) - 2, bottom - scale.length(point.count) - 2, 4, 4, "bar",
        tip: "\(point.now.utc.date.forReaders): \(point.count.grouped)")
    }
    return svg.markup
  }
}
