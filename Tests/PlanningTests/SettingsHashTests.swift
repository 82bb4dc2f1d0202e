import CivilTime
import PlanModel
import TestSupport
import Testing

/// Checks that the hash of settings stays the same, because later plans compare theirs with the hash in earlier files.
struct SettingsHashTests {
  /// Returns the hash of texts, each preceded by its length.
  static func hash(_ texts: [String]) -> StableHash {
    StableHash(texts.map { "\($0.utf8.count):\($0)" }.joined())
  }

  @Test("an unset value is an empty text")
  func nothingSet() {
    let none = Array(repeating: "", count: 1 + 1 + 18) + ["false", ""]
    let texts = ["UTC", "ios", "authorized", "", "", ""] + none
    #expect(Account.test().settingsHash == SettingsHashTests.hash(texts))
  }

  /// `OneFieldTests` checks that no setting is missing.
  @Test("hashes these words, in this order")
  func everythingSet() {
    var account = Account.test()
    let instant: Instant = "2026-11-20T12:00:00Z"
    account.zoneChanges = [Account.ZoneChange(at: instant, zone: account.zone)]
    account.platform = .android
    account.authorization = .denied
    account.locale = "de-DE"
    account.analyzedAt = instant
    account.personalityTrait = "größer"
    account.preferences = SettingsHashTests.preferences(changedAt: instant)
    let texts =
      ["UTC", "2026-11-20T12:00:00Z UTC", "android", "denied", "de-DE", "2026-11-20T12:00:00Z", "größer", "true"]
      + ["task", "false", ""]
      + ["00:00:01", "00:00:02", "00:00:03", "00:00:04", "00:00:05", "00:00:06", "00:00:07", "00:00:08"]
      + ["00:00:09", "00:00:10", "00:00:11", "127", "2026-11-20T12:00:00Z", "1", "true", "false", "6", "true"]
      + ["false", "", "bill"]
    #expect(account.settingsHash == SettingsHashTests.hash(texts))
    account.country = "DE-BY"
    #expect(account.settingsHash == SettingsHashTests.hash(texts + ["", "DE-BY"]))
  }

  /// Returns preferences in which the second of each time of day is its position among the times.
  static func preferences(changedAt: Instant) -> Preferences {
    func time(_ second: Int) -> LocalTime { LocalTime(secondOfDay: second)! }
    var preferences = Preferences()
    preferences.isEnabled = true
    preferences.kinds = [.task: false]
    preferences.quietHours = QuietHours(start: time(1), end: time(2))
    preferences.dailyReminderTime = time(3)
    preferences.nudges.morning = time(4)
    preferences.nudges.afternoon = time(5)
    preferences.nudges.evening = time(6)
    preferences.recapTime = time(7)
    preferences.morning = Preferences.Morning(time: time(8), days: .all, changedAt: changedAt)
    preferences.bedtime = Preferences.Bedtime(time: time(9), days: WeekdaySet(.monday))
    preferences.bills.time = time(10)
    preferences.bills.onDueDate = true
    preferences.bills.dayBefore = false
    preferences.digest.time = time(11)
    preferences.digest.day = .sunday
    preferences.appBlocking = true
    preferences.unreadable.kinds.insert(.bill)
    return preferences
  }
}
