import Diagnostics
import PlanModel

/// The records of an account's devices, each of which becomes an account. They are made one at a time, since each has
/// the deliveries of all others.
struct AccountDevices {
  /// The record of one device.
  struct Device {
    /// The number of the record among those of the account.
    var place: Int
    var account: Account
    var diagnostics: [Diagnostic]
    /// The record's fields, for ``RecordCopies``.
    var fields: [(key: String, value: String)]
  }

  /// The devices in the order of their records.
  private let read: [Device]
  /// The devices in the order of their names that are not returned yet.
  private var rest: ArraySlice<Device>
  private let names: [DeviceID?]
  private let newest: Device
  private let policy: Shared<Policy>
  private let items: Items
  private let inputs: [Int32]?
  private let diagnostics: [Diagnostic]

  /// - Parameters:
  ///   - newest: The device whose record has the account's settings.
  ///   - items: The items of all devices.
  ///   - inputs: The inputs of the account; nil if not requested.
  ///   - diagnostics: The diagnostics of the items.
  init(
    _ read: [Device], newest: Device, _ policy: Shared<Policy>, items: Items, inputs: [Int32]?,
    diagnostics: [Diagnostic]
  ) {
    self.read = read
    let sorted = read.sorted { a, b in (a.account.device?.text ?? "").compareBytes(b.account.device?.text ?? "") < 0 }
    (rest, names) = (sorted[...], sorted.map(\.account.device))
    (self.newest, self.policy, self.items, self.inputs, self.diagnostics) = (newest, policy, items, inputs, diagnostics)
  }

  /// Returns the account of the next device, and the fields of its record; nil at the end.
  mutating func next() -> (account: Shared<Account>, policy: Shared<Policy>, fields: [(key: String, value: String)])? {
    guard let device = rest.popFirst() else { return nil }
    var account = device.account
    account.devices = names
    account.isElsewhere = device.place != newest.place
    (account.preferences, account.locale, account.country) = (
      newest.account.preferences, newest.account.locale, newest.account.country
    )
    account.fields = newest.account.fields
    (account.personalityTrait, account.analyzedAt) = (newest.account.personalityTrait, newest.account.analyzedAt)
    account.deliveredElsewhere = read.filter { $0.place != device.place }.flatMap(\.account.delivered)
    account.items = items
    if let inputs { account.inputs = inputs }
    account.diagnostics = (device.diagnostics + diagnostics).filter { !$0.code.isOfFile }
    let fields = RecordCopies.fields(of: device.fields, settingsFrom: newest.fields)
    return (Shared(account), policy, fields)
  }
}
