import Bytes
import CivilTime
import PlanModel
import RunModel

/// An account's decisions as rows of a site's page.
///
/// They say what ``TimelineView`` says in a fraction of its bytes and its time: a million accounts have fifty million of them. Tags that
/// HTML lets one leave out are left out. Keeps its memory from account to account.
struct SiteTimeline {
  /// Of one account.
  private static let rows = 1000
  private static let bytes = 1_500_000
  /// Characters of a title, a body or a value.
  private static let text = 200

  private let header: RunHeader
  /// The heads of days, by zone, and those of the zone at hand; a traveler's are nobody else's.
  private var heads: [String: [Int: String]] = [:]
  private var zoneHeads: [Int: String] = [:]
  /// By request, where its kind and texts stand in the rows at hand.
  private var texts: [Range<Int>] = []
  private var offset = (value: UTCOffset.utc, text: UTCOffset.utc.description)

  init(_ header: RunHeader) {
    self.header = header
  }

  /// The table bodies, and how many decisions there is no room for. Those worth a look get room first.
  mutating func render(_ plan: AccountPlan) -> (days: Markup, leftOut: Int) {
    let all = plan.decisions
    let days = all.map { ($0.at.map { plan.timeline.local(at: $0).date } ?? $0.local?.date)?.daysSinceEpoch ?? .min }
    var order = Array(all.indices)
    // Who travels west comes to a day twice.
    if zip(days, days.dropFirst()).contains(where: >) { order.sort { (days[$0], $0) < (days[$1], $1) } }
    var out = ByteWriter()
    if order.count <= SiteTimeline.rows {
      let written = write(plan, order, days, to: &out)
      if written == all.count { return (Markup(out), 0) }
      out = ByteWriter()
    }
    let looks = order.filter { plan.isProblem(all[$0]) }.prefix(SiteTimeline.rows)
    var room = SiteTimeline.rows - looks.count
    let isLook = looks.reduce(into: [Bool](repeating: false, count: all.count)) { $0[$1] = true }
    let chosen = order.filter { index in
      if isLook[index] { return true }
      room -= 1
      return room >= 0
    }
    var written = write(plan, chosen, days, to: &out)
    if written < chosen.count {
      out = ByteWriter()
      written = write(plan, Array(looks), days, to: &out)
    }
    return (Markup(out), all.count - written)
  }

  /// - Returns: How many were written; the others found no room.
  private mutating func write(_ plan: AccountPlan, _ order: [Int], _ days: [Int], to out: inout ByteWriter) -> Int {
    texts.removeAll(keepingCapacity: true)
    texts.append(contentsOf: repeatElement(0..<0, count: plan.requests.count))
    let numbers = SiteTimeline.numbers(plan)
    let zone = plan.timeline.stays.count == 1 ? plan.timeline.stays[0].zone.name : nil
    zoneHeads = zone.flatMap { heads.removeValue(forKey: $0) } ?? [:]
    defer { if let zone { heads[zone] = exchange(&zoneHeads, with: [:]) } }
    var day: Int?
    for (count, index) in order.enumerated() {
      let start = out.count
      if days[index] != day {
        day = days[index]
        out.append(text: head(days[index], plan))
      }
      write(plan, index, numbers.isEmpty ? 1 : numbers[index], to: &out)
      if out.count > SiteTimeline.bytes {
        out.removeAll(after: start)
        return count
      }
    }
    return order.count
  }

  private mutating func head(_ day: Int, _ plan: AccountPlan) -> String {
    guard day != .min else { return "<tbody><tr class=day><th colspan=5 scope=rowgroup>Without a day\n" }
    let isToday = day == plan.today.daysSinceEpoch
    let key = day * 2 + (isToday ? 1 : 0)
    if let known = zoneHeads[key] { return known }
    let date = LocalDate(daysSinceEpoch: day) ?? plan.today
    let clock: Markup =
      plan.clockChange(on: date).map { " <span class=\"chip look\">\($0)</span>" } ?? ""
    let today: Markup = isToday ? " <span class=chip>today</span>" : ""
    let head: Markup = "<tbody><tr class=day><th colspan=5 scope=rowgroup>\(date.forReaders)\(today)\(clock)\n"
    zoneHeads[key] = head.bytes.text
    return head.bytes.text
  }

