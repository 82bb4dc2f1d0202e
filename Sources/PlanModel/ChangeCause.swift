import CivilTime

/// What two plans were made under.
public struct ChangeCircumstances: Sendable {
  public struct Side: Sendable {
    public var now: Instant
    /// The tz database's release.
    public var tzdata: String

    public init(now: Instant, tzdata: String) {
      self.now = now
      self.tzdata = tzdata
    }
  }

  public var old: Side
  public var new: Side

  public init(old: Side, new: Side) {
    self.old = old
    self.new = new
  }
}

/// What made an occurrence differ between two plans.
public enum ChangeCause: String, CaseIterable, Sendable {
  /// Items, deliveries or the account as such.
  case data
  /// What the user or the device set: preferences, zone, authorization, platform, locale.
  case settings
  /// Nothing but that `now` is later: it went out, or the window reached it.
  case time
  /// Another release of the tz database.
  case tzdata
  /// The app's policy or texts.
  case policy

  /// In words, as a reader is told.
  public var words: String {
    switch self {
    case .data: "data"
    case .settings: "settings"
    case .time: "time passing"
    case .tzdata: "tz database"
    case .policy: "policy"
    }
  }
}

extension ChangeCause {
  typealias Side = (plan: AccountPlan?, decision: Decision?)

  /// The cause that the plans' heads and settings leave open, the surest first. A plan does not hold the data, so what no
  /// other circumstance explains is put down to them.
  init(of change: PlanChange, from old: Side, to new: Side, _ circumstances: ChangeCircumstances) {
    guard let before = old.plan, let after = new.plan else {
      self = .data
      return
    }
    let isSettings = before.settings != after.settings
    let isPolicy = before.policy.hashes != after.policy.hashes
    if ChangeCause.isTime(change, old, new, circumstances) {
      self = .time
    } else if circumstances.old.tzdata != circumstances.new.tzdata, ChangeCause.isClock(change, old, new) {
      self = .tzdata
    } else if let reason = change.decidingReason, reason.isSwitch {
      self = isSettings ? .settings : isPolicy ? .policy : .data
    } else if change.verb == .added, let item = change.item, !before.has(item) {
      self = .data
    } else if change.verb == .removed, let item = change.item, !after.has(item) {
      self = .data
    } else if isSettings, !isPolicy || change.verb == .moved {
      self = .settings
    } else if isPolicy {
      self = .policy
    } else if circumstances.old.now != circumstances.new.now, change.isAboutOthers {
      self = .time
    } else {
      self = .data
    }
  }

  /// `now` passed it, or the window came to it.
  private static func isTime(
    _ change: PlanChange, _ old: Side, _ new: Side, _ circumstances: ChangeCircumstances
  ) -> Bool {
    guard circumstances.new.now > circumstances.old.now, let before = old.plan, let after = new.plan else {
      return false
    }
    // A place trigger depends on what holds today.
    if change.local == nil, before.today != after.today, change.reason == .completed || change.reason == .inactive {
      return true
    }
    switch change.verb {
    case .removed:
      if let at = change.from, at < circumstances.new.now { return true }
      return change.reason?.isPassing ?? false
    case .added:
      if change.reason == .beyondWindow { return true }
      guard old.decision == nil, let local = new.decision?.local else { return false }
      return local.date > before.lastDate && local.date <= after.lastDate
    case .moved:
      // An event that is told late goes out at `now`, whenever that is.
      return old.decision?.isLate == true && new.decision?.isLate == true
        || new.decision?.isLate == true && old.decision?.at == nil
    case .changed:
      guard let was = old.decision?.outcome.reason, let isNow = new.decision?.outcome.reason else { return false }
      return was == .beyondWindow || isNow.isPassing
    }
  }

  /// The same wall time in the same zone names another instant, or none.
  private static func isClock(_ change: PlanChange, _ old: Side, _ new: Side) -> Bool {
    guard let then = old.decision, let now = new.decision, then.local == now.local,
      old.plan!.zoneName(of: then) == new.plan!.zoneName(of: now)
    else { return false }
    return then.at != now.at
  }
}

extension PlanChange {
  /// The reason that one of the plans has for not letting it out.
  fileprivate var decidingReason: Reason? {
    if let reason { return reason }
    guard let difference = differences.first(where: { $0.field == "reason" }) else { return nil }
    return difference.new.flatMap(Reason.init(code:))
  }

  /// It follows from what became of other notifications.
  fileprivate var isAboutOthers: Bool {
    if let reason = decidingReason { return [.duplicate, .dailyCap, .slotLimit].contains(reason) }
    return differences.allSatisfy { $0.field == "badge" } && !differences.isEmpty
  }
}

extension Reason {
  /// The account or the policy switches it off.
  fileprivate var isSwitch: Bool { [.accountDisabled, .unauthorized, .kindDisabled, .quietHours].contains(self) }

  /// It comes to be true by waiting.
  fileprivate var isPassing: Bool { [.past, .expired, .alreadyDelivered].contains(self) }
}

extension AccountPlan {
  /// The last local date of the window.
  fileprivate var lastDate: LocalDate { timeline.local(at: windowEnd.advanced(bySeconds: -1)).date }

  fileprivate func has(_ item: ItemID) -> Bool { requests.contains { $0.item == item } }
}
