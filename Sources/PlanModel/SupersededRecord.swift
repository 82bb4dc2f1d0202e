/// A record that a newer one in another input replaces.
package struct SupersededRecord: Hashable, Sendable {
  package var account: String
  /// The item's kind and id; nil: the account itself.
  package var item: String?
  package var location: RecordLocation
  /// The record that holds.
  package var by: RecordLocation

  package init(account: String, item: String?, location: RecordLocation, by: RecordLocation) {
    self.account = account
    self.item = item
    self.location = location
    self.by = by
  }
}
