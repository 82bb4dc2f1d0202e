import CivilTime
import Bytes
import Diagnostics
import Formats
import PlanModel

/// Which records make up which account: filled by the first reading, asked by the second.
///
/// The places of account records, and of items apart from their accounts, are sorted by account in bounded memory. Read side by
/// side, they tell what belongs to what. The items' places are kept, since the items are read with their accounts, and so is
/// whatever is wrong.
package struct Roster: Sendable {
  /// The memory that a roster may take.
  package struct Room: Sendable {
    /// The most bytes of places in memory, before those of items go to disk.
    package var bytes: Int
    /// The places of items that are in memory in any case.
    package var leastHeld = 1 << 17
    /// The most places of accounts in memory, so that a run with more accounts takes no more of it.
    package var mostAccounts = 1 << 15
    var merging = Merging()

    package init(bytes: Int) {
      self.bytes = bytes
    }

    /// - Parameters:
    ///   - leastHeld: The places that are in memory in any case.
    ///   - runs: How many sorted runs are merged at once.
    package init(leastHeld: Int, runs: Int) {
      bytes = 0
      self.leastHeld = leastHeld
      mostAccounts = leastHeld
      merging = Merging(runs: runs, bytes: leastHeld / runs * MemoryLayout<RecordPlace>.stride)
    }
  }

  /// What becomes of a record of an account that another record stands for.
  package enum Fate: Hashable, Sendable {
    /// The same input has the account already, in this line.
    case duplicate(line: Int)
    /// A newer record stands in another input.
    case superseded(by: RecordPlace)
    /// It is read with the account's first record, as that of another device.
    case joined
  }

  /// The records that hold for the devices of an account.
  package struct Devices: Sendable {
    /// In the order of the inputs.
    package let places: [RecordPlace]
    /// Indices of ``places``, the newest record first.
    package let newestFirst: [Int]
  }

  private struct FateKey: Hashable {
    var input: Int32
    var start: Int64

    init(_ place: RecordPlace) {
      input = place.input
      start = place.start
    }

    init(input: Int, start: Int64) {
      self.input = Int32(input)
      self.start = start
    }
  }

  private let room: Room
  private var claims: ExternalSorter<AccountClaim>
  /// The apps that account records name, by number and the other way round.
  private var namedApps: [StableHash] = []
  private var appNumbers: [StableHash: Int32] = [:]
  private var items: ExternalSorter<RecordPlace>
  private var fates: [FateKey: Fate] = [:]
  /// By the place of an account's first record, if it has several and any of them names a device.
  private var devices: [FateKey: Devices] = [:]
  /// The apps that account records name, without those that only the heads of files do.
  package var appsNamed: Set<StableHash> { Set(namedApps) }
  /// The contents of `items`, once the roster is settled.
  private var apart = SortedPlaces()
  /// By input, the app of records that name none.
  private var apps: [StableHash?] = []
  /// Ids that several apps have accounts of.
  private var sharedIDs: Set<StableHash> = []
  /// Owners of items that no input has.
  private var unknownOwners: Set<AccountKey> = []
  /// The number of items that stand apart from their accounts.
  package private(set) var joinedCount = 0
  /// Whether places of items went to a temporary file.
  package private(set) var hasSpilled = false

  package init(room: Room) {
    self.room = room
    claims = ExternalSorter(merging: room.merging)
    items = ExternalSorter(merging: room.merging)
  }

  /// - Throws: where a temporary file cannot be written, or the record is larger than 4 GB.
  package mutating func add(_ sketch: RecordSketch, input: Int) throws(FatalInput) {
    if sketch.owner == nil { return }
    guard let record = RecordPlace(sketch, input: input, app: sketch.app.map { number(of: $0) } ?? -1) else {
      throw FatalInput(.dataError, "the record in line \(sketch.place.line) of input \(input + 1) is larger than 4 GB")
    }
    if sketch.isAccount {
      claims.append(
        AccountClaim(record: record, updatedAt: (sketch.updatedAt ?? .distantPast).epochSeconds, device: sketch.device))
      if claims.heldCount >= room.mostAccounts { try claims.spill() }
    } else {
      try append(record)
      joinedCount += 1
    }
  }

  private mutating func number(of app: StableHash) -> Int32 {
    if let known = appNumbers[app] { return known }
    let number = Int32(namedApps.count)
    namedApps.append(app)
    appNumbers[app] = number
    return number
  }

  private mutating func append(_ item: RecordPlace) throws(FatalInput) {
    items.append(item)
    guard items.heldCount >= room.leastHeld else { return }
    if items.heldCount == room.leastHeld { items.reserve(bytes: room.bytes) }
    if items.heldBytes + claims.heldBytes > room.bytes { try items.spill() }
  }

  /// Settles what belongs to what, so that records can be looked up.
  ///
  /// Where several inputs have an account, the record with the newest `updatedAt` holds, then that with the newest `exportedAt`,
  /// then that of the last input. The nested items of the others are joined to it.
  ///
  /// - Parameter inputs: All of them, in order. Loses the chunks that have only items to be read with their accounts.
  package mutating func settle(_ inputs: inout [SurveyedInput]) throws(FatalInput) {
    let needsOwners = joinedCount > 0
    apps = inputs.map { $0.app.map { StableHash($0) } }
    var owners = try settleClaims(inputs, listsOwners: needsOwners)
    hasSpilled = items.hasSpilled
    var hasOwner = try owners.advance()
    var owner: StableHash?
    var ownersApps: Set<StableHash> = []
    var unknown: Set<AccountKey> = []
    let (namedApps, inputApps) = (namedApps, apps)
    apart = try SortedPlaces(&items) { (record) throws(FatalInput) in
      // Then these are the nested items of records that do not hold.
      if !needsOwners { return }
      if record.owner != owner {
        owner = record.owner
        ownersApps.removeAll(keepingCapacity: true)
        while hasOwner, owners.current.id < record.owner { hasOwner = try owners.advance() }
        while hasOwner, owners.current.id == record.owner {
          ownersApps.insert(owners.current.app)
          hasOwner = try owners.advance()
        }
      }
      let input = Int(record.input)
      guard inputs.indices.contains(input) else { throw FatalInput(.ioError, "cannot read the places of records") }
      let key = AccountKey(id: record.owner, app: Roster.app(of: record, namedApps, inputApps))
      // Where nothing says which app, and but one app has the id, that is meant.
      if ownersApps.contains(key.app) || key.app == .ofNothing && ownersApps.count == 1 { return }
      unknown.insert(key)
      inputs[input].chunks.markChunk(at: record.start)
    }
    unknownOwners = unknown
    for index in inputs.indices { inputs[index].chunks.removeAll { !$0.mustBeRead } }
  }

  /// The app of a record, by its hash.
  private static func app(of record: RecordPlace, _ named: [StableHash], _ inputs: [StableHash?]) -> StableHash {
    (record.app >= 0 ? named[Int(record.app)] : inputs[Int(record.input)]) ?? .ofNothing
  }

  /// Finds the record that holds for each account.
  ///
  /// - Parameter listsOwners: Whether the accounts are needed, since there are items to be joined.
  /// - Returns: The accounts, those of one id together and the ids in order, where they are needed.
  private mutating func settleClaims(
    _ inputs: [SurveyedInput], listsOwners: Bool
  ) throws(FatalInput) -> SpillReader<AccountKey> {
    let rivalry = Rivalry(inputs)
    var file = claims.hasSpilled && listsOwners ? try SpillFile<AccountKey>() : nil
    var held: [AccountKey] = []
    var group: [AccountClaim] = []
    var sorter = ExternalSorter<AccountClaim>()
    swap(&sorter, &claims)
    let (namedApps, inputApps) = (namedApps, apps)
    /// The claims to one id are those of as many accounts as they have apps.
    func settleGroup() throws(FatalInput) {
      var rest = group[...]
      while let first = rest.first {
        let app = Roster.app(of: first.record, namedApps, inputApps)
        let isSame = { (claim: AccountClaim) in Roster.app(of: claim.record, namedApps, inputApps) == app }
        // Nearly every account has one.
        if group.count > 1 { try settle(rest.filter(isSame), rivalry) }
        let key = AccountKey(id: first.owner, app: app)
        if file != nil { try file!.append(key) } else if listsOwners { held.append(key) }
        rest = group.count > 1 ? rest.filter { !isSame($0) }[...] : []
        if !rest.isEmpty { sharedIDs.insert(first.owner) }
      }
      group.removeAll(keepingCapacity: true)
    }
    try sorter.drain { (claim) throws(FatalInput) in
      if claim.owner != group.first?.owner { try settleGroup() }
      group.append(claim)
    }
    try settleGroup()
    guard var file else { return SpillReader(held) }
    try file.flush()
    return SpillReader(file, 0..<file.count, room.merging.bytes / MemoryLayout<AccountKey>.stride + 1)
  }

  /// - Parameter group: The records of one account, in order.
  private mutating func settle(_ group: [AccountClaim], _ rivalry: Rivalry) throws(FatalInput) {
    if group.count < 2 { return }
    if group.allSatisfy({ $0.device == 0 }) {
      _ = try settleDevice(group, rivalry)
      return
    }
    var names: [UInt64] = []
    for claim in group where !names.contains(claim.device) { names.append(claim.device) }
    var holding: [AccountClaim] = []
    for name in names { holding.append(try settleDevice(group.filter { $0.device == name }, rivalry)) }
    holding.sort()
    let newestFirst = holding.indices.sorted { rivalry.rank(holding[$0]) > rivalry.rank(holding[$1]) }
    devices[FateKey(group[0].record)] = Devices(places: holding.map(\.record), newestFirst: newestFirst)
    for claim in holding where claim != group[0] { fates[FateKey(claim.record)] = .joined }
  }

  /// Settles the records of one device, and returns the one that holds.
  private mutating func settleDevice(_ group: [AccountClaim], _ rivalry: Rivalry) throws(FatalInput) -> AccountClaim {
    var first = group[0]
    var rivals = [first]
    for claim in group.dropFirst() {
      let place = claim.record
      if place.input == first.record.input {
        fates[FateKey(place)] = .duplicate(line: Int(first.record.line))
      } else {
        first = claim
        rivals.append(claim)
      }
    }
    let winner = rivals.max { rivalry.rank($0) < rivalry.rank($1) }!
    for claim in rivals where claim != winner {
      fates[FateKey(claim.record)] = .superseded(by: winner.record)
      try append(claim.record)
    }
    return winner
  }

  /// What decides between records of one account in several inputs.
  private struct Rivalry {
    /// By input.
    private let exportedAt: [Instant]

    init(_ inputs: [SurveyedInput]) {
      exportedAt = inputs.map { $0.exportedAt ?? .distantPast }
    }

    /// The record with the greatest rank holds.
    func rank(_ claim: AccountClaim) -> (Int64, Instant, Int32, Int64) {
      let input = claim.record.input
      return (claim.updatedAt, exportedAt[Int(input)], input, claim.record.start)
    }
  }

  /// What becomes of the account record at this place; nil where it holds.
  package func fate(input: Int, start: Int64) -> Fate? {
    fates.isEmpty ? nil : fates[FateKey(input: input, start: start)]
  }

  /// The devices of the account whose first record is at this place; nil if it has one record, or none names a device.
  package func devices(input: Int, start: Int64) -> Devices? {
    devices.isEmpty ? nil : devices[FateKey(input: input, start: start)]
  }

  /// The records apart from an account that have items of it, in order of input and place.
  package func recordsApart(of owner: AccountKey) throws(FatalInput) -> [RecordPlace] {
    if apart.isEmpty { return [] }
    let takesNameless = !sharedIDs.contains(owner.id)
    return try apart.places(of: owner.id).filter { place in
      let app = Roster.app(of: place, namedApps, apps)
      return app == owner.app || takesNameless && app == .ofNothing
    }
  }

  /// Whether the owner of an item is an account, so that the item is read with it.
  package func hasOwner(_ owner: AccountKey) -> Bool { !unknownOwners.contains(owner) }
}

/// What names an account: an id under an app, by their hashes.
package struct AccountKey: Hashable, AnyBits {
  let id: StableHash
  let app: StableHash

  init(id: StableHash, app: StableHash) {
    (self.id, self.app) = (id, app)
  }

  /// - Parameter app: nil: nothing says which.
  package init(id: String, app: String?) {
    self.init(id: StableHash(id), app: app.map { StableHash($0) } ?? .ofNothing)
  }
}

extension StableHash {
  /// Stands for what has no name.
  fileprivate static let ofNothing = StableHash(high: 0, low: 0)
}
