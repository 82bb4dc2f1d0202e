import Bytes
import CivilTime
import PlanModel
import RunModel

/// Writes the sections of accounts. Each task has its own writer.
package struct SectionWriter {
  private let templates: ReportTemplates
  private let header: RunHeader
  private var timeline: Timeline

  package init(_ renderer: ReportRenderer, _ header: RunHeader) {
    templates = renderer.templates
    self.header = header
    timeline = Timeline(header, .section)
  }

  package mutating func append(_ plan: AccountPlan, to sections: inout AccountSections) {
    let rows = timeline.render(plan)
    var view = AccountView(plan, header, templates, .section).view(rows)
    view.add("pictures", SectionWriter.pictures(plan, isComplete: rows.leftOut == 0))
    let account = ListedAccount(plan, isComplete: rows.leftOut == 0)
    let tallies = SectionWriter.tallies(plan)
    sections.append(
      account,
      section: { out in
        SectionWriter.open(account, plan, tallies, to: &out)
        templates.account.fill(view, into: &out)
        out.append("</details>\n")
      }, line: { SectionWriter.line(account, plan, tallies, to: &$0) })
  }

  /// Returns the section on the account's own page, open and with pictures.
  static func page(_ plan: AccountPlan, _ header: RunHeader, _ templates: ReportTemplates) -> Markup {
    var timeline = Timeline(header, .page)
    let rows = timeline.render(plan)
    var view = AccountView(plan, header, templates, .page).view(rows)
    view.add("pictures", pictures(plan, isComplete: rows.leftOut == 0))
    var out = ByteWriter()
    open(ListedAccount(plan, isComplete: true), plan, tallies(plan), isOpen: true, to: &out)
    templates.account.fill(view, into: &out)
    out.append("</details>\n")
    return Markup(out)
  }

  private static func pictures(_ plan: AccountPlan, isComplete: Bool) -> Markup {
    var markup = Markup()
    if let week = WeekView(plan, isComplete: isComplete) {
      markup.append("<div class=\"week-view\"><h3>The next seven days</h3>\n\(week.markup)</div>\n")
    }
    if let slots = AccountSlotsPicture(plan, id: plan.anchor) {
      markup.append(
        "<figure><figcaption>Slots that the device holds, by day</figcaption>\(slots.markup)</figure>\n")
    }
    return markup
  }

  /// Appends the start tag of a section with the attributes that the page's filter reads.
  private static func open(
    _ account: ListedAccount, _ plan: AccountPlan, _ tallies: String, isOpen: Bool = false, to out: inout ByteWriter
  ) {
    let zones = plan.timeline.stays.map(\.zone.name).joined(separator: " ")
    let tag: Markup = """
      <details\(isOpen ? " open" : "") class=account id=\(AccountName.anchor(account.anchor)) \
      data-account="\(account.id)" data-app="\(account.app)" data-zones="\(zones)" data-has="\(tallies)">

      """
    out.append(tag.bytes)
  }

  /// Returns the counts of the report other than decisions, as `name=value:count`.
  private static func tallies(_ plan: AccountPlan) -> String {
    var actions: [(verb: Action.Verb, cause: String?, count: Int)] = []
    for index in plan.actions.indices {
      let verb = plan.actions[index].verb
      // Skips `cause` for additions, which have none: reading it may copy the action.
      let cause = verb == .add ? nil : plan.actions[index].cause
      if let known = actions.firstIndex(where: { $0.verb == verb && $0.cause == cause }) {
        actions[known].count += 1
      } else {
        actions.append((verb, cause, 1))
      }
    }
    var counts = actions.map { "\(ShowLink.tally($0.verb, $0.cause)):\($0.count)" }
    if plan.hasProblem { counts.append("\(ShowLink.attention):1") }
    if let again = plan.planAgain { counts.append("\(ShowLink.tally(again.cause)):1") }
    counts.append("\(ShowLink.tally(SlotFill.Level(plan))):1")
    // As in `Measures`, which are of the accounts planned by this run.
    if plan.stale == nil { counts += ["\(ShowLink.tally(plan.account.authorization)):1", "\(ShowLink.reach):1"] }
    return counts.joined(separator: " ")
  }

  /// Appends the search line of an account, without its page: app, zones, tallies, kinds, rows and id, separated by
  /// tabs.
  ///
  /// The rows of a day follow its number since 1970, `!` if its clock changes, and a colon. Days are separated by
  /// `;`. A row has the hour from `a`, the mark of its outcome, flags from `0`, and the index of its kind in the
  /// account from U+0100. A traveler's row also has the index of its zone.
  private static func line(
    _ account: ListedAccount, _ plan: AccountPlan, _ tallies: String, to out: inout ByteWriter
  ) {
    var places = [Int?](repeating: nil, count: Kind.count)
    var kinds: [String] = []
    for decision in plan.decisions {
      let kind = plan.requests[Int(decision.request)].kind
      guard places[kind.index] == nil else { continue }
      places[kind.index] = kinds.count
      kinds.append(kind.name)
    }
    let zones = plan.timeline.stays.map(\.zone.name)
    for field in [account.app.visible, zones.joined(separator: " "), tallies, kinds.joined(separator: " ")] {
      out.append(text: field)
      out.append("\t")
    }
    let days = Timeline.days(plan)
    let travels = plan.timeline.stays.count > 1
    var day: Int?
    for (index, decision) in plan.decisions.enumerated() {
      if days[index] != day {
        if day != nil { out.append(";") }
        day = days[index]
        if days[index] == .min { out.append("n") } else { out.append(decimal: days[index]) }
        if let date = LocalDate(daysSinceEpoch: days[index]), plan.clockChange(on: date)?.hasPrefix("clock") == true {
          out.append("!")
        }
        out.append(":")
      }
      let time = decision.at.map { plan.timeline.local(at: $0).time } ?? decision.local?.time
      out.append(time.map { UInt8(ascii: "a") + UInt8($0.hour) } ?? UInt8(ascii: "-"))
      switch decision.outcome {
      case .scheduled: out.append("+")
      case .armed: out.append("*")
      case .ahead: out.append(">")
      case .dropped(let reason): out.append(SiteMark.reason(reason).letter)
      }
      var flags: UInt8 = plan.isProblem(decision) ? 1 : 0
      if decision.isLate { flags |= 2 }
      if decision.deferredFrom != nil { flags |= decision.shift == .minimumGap ? 8 : 4 }
      out.append(UInt8(ascii: "0") + flags)
      // U+0100 and up: two bytes of UTF-8.
      let kind = (places[plan.requests[Int(decision.request)].kind.index] ?? 0) + 0x100
      out.append(UInt8(truncatingIfNeeded: 0xc0 | kind >> 6))
      out.append(UInt8(truncatingIfNeeded: 0x80 | kind & 0x3f))
      if travels {
        let stay = decision.at.map { plan.timeline.stayIndex(at: $0) } ?? 0
        out.append(UInt8(ascii: "0") + UInt8(min(stay, 70)))
      }
    }
    out.append("\t")
    out.append(text: account.id)
  }
}
