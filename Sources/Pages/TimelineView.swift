import Bytes
import CivilTime
import PlanModel
import RunModel

/// An account's decisions as tables with a body for each local day; equal neighbours are one line, which opens.
struct TimelineView {
  /// So many that do not go out for one reason, with nothing between them that goes out, are one line.
  private static let leastRun = 4

  private let plan: AccountPlan
  private let header: RunHeader
  private let templates: ReportTemplates
  private let limits: AccountLimits
  /// By request.
  private let requests: [RequestView]
  private let language: String?
  private var anchors: [String: Int] = [:]

  /// What is the same for all occurrences of a request.
  private struct RequestView {
    var stem: String
    var kind: String
    var identifier: String
    var title: String
    var body: String

    init(_ request: NotificationRequest, _ limit: Int) {
      stem = TimelineView.anchor(Occurrence(stem: request.uidStem, date: nil))
      kind = request.kind.name
      identifier = request.identifier.text.shown(limit)
      title = request.title.shown(limit)
      body = request.body.shown(limit)
    }
  }

  init(_ plan: AccountPlan, _ header: RunHeader, _ templates: ReportTemplates, _ limits: AccountLimits) {
    self.plan = plan
    self.header = header
    self.templates = templates
    self.limits = limits
    requests = plan.requests.map { RequestView($0, limits.text) }
    language = plan.language.languageTag
  }

  /// The tables, and how many decisions there is no room for. What goes out gets room first, up to half of it, then what is worth a
  /// look.
  mutating func render() -> (Markup, leftOut: Int) {
    let all = plan.decisions.indices
    var rows = ByteWriter()
    var places = [Range<Int>?](repeating: nil, count: all.count)
    var room = limits.rows
    // Anchors are numbered in the order of the plan, whatever has room.
    let anchors = all.map { anchor(plan.decisions[$0]) }
    let passes: [(share: Int, takes: (Decision) -> Bool)] = [
      (2, \.outcome.goesOut), (1, { [plan] in plan.isProblem($0) }), (1, { _ in true }),
    ]
    for pass in passes {
      for index in all where places[index] == nil && pass.takes(plan.decisions[index]) {
        guard limits.rows - room < limits.rows / pass.share, rows.count < limits.bytes / pass.share else { break }
        let start = rows.count
        templates.decision.fill(view(index, anchors[index]), into: &rows)
        if rows.count > limits.bytes { break }
        room -= 1
        places[index] = start..<rows.count
      }
    }
    return (days(rows, places), places.count { $0 == nil })
  }

  /// The `id` of an occurrence's row: of the first, where several are equal.
  static func anchor(_ occurrence: Occurrence) -> String {
    "d-" + occurrence.stem.hexadecimal
      + (occurrence.date.map { "-" + $0.description.filter { $0 != "-" } } ?? "")
  }

  private mutating func anchor(_ decision: Decision) -> String {
    let request = Int(decision.request)
    var stem = requests[request].stem
    if !plan.requests[request].isOneOff, let date = decision.local?.date {
      stem += "-" + date.description.filter { $0 != "-" }
    }
    let number = anchors[stem, default: 0] + 1
    anchors[stem] = number
    return number == 1 ? stem : "\(stem).\(number)"
  }

  /// The local day that a decision is listed under: that of its instant, else of the wall time asked for.
  private func day(_ decision: Decision) -> LocalDate? {
    decision.at.map { plan.timeline.local(at: $0).date } ?? decision.local?.date
  }

