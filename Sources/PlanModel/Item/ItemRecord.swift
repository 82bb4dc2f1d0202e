/// An item of a kind that the policy declares, for plan files and pages.
public struct ItemRecord: Sendable {
  /// The maximum number of an account's items in plan files and pages.
  public static let limit = 50

  public var kind: String
  public var id: ItemID
  /// The declared fields with a value, as exports write them.
  public var fields: [Explanation.Fact]
  public var location: RecordLocation

  public init(kind: String, id: ItemID, fields: [Explanation.Fact], location: RecordLocation) {
    (self.kind, self.id, self.fields, self.location) = (kind, id, fields, location)
  }
}

extension AccountPlan {
  /// The account's first items of declared kinds, and the number of further ones. If the plan was read from a file, these come from
  /// the file.
  public var itemRecords: (items: [ItemRecord], further: Int) {
    let known = account.value
    if !known.itemRecords.isEmpty { return (known.itemRecords, known.furtherItems) }
    let declared = known.items.declared
    if declared.isEmpty { return ([], 0) }
    var records: [ItemRecord] = []
    for (declaration, items) in zip(policy.value.items, declared) {
      for item in items.prefix(ItemRecord.limit - records.count) {
        var fields: [Explanation.Fact] = []
        for (place, field) in declaration.fields.enumerated() {
          let value = declaration.value(place, of: item)
          if case .none = value { continue }
          fields.append(Explanation.Fact(field.name, value.raw))
        }
        records.append(ItemRecord(kind: declaration.kind.name, id: item.id, fields: fields, location: item.location))
      }
    }
    return (records, declared.reduce(0) { $0 + $1.count } - records.count)
  }
}
