import Diagnostics

/// Which account somebody asks about: an id, and where several apps have it, an app.
public struct AccountName: Hashable, Sendable, CustomStringConvertible {
  public var id: AccountID
  /// nil: any.
  public var app: String?

  public init(_ id: String, app: String? = nil) {
    self.id = AccountID(id)
    self.app = app
  }

  public func matches(_ account: Account) -> Bool { matches(account.id, app: account.app) }

  public func matches(_ id: AccountID, app: String) -> Bool { id == self.id && (self.app ?? app) == app }

  /// As diagnostics have it.
  public var description: String { id.text.quotedForDiagnostic + (app.map { " of \($0)" } ?? "") }
}

extension AccountPlan {
  /// Its account's, with the app.
  public var name: AccountName { AccountName(account.id.text, app: account.app) }
}
