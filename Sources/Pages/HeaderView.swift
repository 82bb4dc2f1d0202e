import CivilTime
import PlanModel
import RunModel

/// The source of a page, and the parts of every page: style, script, and the hashes that allow them.
struct HeaderView {
  /// The number of inputs that are listed.
  private static let inputs = 200

  private let header: RunHeader
  private let style: InlineSource
  private let script: InlineSource

  init(_ header: RunHeader, _ templates: ReportTemplates) {
    self.init(header, style: templates.style, script: templates.script)
  }

  init(_ header: RunHeader, style: InlineSource, script: InlineSource) {
    (self.header, self.style, self.script) = (header, style, script)
  }

  var view: PageView {
    var view = PageView()
    view.add("style", style.markup)
    view.add("styleHash", style.hash)
    view.add("script", script.markup)
    view.add("scriptHash", script.hash)
    view.add("version", header.version)
    view.add("now", header.now.description)
    view.add("today", header.now.utc.date.forReaders)
    view.add("asOf", "\(header.now.utc.date.forReaders), \(header.now.utc.time.forReaders) UTC")
    view.add("window", header.days == 0 ? nil : header.days.counted("day"))
    view.add("tzdata", header.tzdata)
    view.add("command", header.command.isEmpty ? nil : header.command.shown(2000))
    view.add("isRedacted", header.redacted != nil)
    view.add("inputFiles", header.inputs.count.counted("input file"))
    view.add("inputs", header.inputs.prefix(HeaderView.inputs)) { view, input in
      view.add("file", input.file.shown(300))
      view.add("format", input.format)
      view.add("app", input.app?.shown(60))
      view.add("exportedAt", input.exportedAt?.description)
      view.add("sha256", input.sha256)
      view.add("isBroken", input.isBroken)
    }
    view.add("inputsLeftOut", some: header.inputs.count - HeaderView.inputs)
    view.add("policies", header.policies) { view, policy in
      view.add("app", policy.app.shown(60))
      view.add("file", policy.file.shown(300))
      view.add("days", policy.days)
      view.add("sha256", policy.sha256)
    }
    view.add("holidays", header.holidays) { view, holidays in
      view.add("file", holidays.file.shown(300))
      view.add("calendar", holidays.calendar?.shown(60))
      view.add("sha256", holidays.sha256)
    }
    return view
  }
}

extension PageView {
  /// Adds the words for every reason of `counts`, the target of its link, and the kinds to filter by.
  mutating func addReasons(
    _ reasons: [(reason: Reason, count: Int)], isProblem: (Reason) -> Bool,
    kinds: (Reason) -> [(kind: Kind, count: Int)]
  ) {
    let bars = RowBars(reasons.map(\.count))
    add("hasReasons", !reasons.isEmpty)
    add("reasons", reasons) { view, entry in
      view.add("code", entry.reason.code)
      view.add(entry.count, .reason(entry.reason))
      view.add("bar", bars.markup(entry.count, isProblem: isProblem(entry.reason)))
      view.add("words", entry.reason.summary)
      view.add("explanation", entry.reason.explanation)
      view.add("check", entry.reason.check)
      view.add("isProblem", isProblem(entry.reason))
      view.add("reasonKinds", kinds(entry.reason)) { view, part in
        view.add("kind", part.kind.name)
        view.add(part.count, .reason(entry.reason, kind: part.kind))
      }
    }
  }

  /// Adds a cell for each outcome, with its link.
  ///
  /// - Parameter hasAhead: Whether any row of the table has decisions planned ahead.
  mutating func add(_ tally: RunSummary.Tally, hasAhead: Bool, _ link: (String) -> ShowLink) {
    var counts = [("scheduled", tally.scheduled), ("armed", tally.armed), ("dropped", tally.dropped)]
    if hasAhead { counts.append(("ahead", tally.ahead)) }
    add("outcomes", counts) {
      $0.add("outcome", $1.0)
      $0.add($1.1, link($1.0))
    }
  }

  mutating func addKinds(_ tallies: [Kind: RunSummary.Tally]) {
    let hasAhead = tallies.contains { $0.value.ahead > 0 }
    add("hasAhead", hasAhead)
    let bars = RowBars(tallies.values.map(\.scheduled))
    add("kinds", tallies.sorted { $0.key < $1.key }) { view, entry in
      let (kind, tally) = entry
      view.add("kind", kind.name)
      view.add("bar", bars.markup(tally.scheduled))
      view.add(tally, hasAhead: hasAhead) { ShowLink(["kind": kind.name, "outcome": $0]) }
    }
  }
}
