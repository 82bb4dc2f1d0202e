import CivilTime
import Diagnostics
import PlanModel
import RunModel

/// Everything that a page shows of an account. A class: closures copied a structure, 0.7 % of the instructions of a
/// run with pages.
final class AccountView {
  private let plan: AccountPlan
  private let header: RunHeader
  private let templates: ReportTemplates
  private let limits: AccountLimits

  init(_ plan: AccountPlan, _ header: RunHeader, _ templates: ReportTemplates, _ limits: AccountLimits) {
    (self.plan, self.header, self.templates, self.limits) = (plan, header, templates, limits)
  }

  /// - Parameter timeline: The tables of rows, and the number of decisions that did not fit.
  func view(_ timeline: (html: Markup, leftOut: Int)) -> PageView {
    var view = head
    view.add("hasDecisions", !plan.decisions.isEmpty)
    view.add("timeline", timeline.html)
    view.add("decisions", plan.decisions.count)
    view.add("leftOut", some: timeline.leftOut)
    addItems(&view)
    addCarried(&view)
    DeviceView(plan: plan, templates: templates, limits: limits).add(to: &view)
    addDiagnostics(&view)
    return view
  }

  private var head: PageView {
    var view = PageView()
    let tally = plan.decisions.reduce(into: RunSummary.Tally()) { $0.count($1.outcome) }
    let anchor = plan.anchor
    view.add("id", plan.account.id.text.shown(limits.text))
    view.add("device", plan.account.device?.text.shown(limits.text))
    view.add("hasDevices", plan.account.devices.count > 1)
    view.add("devices", plan.account.devices.count > 1 ? plan.account.devices : []) { view, device in
      let name = AccountName(plan.account.id, app: plan.account.app, device)
      view.add("deviceName", (device?.text ?? "without a name").shown(100))
      view.add("deviceAnchor", limits.hasDevices && device != plan.account.device ? name.anchor : nil)
    }
    view.add("app", plan.account.app.shown(limits.text))
    view.add("appName", plan.policy.name.shown(limits.text))
    view.add("zone", plan.timeline.stays.map(\.zone.name).joined(separator: " → ").shown(limits.text))
    view.add("platform", plan.account.platform.rawValue)
    view.add("authorization", plan.account.authorization.rawValue)
    addPermission(&view)
    view.add("locale", plan.account.locale?.shown(60))
    view.add("tally", tally.words)
    let problems = plan.problems
    view.add("hasProblem", plan.hasProblem)
    view.add("stale", plan.isUnread ? plan.stale?.markup(in: plan.today.year) : nil)
    view.add("notDue", plan.isNotDue ? plan.stale?.markup(in: plan.today.year) : nil)
    view.add("rejected", plan.account.diagnostics.contains { $0.severity == .error })
    view.add("problems", problems) { view, problem in
      view.add("reason", problem.reason.code)
      view.add("words", problem.reason.summary)
      view.add("count", problem.count)
      view.add("show", ShowLink(["reason": problem.reason.code, "id": anchor]).fragment)
    }
    view.add("hasAccepted", !plan.accepted.isEmpty)
    view.add("accepted", plan.acceptances) { view, entry in
      view.add("reason", entry.finding.reason.code)
      view.add("words", entry.finding.reason.summary)
      view.add("count", entry.count)
      view.add("show", ShowLink(["reason": entry.finding.reason.code, "id": anchor]).fragment)
      view.add("until", entry.finding.until.forReaders)
      view.add("why", entry.finding.why.isEmpty ? nil : entry.finding.why.shown(limits.text))
    }
    view.add("reminded", plan.reminded.map { "\($0.planned) of \($0.all.of($0.kind))" })
    view.add("windowEnd", plan.markup(plan.windowEnd))
    view.add("planAgain", plan.planAgain.map { plan.markup($0.at) })
    view.add("planAgainCause", plan.planAgain?.cause.words)
    addSlots(&view)
    return view
  }

  /// Adds the notification permission in words, and what to do if it blocks notifications.
  private func addPermission(_ view: inout PageView) {
    let state = plan.account.authorization
    let isRefused = plan.decisions.contains { $0.outcome.reason == .unauthorized }
    view.add("authorizationWords", state.words)
    view.add("remedy", isRefused && !plan.isOptedOut ? state.remedy : nil)
    view.add("isOptedOut", plan.isOptedOut)
  }

