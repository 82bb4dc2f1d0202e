import CivilTime
import PlanModel

/// What a kind does in planning: which checks are its own, and how its candidates come about. Its shape makes it of the declaration,
/// and its rule changes what no declaration can say.
struct KindDefinition: Sendable {
  /// Which deliveries of its identifier tell that the user has it already (check 14).
  enum Delivery: Sendable {
    /// One of its date, or at the instant asked for or later.
    case occurrence
    /// Any: the identifier names the event itself.
    case ever
    /// One at or after an instant: earlier ones tell of another event.
    case since(@Sendable (Candidate, AccountFrame) -> Instant)
  }

  typealias Expansion = @Sendable (AccountFrame, KindPlan, inout CandidateList) -> Void

  let description: KindDescription
  /// Makes the candidates, whatever the switches say: what a switch holds back, the audit shows.
  var expand: Expansion
  /// Its own checks, beside ``Checks/ofEveryKind``: at most one a reason.
  var checks: [Check]
  var delivery = Delivery.occurrence
  /// Its candidates come of those of other kinds.
  var tellsOfOthers = false
  /// For how many seconds an event is told of, beyond its own day.
  var toldFor: Int64 = 0
  /// The request of a candidate that goes out, where the instant calls for other words than those it has.
  var reword: (@Sendable (Candidate, KindPlan, AccountFrame) -> NotificationRequest?)?
  /// The reason to withdraw a shown notification, regardless of the other checks; nil if it may stay.
  var withdrawal: (@Sendable (Notice, KindPlan, AccountFrame) -> Reason?)?
  /// When a plan made later would say something else of the kind, as time alone goes on: the first such instant. nil: not before the
  /// window's end.
  var renewal: (@Sendable (AccountPlan, KindPlan, AccountFrame) -> PlanAgain?)?
  /// Whether what a delivered notification asked for was done on its local day; nil where it is of nothing that the account has.
  var followUp: (@Sendable (DeliveredNotification, KindPlan, AccountFrame) -> Bool?)?
  /// The streaks that go on, by whether they are at risk.
  var streaks: (@Sendable (AccountFrame) -> [Bool])?

  init(_ description: KindDescription, checks: [Check] = [], expand: @escaping Expansion) {
    (self.description, self.checks, self.expand) = (description, checks, expand)
  }
}

/// A kind as one policy has it. A class, since it is handed to every candidate: a copy would retain all that it holds.
final class KindPlan: Sendable {
  let definition: KindDefinition
  let settings: Policy.KindSettings
  /// Its position in ``Policy/kinds``.
  let position: Int
  /// What quiet hours do to it where no rule says otherwise.
  let quiet: Policy.QuietHoursAction
  /// The policy's rules that concern it, with what they do to it; nil: the policy has none, or the kind lets them pass.
  let quietRules: [QuietRule]?
  /// Where due dates on closed days go, but for items that say so themselves.
  private let shift: DayShift
  /// nil: they go by weekends alone.
  private let holidays: HolidayCalendars?
  /// The checks of a single candidate, before quiet hours may move it and after.
  let early: [Check]
  let late: [Check]
  /// How identifiers are read, by variant; the variants first, since they say more.
  let patterns: [(variant: String, pattern: IdentifierPattern)]
  /// Its identifier or its texts name the date that something is due on: each date has a request of its own.
  let namesDates: Bool

  /// - Parameter holidays: Those of the run.
  init(
    _ definition: KindDefinition, _ settings: Policy.KindSettings, position: Int, _ policy: Policy,
    _ holidays: HolidayCalendars? = nil
  ) {
    self.definition = definition
    self.settings = settings
    self.position = position
    shift = settings.dayShift
    self.holidays = settings.goesByHolidays ? holidays : nil
    let isDigest = settings.description.tellsOfHeldBack
    let own = settings.isCritical ? .pass : settings.quiet ?? (isDigest ? .pass : nil)
    quiet = own ?? policy.quietHoursAction
    quietRules =
      own == .pass
      ? nil
      : policy.quietRules?.filter { $0.kinds?.contains(settings.kind) ?? true }.map { rule in
        var rule = rule
        rule.action = own ?? rule.action
        return rule
      }
    let checks = Checks.of(definition).filter { if case .candidate = $0.test { true } else { false } }
    patterns = settings.identifiers.sorted {
      ($0.key == "default" ? 1 : 0, $0.key) < ($1.key == "default" ? 1 : 0, $1.key)
    }
    .map { ($0.key, $0.value) }
    namesDates = KindPlan.namesDates(settings, policy)
    early = checks.filter { $0.reason.index < Checks.firstAfterDeferral.index }
    late = checks.filter { $0.reason.index >= Checks.firstAfterDeferral.index }
  }

  /// What becomes of the due dates of an item; nil: they stay.
  ///
  /// - Parameter own: What the item itself says.
  func openDays(_ own: DayShift?, _ frame: AccountFrame) -> OpenDays? {
    let shift = own ?? shift
    return shift == .none ? nil : OpenDays(shift, holidays.map(frame.closedDays) ?? .weekends)
  }

  private static func namesDates(_ settings: Policy.KindSettings, _ policy: Policy) -> Bool {
    func names(_ field: String) -> Bool { field == "date" || field == "dueDate" || field == "shiftedDate" }
    let description = settings.description
    let mayName = description.identifier.fields.contains(where: names) || description.fields.contains { names($0.name) }
    guard description.shape == .series, mayName else { return false }
    let delivery = settings.delivery
    let patterns = Array(settings.identifiers.values) + [delivery.destination, delivery.url].compactMap(\.self)
    if patterns.contains(where: { $0.fields.contains(where: names) }) { return true }
    let forms = [.plain] + settings.description.forms
    let languages = policy.messages?.languages ?? []
    let messages = forms.flatMap { form in
      languages.flatMap { $0[settings.kind, form] } + [settings.texts[form]].compactMap(\.self)
    }
    return messages.contains { message in
      (message.title.references + message.body.references).contains { names($0.field) }
    }
  }

  /// Whether it reads none of these preferences: where it does, it makes no candidates. Quiet hours concern all that they can move
  /// or drop.
  func isReadable(_ unreadable: UnreadablePreferences) -> Bool {
    if unreadable.isEmpty { return true }
    if unreadable.all || unreadable.kinds.contains(settings.kind) { return false }
    let description = definition.description
    let isHeldBack = description.shape != .place && quiet != .pass && unreadable.names.contains("quietHours")
    return !isHeldBack && unreadable.names.isDisjoint(with: description.preferences)
  }
}

/// A policy with what its kinds are.
final class PolicyPlan: Sendable {
  let policy: Shared<Policy>
  let kinds: [KindPlan]

  /// - Parameter shipped: What kinds have beside their declarations.
  init(_ policy: Shared<Policy>, _ shipped: [ShippedKind]) {
    self.policy = policy
    let holidays = HolidayCalendars(policy.value.holidays, by: policy.value.holidaysBy)
    kinds = policy.value.kinds.enumerated().map { position, settings in
      let own = settings.description.isShipped ? shipped.first { $0.description.kind == settings.kind } : nil
      let shaped = ShapedKind(settings, policy.value, own?.rule ?? Rule())
      return KindPlan(shaped.definition(), settings, position: position, policy.value, holidays)
    }
  }
}