  private mutating func write(_ plan: AccountPlan, _ index: Int, _ number: Int, to out: inout ByteWriter) {
    let decision = plan.decisions[index]
    let request = Int(decision.request)
    out.append("<tr id=d-")
    out.append(hexadecimal: plan.requests[request].uidStem.high, plan.requests[request].uidStem.low)
    if !plan.requests[request].isOneOff, let date = decision.local?.date {
      out.append("-")
      out.append(date)
    }
    if number > 1 {
      out.append(".")
      out.append(decimal: number)
    }
    out.append(decision.outcome.reason == nil ? ">" : " class=dropped>")
    writeTimes(plan, decision, to: &out)
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

  private mutating func writeTimes(_ plan: AccountPlan, _ decision: Decision, to out: inout ByteWriter) {
    out.append("<th scope=row>")
    guard let at = decision.at else {
      if let local = decision.local { out.append(local.time) } else { out.append("–") }
      out.append("<td>")
      return
    }
    let value = plan.timeline.offset(at: at)
    if value != offset.value { offset = (value, value.description) }
    let (local, universal) = (at.local(at: value), at.utc)
    out.append(local.time)
    out.append(" <i>")
    out.append(text: offset.text)
    out.append("</i>")
    if plan.timeline.stays.count > 1 {
      out.append(" <i>")
      out.append(html: plan.timeline.stays[plan.timeline.stayIndex(at: at)].zone.name)
      out.append("</i>")
    }
    out.append("<td>")
    if local.date != universal.date {
      out.append(text: universal.date.weekday.forReaders)
      out.append(" ")
    }
    out.append(universal.time)
    out.append(" Z")
  }

  private func writeTexts(_ plan: AccountPlan, _ request: Int, to out: inout ByteWriter) {
    out.append("<td>")
    out.append(html: plan.requests[request].kind.name)
    out.append("<td><b><bdi>")
    out.append(html: plan.requests[request].title.shown(SiteTimeline.text))
    out.append("</bdi></b>")
    if !plan.requests[request].body.isEmpty {
      out.append("<br><bdi>")
      out.append(html: plan.requests[request].body.shown(SiteTimeline.text))
      out.append("</bdi>")
    }
    out.append("<td>")
  }

  private func writeOutcome(_ plan: AccountPlan, _ index: Int, to out: inout ByteWriter) {
    let decision = plan.decisions[index]
    switch decision.outcome {
    case .scheduled: out.append("✓ goes out")
    case .armed: out.append("◎ waits")
    case .ahead:
      out.append("→ ")
      out.append(html: TimelineView.aheadWords)
    case .dropped(let reason):
      out.append(
        plan.isProblem(decision) ? "<a class=stop href=../index.html#reason-" : "<a href=../index.html#reason-")
      out.append(text: reason.code)
      out.append(">✕ ")
      out.append(html: reason.entry.summary)
      out.append("</a>")
    }
    write(" · badge ", decision.badge, to: &out)
    write(" · slot ", decision.slot, to: &out)
    for note in TimelineView.notes(decision, of: plan) {
      out.append("<br>")
      out.append(html: note)
    }
    guard index < plan.facts.count, !plan.facts[index].isEmpty else { return }
    out.append("<ul class=why>")
    for fact in plan.facts[index] {
      out.append("<li>")
      out.append(html: fact.name)
      out.append(": <bdi>")
      out.append(html: fact.value.shown(SiteTimeline.text))
      out.append("</bdi>")
      if let place = fact.source.flatMap({ header.shownPlace($0) }) {
        out.append(" <code><bdi>")
        out.append(html: place)
        out.append("</bdi></code>")
      }
    }
    out.append("</ul>")
  }

  private func write(_ words: StaticString, _ number: Int32, to out: inout ByteWriter) {
    if number <= 0 { return }
    out.append(words)
    out.append(decimal: number)
  }

  /// By decision, the number of its anchor among those that would be the same, in the order of the plan; empty: all differ.
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

extension Int {
  fileprivate mutating func increased() -> Int {
    self += 1
    return self
  }
}

extension ByteWriter {
  /// `20261024`.
  fileprivate mutating func append(_ date: LocalDate) {
    let fields = date.fields
    for shift in [1000, 100, 10, 1] { append(UInt8(48 + fields.year / shift % 10)) }
    for number in [fields.month, fields.day] {
      append(UInt8(48 + number / 10))
      append(UInt8(48 + number % 10))
    }
  }

  /// `09:00`, with seconds unless they are zero.
  fileprivate mutating func append(_ time: LocalTime) {
    func digits(_ number: Int) -> UInt64 { UInt64(48 + number / 10) | UInt64(48 + number % 10) << 8 }
    append(digits(time.hour) | 0x3a << 16 | digits(time.minute) << 24, count: 5)
    if time.second != 0 { append(0x3a | digits(time.second) << 8, count: 3) }
  }
}
