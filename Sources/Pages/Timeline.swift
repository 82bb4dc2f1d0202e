import Bytes
import CivilTime
import OwnWords
import PlanModel
import RunModel

/// Writes an account's decisions as tables with a body for each local day, and as lines for the site's search.
///
/// A million accounts have fifty million rows: rows are written byte by byte, without the end tags that HTML makes
/// optional. Memory is reused from account to account.
struct Timeline {
  /// The least number of drops with one reason that are folded into a row.
  private static let minimumFold = 4

  private let header: RunHeader
  private let limits: AccountLimits
  /// The heads of days, by zone, and those of the current account's zone. Heads for travelers are not cached.
  private var heads: [String: [Int: String]] = [:]
  private var zoneHeads: [Int: String] = [:]
  /// By request, the range of its kind and texts in the output.
  private var texts: [Range<Int>] = []
  /// The language of the current account's texts; nil if a page cannot declare it.
  private var language: String?
  /// The initial capacity: the size of the largest table so far, from 1 KiB to 64 KiB.
  private var capacity = 1024
  private var offset = (value: UTCOffset.utc, text: UTCOffset.utc.description)
  /// The facts that the head of the current fold gives for all its rows.
  private var foldFacts: [Explanation.Fact] = []

  init(_ header: RunHeader, _ limits: AccountLimits) {
    (self.header, self.limits) = (header, limits)
  }

  /// The decisions between two that go out: single rows or one fold.
  private enum Block {
    case rows([Int])
    case fold([Int])
  }

  /// Returns the `id` of an occurrence's row. Repeated ids get a number.
  static func anchor(_ occurrence: Occurrence) -> String {
    var out = ByteWriter()
    out.append(anchor: occurrence)
    return WrittenBytes(out).text
  }

  /// The outcome, in words, of a decision beyond the window that already has a slot.
  static let aheadWords = "planned ahead"

  /// Returns the tables and the number of decisions that did not fit. Notifications come first, then what needs
  /// attention.
  mutating func render(_ plan: AccountPlan) -> (html: Markup, leftOut: Int) {
    let days = Timeline.days(plan)
    let numbers = Timeline.numbers(plan)
    language = plan.language.languageTag
    var order = Array(plan.decisions.indices)
    // A traveler going west sees a day twice.
    if zip(days, days.dropFirst()).contains(where: >) { order.sort { (days[$0], $0) < (days[$1], $1) } }
    var out = ByteWriter(capacity: capacity)
    write(plan, order, days, numbers, to: &out)
    capacity = max(capacity, min(out.count, 1 << 16))
    if out.count <= limits.bytes { return (Markup(out), 0) }
    let chosen = choose(plan, order, numbers)
    out = ByteWriter()
    write(plan, chosen, days, numbers, to: &out)
    return (Markup(out), order.count - chosen.count)
  }

  /// Returns the local day of each decision in days since 1970: that of its instant, or of the wall time asked for;
  /// `.min` without either.
  static func days(_ plan: AccountPlan) -> [Int] {
    plan.decisions.map { decision in
      (decision.at.map { plan.timeline.local(at: $0).date } ?? decision.local?.date)?.daysSinceEpoch ?? .min
    }
  }

  /// Returns the decisions that fit, in the given order.
  private mutating func choose(_ plan: AccountPlan, _ order: [Int], _ numbers: [Int]) -> [Int] {
    var isChosen = [Bool](repeating: false, count: plan.decisions.count)
    var out = ByteWriter()
    var used = 0
    let ranks: [(Decision) -> Bool] = [\.outcome.goesOut, { plan.isProblem($0) }, { _ in true }]
    for takes in ranks {
      for index in order where !isChosen[index] && takes(plan.decisions[index]) {
        out.removeAll(after: 0)
        forgetTexts(plan)
        write(plan, index, numbers.isEmpty ? 1 : numbers[index], to: &out)
        // The heads of days and folds take the rest.
        used += out.count
        if used > limits.bytes / 10 * 9 { return order.filter { isChosen[$0] } }
        isChosen[index] = true
      }
    }
    return order
  }

