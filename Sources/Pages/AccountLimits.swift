/// How much of an account a page shows.
struct AccountLimits: Sendable {
  /// The bytes of all decision rows.
  var bytes: Int
  /// The characters of a title, body or identifier.
  var text: Int
  /// The number of device actions.
  var actions: Int
  /// The number of diagnostics, and of occurrences that an earlier plan announced.
  var others: Int
  /// Whether the account's other devices are on the page.
  var hasDevices = false

  /// The number of delivered notifications, newest first.
  static let delivered = 100

  /// An account on a page with others.
  static let section = AccountLimits(bytes: 1_500_000, text: 300, actions: 20, others: 20, hasDevices: true)
  /// An account's own page, which has to stay under 5 MB.
  static let page = AccountLimits(bytes: 3_600_000, text: 2000, actions: 1000, others: 200)
}
