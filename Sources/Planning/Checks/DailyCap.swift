import CivilTime
import PlanModel

extension Check {
  /// The limits per local date, per clock hour, and per kind. Higher priorities come first, then earlier instants.
  ///
  /// Critical kinds are never dropped here, but they count.
  static let dailyCap = Check(.dailyCap, .crowd { $0.settleCaps($1) }) { explainer in
    let caps = explainer.frame.policy.caps
    return facts(explainer, caps.perDay, .day).and(facts(explainer, caps.windows.filter(\.isOfDays)))
  }

  static let hourlyCap = Check(.hourlyCap, .shared) { explainer in
    let caps = explainer.frame.policy.caps
    return facts(explainer, caps.perHour, .hour).and(facts(explainer, caps.windows.filter { !$0.isOfDays }))
  }

  static let kindCap = Check(.kindCap, .shared) { explainer in
    let (kind, caps) = (explainer.kind.settings.kind, explainer.kind.settings.caps)
    return facts(explainer, caps.perDay, .day, of: kind).and(facts(explainer, caps.perHour, .hour, of: kind))
      .and(facts(explainer, caps.windows, of: kind))
  }

  private static func facts(
    _ explainer: Explainer, _ windows: [Policy.Caps.Window], of kind: Kind? = nil
  ) -> [Explanation.Fact]? {
    guard let at = explainer.candidate.at, !windows.isEmpty else { return nil }
    return windows.flatMap { window in
      [
        Explanation.Fact(
          kind == nil ? .perWindow : .ofKindPerWindow, of: blanks(kind) + [.plain(window.name)],
          is: "\(window.maximum)"),
        .init(
          .keptWithin, of: [.plain(window.name)], is: "\(explainer.keptInWindows.count(window, around: at, kind))"),
      ]
    }
  }

  private enum Span { case day, hour }

  private static func blanks(_ kind: Kind?) -> [Explanation.Fact.Part] { kind.map { [.plain($0.name)] } ?? [] }

  private static func facts(
    _ explainer: Explainer, _ cap: Int?, _ span: Span, of kind: Kind? = nil
  ) -> [Explanation.Fact]? {
    guard let at = explainer.candidate.at, let cap else { return nil }
    let local = explainer.frame.timeline.local(at: at)
    let key = CapKey(local, isHour: span == .hour, kind)
    let kept = explainer.kept[key] ?? 0
    let (ofAll, ofKind): (Explanation.Fact.Label, Explanation.Fact.Label) =
      span == .day ? (.perDay, .ofKindPerDay) : (.perHour, .ofKindPerHour)
    let date = Explanation.Fact.Part.plain("\(local.date)")
    let hour = Explanation.Fact.Part.plain("\(LocalTime(hour: local.time.hour, minute: 0)!)")
    var facts = [
      Explanation.Fact(kind == nil ? ofAll : ofKind, of: blanks(kind), is: "\(cap)"),
      span == .day
        ? .init(.keptOn, of: [date], is: "\(kept)") : .init(.keptFrom, of: [date, hour], is: "\(kept)"),
    ]
    if local.date == explainer.frame.today {
      let delivered = explainer.deliveredToday[key] ?? 0
      let label: Explanation.Fact.Label = span == .day ? .deliveredToday : .deliveredThen
      facts.append(.init(label, is: "\(delivered)", explainer.account.location))
    }
    return facts
  }
}

extension [Explanation.Fact]? {
  fileprivate func and(_ others: Self) -> Self { self.map { $0 + (others ?? []) } ?? others }
}

/// The unit that a cap counts: all notifications of a local date or of an hour of it, or those of one kind.
struct CapKey: Hashable {
  let date: LocalDate
  /// nil for the whole day.
  let hour: Int?
  /// nil for all kinds.
  let kind: Kind?

  init(_ local: LocalDateTime, isHour: Bool, _ kind: Kind?) {
    date = local.date
    hour = isHour ? local.time.hour : nil
    self.kind = kind
  }

  /// Returns every key that a notification of the kind counts toward.
  static func all(_ local: LocalDateTime, _ kind: Kind?) -> [CapKey] {
    [nil, kind].flatMap { of in [CapKey(local, isHour: false, of), CapKey(local, isHour: true, of)] }
      .prefix(kind == nil ? 2 : 4).map(\.self)
  }
}

extension AccountFrame {
  /// Returns the number of notifications delivered today for each key, since a cap covers all plans of a day.
  func deliveredToday() -> [CapKey: Int] {
    let ofAnyKind = kinds.contains { !$0.settings.caps.isEmpty }
    var counts: [CapKey: Int] = [:]
    for entry in unitedDeliveries {
      let local = timeline.local(at: entry.at)
      if local.date != today { continue }
      let kind = ofAnyKind ? kind(of: DeliveredNotification(entry, self).notice) : nil
      for key in CapKey.all(local, kind) { counts[key, default: 0] += 1 }
    }
    return counts
  }