  private mutating func forgetTexts(_ plan: AccountPlan) {
    texts.removeAll(keepingCapacity: true)
    texts.append(contentsOf: repeatElement(0..<0, count: plan.requests.count))
  }

  private mutating func write(
    _ plan: AccountPlan, _ order: [Int], _ days: [Int], _ numbers: [Int], to out: inout ByteWriter
  ) {
    forgetTexts(plan)
    let zone = plan.timeline.stays.count == 1 ? plan.timeline.stays[0].zone.name : nil
    zoneHeads = zone.flatMap { heads.removeValue(forKey: $0) } ?? [:]
    defer { if let zone { heads[zone] = exchange(&zoneHeads, with: [:]) } }
    var isOpen = false
    var day: Int?
    func rows(_ indices: some Sequence<Int>, _ timeline: inout Timeline, _ out: inout ByteWriter) {
      for index in indices {
        if !isOpen { out.append(Timeline.tableHead) }
        if !isOpen || days[index] != day { out.append(text: timeline.head(days[index], plan)) }
        (isOpen, day) = (true, days[index])
        timeline.write(plan, index, numbers.isEmpty ? 1 : numbers[index], to: &out)
      }
    }
    func close(_ out: inout ByteWriter) {
      if isOpen { out.append("</table>\n") }
      isOpen = false
    }
    var start = 0
    while start < order.count {
      let end = order[start...].firstIndex { plan.decisions[$0].outcome.goesOut } ?? order.count
      for block in Timeline.blocks(plan, order[start..<end]) {
        switch block {
        case .rows(let indices): rows(indices, &self, &out)
        case .fold(let indices):
          close(&out)
          writeFoldHead(plan, indices, days, to: &out)
          rows(indices, &self, &out)
          close(&out)
          foldFacts = []
          out.append("</details>\n")
        }
      }
      start = order[end...].firstIndex { !plan.decisions[$0].outcome.goesOut } ?? order.count
      rows(order[end..<start], &self, &out)
    }
    close(&out)
  }

  private static let tableHead: StaticString = """
    <table class=timeline><thead><tr><th scope=col>Local time<th scope=col>Notification<th scope=col>Text<th scope=col>What happens

    """

  /// Groups decisions that do not go out: single rows, then a fold for each frequent reason.
  private static func blocks(_ plan: AccountPlan, _ indices: ArraySlice<Int>) -> [Block] {
    if indices.isEmpty { return [] }
    if indices.count < minimumFold { return [.rows(Array(indices))] }
    var (runs, places): ([[Int]], [Int: Int]) = ([], [:])
    for index in indices {
      let decision = plan.decisions[index]
      // Accepted drops have folds of their own.
      let key = decision.outcome.code * 2 + (plan.isProblem(decision) ? 1 : 0)
      if let place = places[key] {
        runs[place].append(index)
      } else {
        places[key] = runs.count
        runs.append([index])
      }
    }
    let folds = runs.filter { $0.count >= minimumFold }
    if folds.isEmpty { return [.rows(Array(indices))] }
    let folded = Set(folds.joined())
    return [.rows(indices.filter { !folded.contains($0) })] + folds.map { .fold($0) }
  }

  private mutating func writeFoldHead(_ plan: AccountPlan, _ run: [Int], _ days: [Int], to out: inout ByteWriter) {
    let decision = plan.decisions[run[0]]
    var facts = run[0] < plan.facts.count ? plan.facts[run[0]] : []
    for index in run.dropFirst() where index < plan.facts.count {
      facts.removeAll { !plan.facts[index].contains($0) }
    }
    foldFacts = facts
    let words = decision.outcome.reason?.summary ?? Timeline.aheadWords
    var head: Markup = "<details class=same><summary>\(run.count) × "
    head.append(plan.isProblem(decision) ? "<span class=stop>\(words)</span>" : "\(words)")
    let dates = run.compactMap { days[$0] == .min ? nil : days[$0] }
    let year = plan.today.year
    if let first = dates.min().flatMap(LocalDate.init), let last = dates.max().flatMap(LocalDate.init) {
      head.append(", \(first == last ? first.short(in: year) : "\(first.short(in: year))–\(last.short(in: year))")")
    }
    out.append(head.bytes)
    if !facts.isEmpty { out.append("<span class=soft>") }
    for fact in facts {
      out.append(" · ")
      write(fact, to: &out)
    }
    if !facts.isEmpty { out.append("</span>") }
    out.append("</summary>\n")
  }

