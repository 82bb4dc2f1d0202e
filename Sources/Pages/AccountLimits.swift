/// How much of one account a page shows.
struct AccountLimits: Sendable {
  /// Bytes of all decisions together.
  var bytes: Int
  /// Characters of a title, a body or an identifier.
  var text: Int
  /// Actions against the device.
  var actions: Int
  /// Diagnostics, and occurrences that an earlier plan announced.
  var others: Int
  /// Whether the account's other devices are on the page.
  var hasDevices = false

  /// Delivered notifications: the newest.
  static let delivered = 100

  /// One of several accounts on a page.
  static let section = AccountLimits(bytes: 1_500_000, text: 300, actions: 20, others: 20, hasDevices: true)
  /// An account's own page, which has to stay under 5 MB.
  static let page = AccountLimits(bytes: 3_600_000, text: 2000, actions: 1000, others: 200)
}
