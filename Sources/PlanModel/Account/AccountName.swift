import Diagnostics

/// Names an account and one of its devices. In a query, no app means any app, and no device means all devices.
public struct AccountName: Hashable, Sendable, CustomStringConvertible {
  public var id: AccountID
  /// nil for any app.
  public var app: String?
  public var device: DeviceID?

  public init(_ id: String, app: String? = nil) { self.init(AccountID(id), app: app, nil) }

  public init(_ id: AccountID, app: String?, _ device: DeviceID?) {
    (self.id, self.app, self.device) = (id, app, device)
  }

  public func matches(_ account: Account) -> Bool { matches(account.id, app: account.app) }

  public func matches(_ id: AccountID, app: String) -> Bool { id == self.id && (self.app ?? app) == app }

  /// The name for diagnostics.
  public var description: String { words(id.text.quotedForDiagnostic) + (app.map { " of \($0)" } ?? "") }

  /// The id and the device for readers: `ana on phone`.
  public var words: String { words(id.text) }

  /// The device's name, by which an account's devices are sorted; empty if it has none.
  public var deviceOrEmpty: DeviceID { device ?? DeviceID("") }

  private func words(_ id: String) -> String { id + (device.map { " on \($0)" } ?? "") }
}

extension Account {
  public var name: AccountName { AccountName(id, app: app, device) }
}

extension AccountPlan {
  public var name: AccountName { account.value.name }
}
