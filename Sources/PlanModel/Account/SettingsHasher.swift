import CivilTime

/// Hashes one setting after another, each with its length, so that different accounts never hash the same bytes. A missing setting
/// counts as an empty text.
struct SettingsHasher {
  private(set) var hasher = StableHasher()

  mutating func add(_ setting: (some CustomStringConvertible)?) { hasher.absorbPart(setting?.description ?? "") }

  mutating func add(_ preferences: Preferences) {
    add(preferences.isEnabled)
    // Only kinds that are set, by name: a new kind in the program changes no account's hash.
    for (kind, isOn) in preferences.kinds.sorted(by: { $0.key.name.compareBytes($1.key.name) < 0 }) {
      add(kind.name)
      add(isOn)
    }
    add("")
    add(preferences.quietHours?.start)
    add(preferences.quietHours?.end)
    add(preferences.dailyReminderTime)
    add(preferences.nudges.morning)
    add(preferences.nudges.afternoon)
    add(preferences.nudges.evening)
    add(preferences.recapTime)
    add(preferences.morning?.time)
    add(preferences.bedtime?.time)
    add(preferences.bills.time)
    add(preferences.digest.time)
    add(preferences.morning?.days.rawValue)
    add(preferences.morning?.changedAt)
    add(preferences.bedtime?.days?.rawValue)
    add(preferences.bills.onDueDate)
    add(preferences.bills.dayBefore)
    add(preferences.digest.day?.rawValue)
    add(preferences.appBlocking)
    add(preferences.unreadable.all)
    for name in preferences.unreadable.names.sorted(by: { $0.compareBytes($1) < 0 }) { add(name) }
    add("")
    for kind in preferences.unreadable.kinds.map(\.name).sorted(by: { $0.compareBytes($1) < 0 }) { add(kind) }
    for (kind, times) in preferences.times.sorted(by: { $0.key.name.compareBytes($1.key.name) < 0 }) {
      add(kind.name)
      add(times.days?.rawValue)
      for time in times.times ?? [] { add(time) }
      add("")
    }
  }
}