  /// Returns the first kind of the policy that may have made its identifier.
  func kind(of notice: Notice) -> Kind? { kinds.first { !notice.parts($0).isEmpty }?.settings.kind }

  fileprivate var hasCaps: Bool { kinds.first?.hasCaps ?? false }
}

extension Crowd {
  fileprivate mutating func settleCaps(_ frame: AccountFrame) -> Bool {
    guard frame.hasCaps else { return false }
    let (candidates, caps) = (list.candidates, frame.policy.value.caps)
    let timed = order.open.enumerated().filter { candidates[$0.element].at != nil }
    let byPriority = timed.sorted {
      (-candidates[$0.element].priority, $0.offset) < (-candidates[$1.element].priority, $1.offset)
    }
    var kept = frame.deliveredToday()
    var windows = CapWindows(frame)
    for (_, index) in byPriority {
      let at = candidates[index].at!
      let local = frame.timeline.local(at: at)
      let settings = frame.kinds[Int(candidates[index].kind)].settings
      func isFull(_ cap: Int?, isHour: Bool, _ kind: Kind?) -> Bool {
        cap.map { kept[CapKey(local, isHour: isHour, kind), default: 0] >= $0 } ?? false
      }
      func isFull(_ caps: Policy.Caps, ofDays: Bool, _ kind: Kind?) -> Bool {
        isFull(ofDays ? caps.perDay : caps.perHour, isHour: !ofDays, kind)
          || caps.windows.contains { $0.isOfDays == ofDays && windows.isFull($0, around: at, kind) }
      }
      let reason: Reason? =
        isFull(caps, ofDays: true, nil)
        ? .dailyCap
        : isFull(caps, ofDays: false, nil)
          ? .hourlyCap
          : isFull(settings.caps, ofDays: true, settings.kind) || isFull(settings.caps, ofDays: false, settings.kind)
            ? .kindCap : nil
      if let reason, !candidates[index].isCritical {
        list.candidates[index].reason = reason
      } else {
        for key in CapKey.all(local, settings.kind) { kept[key, default: 0] += 1 }
        windows.add(at, settings.kind)
      }
    }
    return true
  }
}

/// The notifications that count toward caps over several days or hours: those delivered, and those kept so far.
struct CapWindows {
  private struct Key: Hashable {
    let window: Policy.Caps.Window
    /// nil for all kinds.
    let kind: Kind?
  }

  private let frame: AccountFrame
  /// The windows of the policy, and of each kind.
  private let windows: [Kind?: [Policy.Caps.Window]]
  /// For each window, the positions of the notifications that count, in days from today or in seconds.
  private var kept: [Key: [Int64]] = [:]

  init(_ frame: AccountFrame) {
    self.frame = frame
    var windows: [Kind?: [Policy.Caps.Window]] = [:]
    if !frame.policy.value.caps.windows.isEmpty { windows[nil] = frame.policy.value.caps.windows }
    for kind in frame.kinds where !kind.settings.caps.windows.isEmpty {
      windows[kind.settings.kind] = kind.settings.caps.windows
    }
    self.windows = windows
    let isOfKinds = windows.keys.contains { $0 != nil }
    guard let longest = windows.values.joined().map(\.days).max() else { return }
    for entry in frame.unitedDeliveries {
      let date = frame.date(at: entry.at)
      guard date <= frame.today, date > frame.today.adding(days: -longest - 1) else { continue }
      add(entry.at, isOfKinds ? frame.kind(of: DeliveredNotification(entry, frame).notice) : nil)
    }
  }

  mutating func add(_ at: Instant, _ kind: Kind?) {
    for kind in kind == nil ? [nil] : [nil, kind] {
      for window in windows[kind] ?? [] {
        kept[Key(window: window, kind: kind), default: []].append(position(at, window))
      }
    }
  }

  /// Returns whether a window around an instant is full.
  ///
  /// - Parameter kind: nil for all kinds.
  func isFull(_ window: Policy.Caps.Window, around at: Instant, _ kind: Kind?) -> Bool {
    count(window, around: at, kind) >= window.maximum
  }

  /// Returns the largest number of notifications in any window of that length that contains an instant.
  func count(_ window: Policy.Caps.Window, around at: Instant, _ kind: Kind?) -> Int {
    let (position, kept) = (position(at, window), kept[Key(window: window, kind: kind)] ?? [])
    let starts = kept.filter { $0 <= position && $0 > position - window.length } + [position]
    return starts.map { start in kept.count { $0 >= start && $0 < start + window.length } }.max()!
  }

  private func position(_ at: Instant, _ window: Policy.Caps.Window) -> Int64 {
    window.isOfDays ? Int64(frame.date(at: at).days(since: frame.today)) : at.epochSeconds
  }
}
