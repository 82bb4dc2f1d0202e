/// A record that a newer one in another input replaces.
public struct SupersededRecord: Hashable, Sendable {
  public var account: AccountID
  /// The item; nil for the account itself.
  public var item: SupersededItem?
  public var location: RecordLocation
  /// The newer record.
  public var by: RecordLocation

  public init(account: AccountID, item: SupersededItem?, location: RecordLocation, by: RecordLocation) {
    (self.account, self.item, self.location, self.by) = (account, item, location, by)
  }
}

/// The kind and id of an item that a newer record replaces.
public struct SupersededItem: Hashable, Sendable {
  public var kind: String
  public var id: ItemID

  public init(kind: String, id: ItemID) { (self.kind, self.id) = (kind, id) }

  /// Reads ``words``.
  public init(words: String) {
    let parts = words.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    self.init(kind: parts.count > 1 ? parts[0] : "", id: ItemID(parts.last ?? ""))
  }

  /// `task t1`.
  public var words: String { kind.isEmpty ? id.text : "\(kind) \(id)" }
}