  private func addSlots(_ view: inout PageView) {
    let slots = plan.slots
    view.add("slotsUsed", slots.used)
    view.add("slotsLimit", slots.limit)
    view.add("slotsReserved", some: slots.reserved)
    let gauge = slots.limit.flatMap {
      RowBars([$0]).markup(min($0, slots.used + slots.reserved), isProblem: plan.coverageHorizon != nil)
    }
    view.add("slotsGauge", gauge)
    view.add("horizon", plan.coverageHorizon.map { plan.markup($0) })
  }

  /// Adds what the notifications of each kind carry besides their texts, by the kind's first that is put on the device, else by the
  /// first that goes out.
  private func addCarried(_ view: inout PageView) {
    // A plan folder has sounds and data in the actions that put a text on the device.
    var isTold = [Bool](repeating: false, count: plan.decisions.count)
    for index in plan.actions.indices where [.add, .move, .update].contains(plan.actions[index].verb) {
      if let decision = plan.actions[index].decision { isTold[decision] = true }
    }
    var isKnown = [Bool](repeating: false, count: plan.requests.count)
    var kinds: [Kind: (request: Int, isTold: Bool)] = [:]
    for wanted in [true, false] {
      for index in plan.decisions.indices where isTold[index] == wanted && plan.decisions[index].outcome.goesOut {
        let request = Int(plan.decisions[index].request)
        if isKnown[request] { continue }
        isKnown[request] = true
        let kind = plan.requests[request].kind
        kinds[kind] = kinds[kind] ?? (request, wanted)
      }
    }
    view.add("hasCarried", !kinds.isEmpty)
    view.add("carried", kinds.sorted { $0.key < $1.key }) { view, entry in
      let request = plan.requests[entry.value.request]
      let hasDelivery = entry.value.isTold
      view.add("kind", entry.key.name)
      view.add("notification", request.identifier.text.shown(limits.text))
      view.add("category", request.category?.shown(60))
      view.add("channel", request.channel?.shown(60))
      view.add("destination", request.destination?.shown(limits.text))
      view.add("sound", hasDelivery ? request.delivery.sound.shown(60) : nil)
      view.add("interruption", hasDelivery ? request.delivery.interruption.rawValue : nil)
      view.add("values", hasDelivery ? request.data : []) { view, datum in
        view.add("name", datum.name.shown(60))
        view.add("value", datum.value.shown(limits.text))
      }
    }
  }

  /// Adds the items that the policy declares, with the policy's notes on their fields.
  private func addItems(_ view: inout PageView) {
    let (items, further) = plan.itemRecords
    let declared = header.policies.first { $0.app == plan.account.app }?.items ?? []
    view.add("hasItems", !items.isEmpty)
    view.add("items", items.prefix(limits.others)) { view, item in
      let meanings = declared.first { $0.kind == item.kind }?.fields ?? []
      view.add("itemKind", item.kind.shown(limits.text))
      view.add("item", item.id.text.shown(limits.text))
      view.add("itemPlace", header.shownPlace(item.location))
      view.add("fields", item.fields) { view, field in
        view.add("field", field.name.shown(limits.text))
        view.add("value", field.value.shown(limits.text))
        let meaning = meanings.first { $0.name == field.name }?.meaning ?? ""
        view.add("meaning", meaning.isEmpty ? nil : meaning.shown(limits.text))
      }
    }
    view.add("itemsLeftOut", some: further + max(0, items.count - limits.others))
  }

  private func addDiagnostics(_ view: inout PageView) {
    let diagnostics = plan.account.diagnostics
    view.add("hasDiagnostics", !diagnostics.isEmpty)
    view.add("diagnostics", diagnostics.prefix(limits.others)) { $0.add($1, limits.text) }
    view.add("diagnosticsLeftOut", some: diagnostics.count - limits.others)
  }
}

extension PageView {
  mutating func add(_ diagnostic: Diagnostic, _ limit: Int) {
    add("severity", diagnostic.severity.rawValue)
    add("place", diagnostic.location.description.shown(limit))
    add("message", diagnostic.message.shown(limit))
  }
}

/// How much of an account a page shows.
struct AccountLimits: Sendable {
  /// The bytes of all decision rows.
  var bytes: Int
  /// The characters of a title, body or identifier.
  var text: Int
  /// The number of device actions.
  var actions: Int
  /// The number of diagnostics, and of occurrences that an earlier plan announced.
  var others: Int
  /// Whether the account's other devices are on the page.
  var hasDevices = false

  /// An account on a page with others.
  static let section = AccountLimits(bytes: 1_500_000, text: 300, actions: 20, others: 20, hasDevices: true)
  /// An account's own page, which has to stay under 5 MB.
  static let page = AccountLimits(bytes: 3_600_000, text: 2000, actions: 1000, others: 200)
}
