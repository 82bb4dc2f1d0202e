import CivilTime
import PlanModel

/// A kind's behavior in planning: its checks and how it makes candidates. Its shape builds it from the declaration, and
/// its rule changes what no declaration can express.
struct KindDefinition: Sendable {
  /// The deliveries of its identifier that show that the user already has it (check 14).
  enum Delivery: Sendable {
    /// A delivery on its date, or at or after the wanted instant.
    case occurrence
    /// Any delivery, since the identifier names the event itself.
    case ever
    /// A delivery at or after an instant; earlier ones report another event.
    case since(@Sendable (Candidate, AccountFrame) -> Instant)

    /// Whether deliveries on the account's other devices count as well.
    var isOnAnyDevice: Bool { if case .ever = self { true } else { false } }
  }

  struct Bundle: Sendable {
    let seconds: Int64
    /// Returns the last one's request with texts that cover all of them: their number and their titles.
    let request:
      @Sendable (Candidate, NotificationRequest, Int, [String], KindPlan, AccountFrame) -> NotificationRequest
  }

  typealias Expansion = @Sendable (AccountFrame, KindPlan, inout CandidateList) -> Void
  typealias ItemExpansion = @Sendable (Item, Int, AccountFrame, KindPlan, inout CandidateList) -> Void

  let description: KindDescription
  /// Creates the candidates regardless of switches, so that the audit shows what a switch holds back.
  var expand: Expansion
  /// Creates the candidates of one item, given its position; nil if the kind does not expand items one by one.
  var expandItem: ItemExpansion?
  /// Its own checks, in addition to ``Checks/ofEveryKind``: at most one per reason.
  var checks: [Check]
  var delivery = Delivery.occurrence
  /// Whether it makes its candidates from those of other kinds.
  var derivesFromOtherKinds = false
  /// How long an event may be reported after its own day, in seconds.
  var toldFor: Int64 = 0
  /// Returns a new request for a scheduled candidate if its instant needs other texts; nil to keep the request.
  var reword: (@Sendable (Candidate, KindPlan, AccountFrame) -> NotificationRequest?)? {
    didSet { rewordsDeferred = false }
  }
  /// Whether only candidates that quiet hours moved may need other texts. Set after ``reword``.
  var rewordsDeferred = false
  /// The rule by which notifications in quick succession become one; nil if they stay separate.
  var bundle: Bundle?
  /// Returns the reason to withdraw a shown notification, regardless of the other checks; nil if it may stay.
  var withdrawal: (@Sendable (Notice, KindPlan, AccountFrame) -> Reason?)?
  /// Returns the first instant at which a later plan would differ for the kind just because time passes; nil if that is
  /// not before the window's end.
  var renewal: (@Sendable (AccountPlan, KindPlan, AccountFrame) -> PlanAgain?)?
  /// Returns whether the user did what a delivered notification asked for on its local day; nil if it matches nothing
  /// in the account.
  var followUp: (@Sendable (DeliveredNotification, KindPlan, AccountFrame) -> Bool?)?
  /// Returns the reminders that a rule of their schedule leaves out on a local date.
  var skips: (@Sendable (LocalDate, KindPlan, AccountFrame) -> [SkippedDate])?
  /// Whether plans count how many of its items have a reminder.
  var countsReminded = false
  /// Returns whether each current streak is at risk.
  var streaks: (@Sendable (AccountFrame) -> [Bool])?

  init(_ description: KindDescription, checks: [Check] = [], expand: @escaping Expansion) {
    (self.description, self.checks, self.expand) = (description, checks, expand)
  }
}

/// A kind as one policy configures it. A class, since every candidate refers to it: a copy would retain all its
/// members.
final class KindPlan: Sendable {
  let definition: KindDefinition
  let settings: Policy.KindSettings
  /// Its position in ``Policy/kinds``.
  let position: Int
  /// The effect of quiet hours on it if no rule applies.
  let quiet: Policy.QuietHoursAction
  /// The policy's quiet rules for it, with their actions; nil if the policy has none or quiet hours do not affect the
  /// kind.
  let quietRules: [QuietRule]?
  /// The shift of due dates on closed days, unless an item sets its own.
  private let shift: DayShift
  /// nil if only weekends are closed.
  private let holidays: HolidayCalendars?
  /// The checks of a single candidate, before and after quiet hours may move it.
  let early: [Check]
  let late: [Check]
  /// Identifier patterns by variant. The default is last, since the others are more specific.
  let patterns: [(variant: String, pattern: IdentifierPattern)]
  /// Whether any cap of the policy or of a kind applies. Stored here, since computing it for each account copies the
  /// caps.
  let hasCaps: Bool
  /// Whether notifications in quick succession become one.
  let isBundled: Bool
  /// The slots that other kinds leave to its soonest notifications.
  let slots: Int
  /// Whether it has conditions, which decide at the instant that quiet hours have not moved.
  let hasConditions: Bool
  /// Whether its identifiers, links or texts name the due date, or its texts rotate, so that each date needs its own
  /// request.
  let namesDates: Bool
  /// Whether its texts name its subject as seen when it goes out.
  let namesWhen: Bool