  /// - Parameter places: Of each decision, where its row stands; nil: it has none.
  private func days(_ rows: borrowing ByteWriter, _ places: [Range<Int>?]) -> Markup {
    var days: [LocalDate?: [Int]] = [:]
    for index in places.indices where places[index] != nil {
      days[day(plan.decisions[index]), default: []].append(index)
    }
    let order = days.sorted { ($0.key?.daysSinceEpoch ?? .min) < ($1.key?.daysSinceEpoch ?? .min) }.flatMap(\.value)
    var out = ByteWriter()
    var open: [Int] = []
    func close(_ out: inout ByteWriter) {
      if open.isEmpty { return }
      templates.timeline.fill(view(bodies(of: open[...], rows, places)), into: &out)
      open = []
    }
    var start = 0
    while start < order.count {
      let end = order[start...].firstIndex { plan.decisions[$0].outcome.goesOut } ?? order.count
      let (folded, rest) = fold(order[start..<end])
      open += rest
      if !folded.isEmpty { close(&out) }
      for run in folded {
        let table = templates.timeline.fill(view(bodies(of: run[...], rows, places)))
        templates.same.fill(view(run, table), into: &out)
      }
      start = end
      while start < order.count, plan.decisions[order[start]].outcome.goesOut {
        open.append(order[start])
        start += 1
      }
    }
    close(&out)
    return Markup(out)
  }

  /// Of decisions none of which goes out, those that many of one reason or planned ahead are, and the others.
  private func fold(_ indices: ArraySlice<Int>) -> (folded: [[Int]], rest: [Int]) {
    var (runs, places): ([[Int]], [Int: Int]) = ([], [:])
    for index in indices {
      let decision = plan.decisions[index]
      // What is accepted is not among what is not.
      let key = decision.outcome.code * 2 + (plan.isProblem(decision) ? 1 : 0)
      if let place = places[key] {
        runs[place].append(index)
      } else {
        places[key] = runs.count
        runs.append([index])
      }
    }
    let isMany = { (run: [Int]) in run.count >= TimelineView.leastRun }
    let rest = runs.filter { !isMany($0) }.joined()
    // In the order of the plan, as they would be without the others.
    return (runs.filter(isMany), rest.isEmpty ? [] : indices.filter(Set(rest).contains))
  }

  /// Table bodies, one a day.
  private func bodies(
    of indices: ArraySlice<Int>, _ rows: borrowing ByteWriter, _ places: [Range<Int>?]
  ) -> Markup {
    var out = ByteWriter()
    var start = indices.startIndex
    while start < indices.endIndex {
      let date = day(plan.decisions[indices[start]])
      let end = indices[start...].firstIndex { day(plan.decisions[$0]) != date } ?? indices.endIndex
      var body = ByteWriter()
      for place in indices[start..<end].compactMap({ places[$0] }) {
        rows.withSpan { body.append($0.extracting(place)) }
      }
      templates.day.fill(view(date, Array(indices[start..<end]), Markup(body)), into: &out)
      start = end
    }
    return Markup(out)
  }

  /// For a reader, the outcome of what lies past the window and is held already.
  static let aheadWords = "planned ahead"

  /// What `timeline.mustache` shows.
  func view(_ days: Markup) -> PageView {
    var view = PageView()
    view.add("days", days)
    return view
  }

  /// What `same.mustache` shows of decisions with one reason.
  func view(_ run: [Int], _ rows: Markup) -> PageView {
    let reason = plan.decisions[run[0]].outcome.reason
    let dates = run.compactMap { day(plan.decisions[$0]) }
    var facts = run[0] < plan.facts.count ? plan.facts[run[0]] : []
    for index in run.dropFirst() where index < plan.facts.count {
      facts.removeAll { !plan.facts[index].contains($0) }
    }
    var view = PageView()
    view.add("count", run.count)
    view.add("words", reason?.entry.summary ?? TimelineView.aheadWords)
    view.add("isProblem", plan.isProblem(plan.decisions[run[0]]))
    view.add("first", dates.min()?.short ?? "without a day")
    view.add("last", dates.min() == dates.max() ? nil : dates.max()?.short)
    view.add("facts", facts.map(self.view))
    view.add("rows", rows)
    return view
  }