  private mutating func head(_ day: Int, _ plan: AccountPlan) -> String {
    guard day != .min else { return "<tbody data-day=none><tr class=day><th colspan=4 scope=rowgroup>Without a day\n" }
    let isToday = day == plan.today.daysSinceEpoch
    let key = day * 2 + (isToday ? 1 : 0)
    if let known = zoneHeads[key] { return known }
    let date = LocalDate(daysSinceEpoch: day) ?? plan.today
    let clock: Markup =
      plan.clockChange(on: date).map { " <span class=\"chip look\">\($0)</span>" } ?? ""
    let today: Markup = isToday ? " <span class=chip>today</span>" : ""
    let head: Markup = """
      <tbody data-day=\(date.description)><tr class=day><th colspan=4 scope=rowgroup>\(date.forReaders)\(today)\(clock)

      """
    zoneHeads[key] = head.bytes.text
    return head.bytes.text
  }

  private mutating func write(_ plan: AccountPlan, _ index: Int, _ number: Int, to out: inout ByteWriter) {
    let decision = plan.decisions[index]
    let request = Int(decision.request)
    out.append("<tr id=")
    out.append(anchor: plan.occurrence(of: decision))
    if number > 1 {
      out.append(".")
      out.append(decimal: number)
    }
    switch decision.outcome {
    case .scheduled: out.append(">")
    case .armed: out.append(" class=armed>")
    case .ahead: out.append(" class=ahead>")
    case .dropped: out.append(" class=dropped>")
    }
    writeTime(plan, decision, to: &out)
    let known = texts[request]
    if known.isEmpty {
      let start = out.count
      writeTexts(plan, request, to: &out)
      texts[request] = start..<out.count
    } else {
      out.appendCopy(of: known)
    }
    writeOutcome(plan, index, to: &out)
    out.append("\n")
  }

  private mutating func writeTime(_ plan: AccountPlan, _ decision: Decision, to out: inout ByteWriter) {
    out.append("<th scope=row>")
    guard let at = decision.at else {
      if let local = decision.local { out.append(local.time) } else { out.append("–") }
      return
    }
    let value = plan.timeline.offset(at: at)
    if value != offset.value { offset = (value, value.description) }
    out.append(at.local(at: value).time)
    out.append(" <i>")
    out.append(text: offset.text)
    out.append("</i>")
    if plan.timeline.stays.count > 1 {
      out.append(" <i>")
      out.append(html: plan.timeline.stays[plan.timeline.stayIndex(at: at)].zone.name)
      out.append("</i>")
    }
  }

  private func writeTexts(_ plan: AccountPlan, _ request: Int, to out: inout ByteWriter) {
    out.append("<td>")
    out.append(html: plan.requests[request].kind.name)
    out.append("<br><code><bdi>")
    out.append(html: plan.requests[request].identifier.text.shown(limits.text))
    out.append("</bdi></code><td class=text")
    if let language {
      out.append(" lang=")
      out.append(text: language)
    }
    out.append("><b><bdi>")
    out.append(html: plan.requests[request].title.shown(limits.text))
    out.append("</bdi></b>")
    if !plan.requests[request].body.isEmpty {
      out.append("<br><bdi>")
      out.append(html: plan.requests[request].body.shown(limits.text))
      out.append("</bdi>")
    }
    out.append("<td>")
  }

