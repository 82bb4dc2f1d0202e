/// A record that a newer one in another input replaces.
public struct SupersededRecord: Hashable, Sendable {
  public var account: String
  /// The item's kind and id; nil for the account itself.
  public var item: String?
  public var location: RecordLocation
  /// The newer record.
  public var by: RecordLocation

  public init(account: String, item: String?, location: RecordLocation, by: RecordLocation) {
    (self.account, self.item, self.location, self.by) = (account, item, location, by)
  }
}
