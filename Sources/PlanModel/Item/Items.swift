/// An account's items: one list for each kind of item, in input order.
public struct Items: Sendable {
  /// Indexed by ``ItemList/place``. Trailing empty lists are omitted.
  @usableFromInline var lists: [[Item]] = []
  /// Whether any item may be snoozed.
  public var hasSnoozes = false

  /// What identifies the items that could not be read in their kind's identifiers: IDs, or dates.
  public private(set) var rejected: [ItemList: Set<String>] = [:]

  public init() {}

  /// Notes an item that could not be read.
  public mutating func reject(_ identity: String, from list: ItemList) { rejected[list, default: []].insert(identity) }

  @inlinable public subscript(list: ItemList) -> [Item] {
    get { list.place < lists.count ? lists[list.place] : [] }
    _modify {
      while lists.count <= list.place { lists.append([]) }
      yield &lists[list.place]
    }
  }

  /// Appends an item to its list.
  ///
  /// - Parameter expected: An estimate of the list's final count. At most 64 items are reserved for it.
  /// - Returns: The item's position in the list.
  public mutating func append(_ item: consuming Item, to list: ItemList, expected: Int) -> Int {
    while lists.count <= list.place { lists.append([]) }
    if lists[list.place].isEmpty { lists[list.place].reserveCapacity(min(expected, 64)) }
    lists[list.place].append(item)
    return lists[list.place].count - 1
  }

  /// The ids of all items.
  public var ids: [ItemID] { lists.flatMap { $0.map(\.id) } }

  /// The lists of the kinds that the policy declares, in the order of ``Policy/items``.
  public var declared: ArraySlice<[Item]> { lists.dropFirst(ItemList.shippedCount) }
}

/// One of an account's lists of items.
public struct ItemList: Hashable, Sendable {
  /// Position in ``Items``, from 0: the shipped kinds first, then the policy's.
  public let place: Int

  static let shippedCount = ItemKind.shipped.count

  /// The list of a shipped kind of item.
  public init(shipped kind: ItemKind) {
    precondition(kind.index < ItemList.shippedCount, "\(kind) does not ship")
    place = kind.index
  }

  /// - Parameter number: Position of the kind of item in ``Policy/items``.
  public init(declared number: Int) { place = ItemList.shippedCount + number }

  public static let task = ItemList(shipped: .task)
  public static let habit = ItemList(shipped: .habit)
  public static let entry = ItemList(shipped: .entry)
  public static let session = ItemList(shipped: .session)
  public static let focusDay = ItemList(shipped: .focusDay)
  public static let stepDay = ItemList(shipped: .stepDay)
  public static let workout = ItemList(shipped: .workout)
  public static let insight = ItemList(shipped: .insight)
  public static let bill = ItemList(shipped: .bill)
  public static let budget = ItemList(shipped: .budget)
}

/// An item of a kind that the policy declares, for plan files and pages.
public struct ItemRecord: Sendable {
  /// The maximum number of an account's items in plan files and pages.
  public static let limit = 50

  public var kind: String
  public var id: ItemID
  /// A declared field and its value, as exports write them.
  public struct Field: Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The declared fields with a value.
  public var fields: [Field]
  public var location: RecordLocation

  public init(kind: String, id: ItemID, fields: [Field], location: RecordLocation) {
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
        var fields: [ItemRecord.Field] = []
        for (place, field) in declaration.fields.enumerated() {
          let value = declaration.value(place, of: item)
          if case .none = value { continue }
          fields.append(.init(field.name, value.raw))
        }
        records.append(ItemRecord(kind: declaration.kind.name, id: item.id, fields: fields, location: item.location))
      }
    }
    return (records, declared.reduce(0) { $0 + $1.count } - records.count)
  }
}
