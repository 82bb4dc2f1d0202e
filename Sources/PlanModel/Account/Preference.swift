import CivilTime

/// A time of day or weekdays that accounts choose, by their path in exports. Takes the shared account, since copying its
/// preferences takes a thousand instructions.
public struct Preference<Value: Sendable>: Sendable {
  public let path: String
  /// Returns whether the account has set up the feature of the preference.
  public let isSet: @Sendable (Shared<Account>) -> Bool
  /// Returns the account's choice; nil if it has made none.
  public let value: @Sendable (Shared<Account>) -> Value?

  fileprivate init(
    _ path: String, isSet: (@Sendable (Shared<Account>) -> Bool)? = nil,
    _ value: @escaping @Sendable (Shared<Account>) -> Value?
  ) {
    self.path = path
    self.isSet = isSet ?? { value($0) != nil }
    self.value = value
  }
}

extension Preference where Value == LocalTime {
  public static let all = [
    Preference("dailyReminder.time") { $0.value.preferences.dailyReminderTime },
    Preference("recap.time") { $0.value.preferences.recapTime },
    Preference("nudges.morning") { $0.value.preferences.nudges.morning },
    Preference("nudges.afternoon") { $0.value.preferences.nudges.afternoon },
    Preference("nudges.evening") { $0.value.preferences.nudges.evening },
    Preference("morning.time") { $0.value.preferences.morning?.time },
    Preference("bedtime.time") { $0.value.preferences.bedtime?.time },
    Preference("bills.time") { $0.value.preferences.bills.time },
    Preference("digest.time") { $0.value.preferences.digest.time },
  ]

  /// Returns the preference with a path.
  ///
  /// - Precondition: The preference exists.
  public static func named(_ path: String) -> Preference { all.first { $0.path == path }! }
}

extension Preference where Value == WeekdaySet {
  public static let all = [
    Preference("morning.days", isSet: { $0.value.preferences.morning != nil }) { $0.value.preferences.morning?.days },
    Preference("bedtime.days", isSet: { $0.value.preferences.bedtime != nil }) { $0.value.preferences.bedtime?.days },
    Preference("digest.day") { $0.value.preferences.digest.day.map { WeekdaySet($0) } },
  ]

  /// Returns the preference with a path.
  ///
  /// - Precondition: The preference exists.
  public static func named(_ path: String) -> Preference { all.first { $0.path == path }! }
}