  func view(_ date: LocalDate?, _ indices: [Int], _ rows: Markup) -> PageView {
    let decisions = indices.map { plan.decisions[$0] }
    var view = PageView()
    view.add("date", date?.description ?? "none")
    view.add("words", date?.forReaders ?? "Without a day")
    view.add("isToday", date == plan.today)
    view.add("tally", decisions.reduce(into: RunSummary.Tally()) { $0.count($1.outcome) }.words)
    view.add("clock", date.flatMap { plan.clockChange(on: $0) })
    view.add("rows", rows)
    return view
  }

  func view(_ index: Int, _ anchor: String) -> PageView {
    let decision = plan.decisions[index]
    let request = requests[Int(decision.request)]
    var view = PageView()
    view.add("anchor", anchor)
    addTimes(decision, &view)
    view.add("kind", request.kind)
    view.add("notification", request.identifier)
    view.add("lang", language)
    view.add("title", request.title)
    view.add("body", request.body.isEmpty ? nil : request.body)
    view.add("outcome", decision.outcome.name)
    view.add("isScheduled", decision.outcome == .scheduled)
    view.add("isArmed", decision.outcome == .armed)
    view.add("ahead", decision.outcome == .ahead ? TimelineView.aheadWords : nil)
    view.add("badge", decision.badge > 0 ? Int(decision.badge) : nil)
    view.add("slot", decision.slot > 0 ? Int(decision.slot) : nil)
    let reason = decision.outcome.reason
    view.add("reason", reason?.code)
    view.add("reasonWords", reason?.entry.summary)
    view.add("isProblem", plan.isProblem(decision))
    let notes = TimelineView.notes(decision, of: plan)
    view.add("notes", notes.isEmpty ? nil : notes.joined(separator: "; "))
    let facts = index < plan.facts.count ? plan.facts[index] : []
    // Filled by themselves: their number and places would make a shape of its own of almost every row.
    var list = ByteWriter()
    for fact in facts { templates.fact.fill(self.view(fact), into: &list) }
    view.add("facts", facts.isEmpty ? nil : Markup(list))
    return view
  }

  func view(_ fact: Explanation.Fact) -> PageView {
    var view = PageView()
    view.add("name", fact.name)
    view.add("value", fact.value.shown(limits.text))
    view.add("place", fact.source.flatMap { header.shownPlace($0) })
    return view
  }

  private func addTimes(_ decision: Decision, _ view: inout PageView) {
    var (time, offset, utc, zone): (String?, String?, String?, String?)
    if let at = decision.at {
      let before = plan.timeline.offset(at: at)
      let (local, universal) = (at.local(at: before), at.utc)
      time = local.time.forReaders
      offset = before.description
      utc = local.date == universal.date ? universal.time.forReaders : universal.forReaders
      if plan.timeline.stays.count > 1 { zone = plan.timeline.stays[plan.timeline.stayIndex(at: at)].zone.name }
    } else if let local = decision.local {
      time = local.time.forReaders
    }
    view.add("time", time)
    view.add("offset", offset)
    view.add("utc", utc)
    view.add("zone", zone)
  }

  /// What happened to a decision on its way.
  static func notes(_ decision: Decision, of plan: AccountPlan) -> [String] {
    var notes: [String] = []
    if decision.isLate { notes.append("told late") }
    if let from = decision.deferredFrom {
      notes.append("moved by \(decision.mover) from \(plan.timeline.local(at: from).forReaders)")
    }
    if let why = decision.shift?.why, let local = decision.local {
      notes.append("asked for \(local.forReaders), which \(why)")
    }
    if decision.shift != nil, let due = ShiftedDue(decision, plan) { notes.append(English().words(due)) }
    if let accepted = plan.acceptance(of: decision) { notes.append("accepted until \(accepted.until.forReaders)") }
    return notes
  }
}

extension RunHeader {
  /// `file:line` of a record, as far as a page shows it; nil where the header does not list its input.
  func shownPlace(_ location: RecordLocation) -> String? {
    inputs.indices.contains(Int(location.input)) ? place(location).shown(300) : nil
  }
}
