import CivilTime

extension Account {
  /// A hash of what a user or an operator set, items apart: equal where a difference between two plans has other causes.
  public var settingsHash: StableHash {
    var text = SettingsText()
    text.add(zone.name)
    for change in zoneChanges { text.add("\(change.at) \(change.zone.name)") }
    text.add(platform.rawValue)
    text.add(authorization.rawValue)
    text.add(locale ?? "")
    text.add(analyzedAt.map { "\($0)" } ?? "")
    text.add(personalityTrait ?? "")
    text.add(preferences)
    return text.hash
  }
}

/// The settings one after the other, each with its length, so that no two accounts' run into the same text.
private struct SettingsText {
  private var bytes: [UInt8] = []

  var hash: StableHash { bytes.withUnsafeBufferPointer { StableHash($0) } }

  mutating func add(_ text: String) {
    bytes.append(contentsOf: "\(text.utf8.count):".utf8)
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func add(_ value: (some CustomStringConvertible)?) { add(value.map { "\($0)" } ?? "") }

  mutating func add(_ preferences: Preferences) {
    add(preferences.isEnabled)
    for kind in Kind.allCases { add(preferences.kinds[kind]) }
    for time in [
      preferences.quietHours?.start, preferences.quietHours?.end, preferences.dailyReminderTime,
      preferences.nudges.morning, preferences.nudges.afternoon, preferences.nudges.evening, preferences.recapTime,
      preferences.morning?.time, preferences.bedtime?.time, preferences.bills.time, preferences.digest.time,
    ] {
      add(time)
    }
    add(preferences.morning?.days.rawValue)
    add(preferences.morning?.changedAt)
    add(preferences.bedtime?.days.rawValue)
    add(preferences.bills.onDueDate)
    add(preferences.bills.dayBefore)
    add(preferences.digest.day?.rawValue)
    add(preferences.appBlocking)
    for kind in Kind.allCases { add(preferences.unreadable.contains(kind)) }
  }
}