  private func writeOutcome(_ plan: AccountPlan, _ index: Int, to out: inout ByteWriter) {
    let decision = plan.decisions[index]
    switch decision.outcome {
    case .scheduled: out.append("<span class=go>✓ goes out</span>")
    case .armed: out.append("<span class=go>◎ waits for a place</span>")
    case .ahead:
      out.append("→ ")
      out.append(html: Timeline.aheadWords)
    case .dropped(let reason):
      out.append(plan.isProblem(decision) ? "<a class=stop href=#reason-" : "<a href=#reason-")
      out.append(text: reason.code)
      out.append(">✕ not sent: ")
      out.append(html: reason.summary)
      out.append("</a>")
    }
    write(" <span class=chip>badge ", decision.badge, to: &out)
    write(" <span class=chip>slot ", decision.slot, to: &out)
    let notes = Timeline.notes(decision, of: plan)
    if !notes.isEmpty {
      out.append("<br><span class=soft>")
      out.append(html: notes.joined(separator: "; "))
      out.append("</span>")
    }
    guard index < plan.facts.count else { return }
    var isEmpty = true
    for fact in plan.facts[index] where foldFacts.isEmpty || !foldFacts.contains(fact) {
      out.append(isEmpty ? "<ul class=why><li>" : "<li>")
      isEmpty = false
      write(fact, to: &out)
    }
    if !isEmpty { out.append("</ul>") }
  }

  private func write(_ words: StaticString, _ number: Int32, to out: inout ByteWriter) {
    if number <= 0 { return }
    out.append(words)
    out.append(decimal: number)
    out.append("</span>")
  }

  private func write(_ fact: Explanation.Fact, to out: inout ByteWriter) {
    out.append(html: fact.name)
    out.append(": <bdi>")
    out.append(html: fact.value.shown(limits.text))
    out.append("</bdi>")
    guard let place = fact.source.flatMap({ header.shownPlace($0) }) else { return }
    out.append(" <code><bdi>")
    out.append(html: place)
    out.append("</bdi></code>")
  }

  /// Returns notes on a decision that was moved or is late.
  private static func notes(_ decision: Decision, of plan: AccountPlan) -> [String] {
    let year = plan.today.year
    var notes: [String] = []
    if decision.isLate { notes.append("sent late") }
    if let from = decision.deferredFrom {
      notes.append("moved by \(decision.mover) from \(plan.timeline.local(at: from).onPage(in: year))")
    }
    if let why = decision.shift?.why, let local = decision.local {
      notes.append("asked for \(local.onPage(in: year)), which \(why)")
    }
    if decision.shift != nil, let due = ShiftedDue(decision, plan) { notes.append(English().words(due)) }
    if let about = decision.about {
      notes.append("about \(about.time.map { about.date.at($0).onPage(in: year) } ?? about.date.shortDay(in: year))")
    }
    if let accepted = plan.acceptance(of: decision) { notes.append("accepted until \(accepted.until.forReaders)") }
    return notes
  }

  /// Returns the number of each decision among those with the same anchor; empty if all anchors differ.
  private static func numbers(_ plan: AccountPlan) -> [Int] {
    var last = [Int](repeating: .min, count: plan.requests.count)
    var isPlain = Set(plan.requests.map(\.uidStem)).count == plan.requests.count
    for decision in plan.decisions where isPlain {
      let request = Int(decision.request)
      let isOneOff = plan.requests[request].isOneOff
      let day = isOneOff ? .max : decision.local?.date.daysSinceEpoch ?? .max
      isPlain = day > last[request]
      last[request] = day
    }
    if isPlain { return [] }
    var counts: [String: Int] = [:]
    return plan.decisions.map { decision in
      let request = plan.requests[Int(decision.request)]
      let date = request.isOneOff ? nil : decision.local?.date
      return counts["\(request.uidStem.hexadecimal) \(date?.description ?? "")", default: 0].increased()
    }
  }
}

extension ByteWriter {
  /// Appends the `id` of an occurrence's row; a page has a link for each of its rows.
  mutating func append(anchor occurrence: Occurrence) {
    append("d-")
    append(hexadecimal: occurrence.stem.high, occurrence.stem.low)
    guard let date = occurrence.date else { return }
    append("-")
    append(date.digits, count: 8)
  }
}

extension RunHeader {
  /// Returns `file:line` of a record, shortened for a page; nil if the header does not list its input.
  func shownPlace(_ location: RecordLocation) -> String? {
    inputs.indices.contains(Int(location.input)) ? place(location).shown(300) : nil
  }
}

extension Int {
  fileprivate mutating func increased() -> Int {
    self += 1
    return self
  }
}
