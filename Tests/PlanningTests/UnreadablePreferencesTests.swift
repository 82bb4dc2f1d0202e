import PlanModel
import TestSupport
import Testing

@testable import Planning

/// Tests which kinds make no candidates if a preference cannot be read.
struct UnreadablePreferencesTests {
  static let rows: [(label: String, names: Set<String>, kinds: [Kind])] = [
    ("bills", ["bills"], [.bill, .overdue]), ("the digest", ["digest"], [.digest]),
    ("the daily reminder", ["dailyReminder"], [.dailyReminder]), ("nudges", ["nudges"], [.nudge]),
    ("the recap", ["recap"], [.recap]), ("mornings and bedtimes", ["morning", "bedtime"], [.morning, .bedtime]),
    ("the blocking of apps", ["appBlocking"], [.unlock]), ("none", [], []),
    (
      "quiet hours", ["quietHours"],
      Kinds.catalog.kinds.map(\.kind).filter { ![.location, .session, .quietDigest].contains($0) }
    ),
  ]

  /// Returns the kinds without candidates, for a minimal policy with all kinds.
  static func silent(_ unreadable: UnreadablePreferences) -> [Kind] {
    Kinds.plans.filter { !$0.isReadable(unreadable) }.map(\.settings.kind)
  }

  @Test(
    "each preference silences the kinds that read it; sessions are critical, and a digest goes out when quiet hours end",
    arguments: rows)
  func names(label: String, names: Set<String>, kinds: [Kind]) {
    var unreadable = UnreadablePreferences()
    unreadable.names = names
    #expect(UnreadablePreferencesTests.silent(unreadable) == kinds)
  }

  @Test("a kind's switch silences that kind, and the master switch silences all")
  func switches() {
    var unreadable = UnreadablePreferences()
    unreadable.kinds = [.goal]
    #expect(UnreadablePreferencesTests.silent(unreadable) == [.goal])
    unreadable.all = true
    #expect(UnreadablePreferencesTests.silent(unreadable).count == Kinds.all.count)
  }
}
