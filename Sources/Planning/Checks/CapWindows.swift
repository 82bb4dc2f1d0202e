import CivilTime
import PlanModel

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