  /// - Parameter holidays: The run's holidays.
  init(
    _ definition: KindDefinition, _ settings: Policy.KindSettings, position: Int, _ policy: Policy,
    _ holidays: HolidayCalendars? = nil, hasCaps: Bool
  ) {
    self.definition = definition
    self.settings = settings
    self.position = position
    shift = settings.dayShift
    self.holidays = settings.avoidsHolidays ? holidays : nil
    let isDigest = settings.description.reportsHeldBack
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
    let checks = Checks.of(definition).filter { if case .candidates = $0.test { true } else { false } }
    patterns = settings.identifiers.sorted {
      ($0.key == "default" ? 1 : 0, $0.key) < ($1.key == "default" ? 1 : 0, $1.key)
    }
    .map { ($0.key, $0.value) }
    self.hasCaps = hasCaps
    isBundled = definition.bundle != nil
    slots = settings.slots
    hasConditions = definition.checks.contains { $0.reason == .condition }
    namesDates = KindPlan.namesDates(settings, policy)
    namesWhen = KindPlan.texts(settings, policy).contains { $0.field == "when" }
    early = checks.filter { $0.reason.index < Checks.firstAfterDeferral.index }
    late = checks.filter { $0.reason.index >= Checks.firstAfterDeferral.index }
  }

  /// Returns how closed days affect an item's due dates; nil if they do not.
  ///
  /// - Parameter own: The item's own shift, which overrides the kind's.
  func openDays(_ own: DayShift?, _ frame: AccountFrame) -> OpenDays? {
    let shift = own ?? shift
    return shift == .none ? nil : OpenDays(shift, holidays.map(frame.closedDays) ?? .weekends)
  }

  /// Returns the date that selects among its texts; nil if they do not rotate.
  func rotation(_ date: @autoclosure () -> LocalDate) -> LocalDate? { settings.rotatesTexts ? date() : nil }

  private static func namesDates(_ settings: Policy.KindSettings, _ policy: Policy) -> Bool {
    let description = settings.description
    func names(_ field: String) -> Bool {
      field == "date" || field == "dueDate" || field == "shiftedDate"
        || field == KindDescription.about && description.hasAbout
    }
    let mayName = description.carriedFields.contains(where: names) || description.fields.contains { names($0.name) }
    if settings.rotatesTexts { return true }
    guard description.shape == .series, mayName else { return false }
    let delivery = settings.delivery
    let patterns =
      Array(settings.identifiers.values) + [delivery.destination, delivery.url].compactMap(\.self)
      + delivery.data.map(\.value)
    if patterns.contains(where: { $0.fields.contains(where: names) }) { return true }
    return texts(settings, policy).contains { names($0.field) }
  }

  /// Returns the references of all texts of the kind.
  private static func texts(_ settings: Policy.KindSettings, _ policy: Policy) -> [MustacheText.Reference] {
    let forms = [.plain] + settings.description.forms
    let languages = policy.messages?.languages ?? []
    let messages = forms.flatMap { form in
      languages.flatMap { $0[settings.kind, form] } + [settings.texts[form]].compactMap(\.self)
    }
    return messages.flatMap { $0.title.references + $0.body.references }
  }

  /// Returns whether it uses none of these preferences. If it uses any, it makes no candidates. Quiet hours concern
  /// every kind that they can move or drop.
  func isReadable(_ unreadable: UnreadablePreferences) -> Bool {
    if unreadable.isEmpty { return true }
    if unreadable.all || unreadable.kinds.contains(settings.kind) { return false }
    let description = definition.description
    let isHeldBack = description.shape != .place && quiet != .pass && unreadable.names.contains("quietHours")
    return !isHeldBack && unreadable.names.isDisjoint(with: description.preferences)
  }
}

/// A policy with the planning behavior of its kinds.
final class PolicyPlan: Sendable {
  let policy: Shared<Policy>
  let kinds: [KindPlan]

  /// - Parameter shipped: The shipped kinds, for their rules.
  init(_ policy: Shared<Policy>, _ shipped: [ShippedKind]) {
    self.policy = policy
    let hasCaps = !policy.value.caps.isEmpty || policy.value.kinds.contains { !$0.caps.isEmpty }
    let holidays = HolidayCalendars(policy.value.holidays, by: policy.value.holidaysBy)
    kinds = policy.value.kinds.enumerated().map { position, settings in
      let own = settings.description.isShipped ? shipped.first { $0.description.kind == settings.kind } : nil
      let shaped = ShapedKind(settings, policy.value, own?.rule ?? Rule())
      return KindPlan(shaped.definition(), settings, position: position, policy.value, holidays, hasCaps: hasCaps)
    }
  }
}
