import CivilTime
import Diagnostics
import Formats
import PlanModel
import System

/// Assigns records to accounts. The first reading fills it, and the second queries it.
///
/// Places of account records and of separate items are sorted by account, in bounded memory, and merged. The items' places are kept,
/// because items are read with their accounts. Of the account records, only conflicts are kept.
package struct Roster: Sendable {
  /// The memory limits of a roster.
  package struct Room: Sendable {
    /// The bytes of places in memory above which items go to disk.
    package var bytes: Int
    /// The number of item places that always stay in memory.
    package var minimumHeld = 1 << 17
    /// The maximum number of account places in memory, so that more accounts take no more memory.
    package var maximumAccounts = 1 << 15
    var merging = Merging()

    package init(bytes: Int) { self.bytes = bytes }

    /// - Parameters:
    ///   - minimumHeld: The number of places that always stay in memory.
    ///   - runs: The number of sorted runs merged at once.
    package init(minimumHeld: Int, runs: Int) {
      bytes = 0
      self.minimumHeld = minimumHeld
      maximumAccounts = minimumHeld
      merging = Merging(runs: runs, bytes: minimumHeld / runs * MemoryLayout<RecordPlace>.stride)
    }
  }

  /// What happens to an account record that is not read as an account of its own.
  package enum Fate: Hashable, Sendable {
    /// The same input already has the account, in this line.
    case duplicate(line: Int)
    /// Another input has a newer record, with which this one's items are read.
    case superseded
    /// The record is read together with the account's first record, as another device's.
    case joined
  }

  /// The valid records of an account's devices.
  package struct Devices: Sendable {
    /// The places, in the order of the inputs.
    package let places: [RecordPlace]
    /// The indices in ``places``, newest record first.
    package let newestFirst: [Int]

    /// Creates the place of a single record.
    package init(_ place: RecordPlace) { (places, newestFirst) = ([place], [0]) }

    init(places: [RecordPlace], newestFirst: [Int]) { (self.places, self.newestFirst) = (places, newestFirst) }
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
  /// The apps named in account records, by number, and the numbers by app.
  private var namedApps: [StableHash] = []
  private var appNumbers: [StableHash: Int32] = [:]
  private var items: ExternalSorter<RecordPlace>
  private var fates: [FateKey: Fate] = [:]
  /// By the place of an account record, the record that counts if this one is rejected.
  private var runnersUp: [FateKey: RecordPlace] = [:]
  /// The devices by the place of the account's first record, for accounts with several records of which any names a device.
  private var devices: [FateKey: Devices] = [:]
  /// The apps named in account records, excluding those only in the heads of files.
  package var appsNamed: Set<StableHash> { Set(namedApps) }
  /// The sorted contents of `items`, after settling.
  private var separate = SortedPlaces()
  /// For each input, the app of records that name none.
  private var apps: [StableHash?] = []
  /// The ids of accounts in several apps.
  private var sharedIDs: Set<StableHash> = []
  /// Owners of items that are in no input.
  private var unknownOwners: Set<AccountKey> = []
  /// The number of separate items.
  package private(set) var joinedCount = 0
  /// Whether places of items were written to a temporary file.
  package private(set) var hasSpilled = false

  package init(room: Room) {
    self.room = room
    claims = ExternalSorter(merging: room.merging)
    items = ExternalSorter(merging: room.merging)
  }

  /// - Throws: If a temporary file cannot be written, or the record is larger than 4 GB.
  package mutating func add(_ sketch: RecordSketch, input: Int) throws(RunFault) {
    if sketch.owner == nil { return }
    guard let record = RecordPlace(sketch, input: input, app: sketch.app.map { number(of: $0) } ?? -1) else {
      throw RunFault(.dataError, "the record in line \(sketch.place.line) of input \(input + 1) is larger than 4 GB")
    }
    if sketch.isAccount {
      claims.append(
        AccountClaim(record: record, updatedAt: (sketch.updatedAt ?? .distantPast).epochSeconds, device: sketch.device))
      if claims.heldCount >= room.maximumAccounts { try claims.spill() }
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

  private mutating func append(_ item: RecordPlace) throws(RunFault) {
    items.append(item)
    guard items.heldCount >= room.minimumHeld else { return }
    if items.heldCount == room.minimumHeld { items.reserve(bytes: room.bytes) }
    if items.heldBytes + claims.heldBytes > room.bytes { try items.spill() }
  }

  /// Assigns all records to accounts, so that they can be looked up.
  ///
  /// If several inputs have an account, the record with the newest `updatedAt` wins, then the newest `exportedAt`, then the last input.
  /// The nested items of the other records are joined to it.
  ///
  /// - Parameter inputs: All inputs, in order. Chunks that contain only items of known accounts are removed.
  package mutating func settle(_ inputs: inout [SurveyedInput]) throws(RunFault) {
    let needsOwners = joinedCount > 0
    apps = inputs.map { $0.app.map { StableHash($0) } }
    var owners = try settleClaims(inputs, listsOwners: needsOwners)
    hasSpilled = items.hasSpilled
    var hasOwner = try owners.advance()
    var owner: StableHash?
    var ownersApps: Set<StableHash> = []
    var unknown: Set<AccountKey> = []
    let (namedApps, inputApps) = (namedApps, apps)
    separate = try SortedPlaces(&items) { (record) throws(RunFault) in
      // These are only the nested items of records that lost.
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
      guard inputs.indices.contains(input) else { throw RunFault(.ioError, "cannot read the places of records") }
      let key = AccountKey(id: record.owner, app: Roster.app(of: record, namedApps, inputApps))
      // A record without an app belongs to the only app that has the id.
      if ownersApps.contains(key.app) || key.app == .ofNothing && ownersApps.count == 1 { return }
      unknown.insert(key)
      inputs[input].chunks.markChunk(at: record.start)
    }
    unknownOwners = unknown
    for index in inputs.indices { inputs[index].chunks.removeAll { !$0.mustBeRead } }
  }

  /// Returns the hash of a record's app.
  private static func app(of record: RecordPlace, _ named: [StableHash], _ inputs: [StableHash?]) -> StableHash {
    (record.app >= 0 ? named[Int(record.app)] : inputs[Int(record.input)]) ?? .ofNothing
  }

  /// Finds the winning record of each account.
  ///
  /// - Parameter listsOwners: Whether to return the accounts, which separate items need.
  /// - Returns: The accounts in order of their ids, if requested.
  private mutating func settleClaims(
    _ inputs: [SurveyedInput], listsOwners: Bool
  ) throws(RunFault) -> SpillReader<AccountKey> {
    let precedence = Precedence(inputs)
    var file = claims.hasSpilled && listsOwners ? try SpillFile<AccountKey>() : nil
    var held: [AccountKey] = []
    var group: [AccountClaim] = []
    var sorter = ExternalSorter<AccountClaim>()
    swap(&sorter, &claims)
    let (namedApps, inputApps) = (namedApps, apps)
    /// Settles all claims to one id, which may belong to accounts of several apps.
    func settleGroup() throws(RunFault) {
      guard let owner = group.first?.owner else { return }
      // Nearly every account has one claim.
      let apps = group.count == 1 ? [group] : group.grouped { Roster.app(of: $0.record, namedApps, inputApps) }
      for claims in apps {
        try settle(claims, precedence)
        let key = AccountKey(id: owner, app: Roster.app(of: claims[0].record, namedApps, inputApps))
        if file != nil { try file!.append(key) } else if listsOwners { held.append(key) }
      }
      if apps.count > 1 { sharedIDs.insert(owner) }
      group.removeAll(keepingCapacity: true)
    }
    try sorter.drain { (claim) throws(RunFault) in
      if claim.owner != group.first?.owner { try settleGroup() }
      group.append(claim)
    }
    try settleGroup()
    guard var file else { return SpillReader(held) }
    try file.flush()
    return SpillReader(file, 0..<file.count, room.merging.bytes / MemoryLayout<AccountKey>.stride + 1)
  }

  /// - Parameter group: The records of one account, in order.
  private mutating func settle(_ group: [AccountClaim], _ precedence: Precedence) throws(RunFault) {
    if group.count < 2 { return }
    if group.allSatisfy({ $0.device == 0 }) {
      _ = try settleDevice(group, precedence)
      return
    }
    var holding: [AccountClaim] = []
    for claims in group.grouped(by: \.device) { holding.append(try settleDevice(claims, precedence)) }
    holding.sort()
    let newestFirst = holding.indices.sorted { precedence.rank(holding[$0]) > precedence.rank(holding[$1]) }
    devices[FateKey(group[0].record)] = Devices(places: holding.map(\.record), newestFirst: newestFirst)
    for claim in holding where claim != group[0] { fates[FateKey(claim.record)] = .joined }
  }

  /// Settles the records of one device, and returns the winner.
  private mutating func settleDevice(_ group: [AccountClaim], _ precedence: Precedence) throws(RunFault)
    -> AccountClaim
  {
    var first = group[0]
    var conflicting = [first]
    for claim in group.dropFirst() {
      let place = claim.record
      if place.input == first.record.input {
        fates[FateKey(place)] = .duplicate(line: Int(first.record.line))
      } else {
        first = claim
        conflicting.append(claim)
      }
    }
    if conflicting.count == 1 { return first }
    conflicting.sort { precedence.rank($0) > precedence.rank($1) }
    for (better, claim) in zip(conflicting, conflicting.dropFirst()) {
      runnersUp[FateKey(better.record)] = claim.record
      fates[FateKey(claim.record)] = .superseded
      try append(claim.record)
    }
    return conflicting[0]
  }

  /// The rules for choosing among an account's records in several inputs.
  private struct Precedence {
    /// The time of each input's export.
    private let exportedAt: [Instant]

    init(_ inputs: [SurveyedInput]) { exportedAt = inputs.map { $0.exportedAt ?? .distantPast } }

    /// Returns the rank of a record. The highest wins.
    func rank(_ claim: AccountClaim) -> (Int64, Instant, Int32, Int64) {
      let input = claim.record.input
      return (claim.updatedAt, exportedAt[Int(input)], input, claim.record.start)
    }
  }

  /// Returns the fate of the account record at a place; nil if it is read as usual.
  package func fate(input: Int, start: Int64) -> Fate? {
    fates.isEmpty ? nil : fates[FateKey(input: input, start: start)]
  }

  /// Returns the next older record of the same account and device; nil if there is none.
  package func runnerUp(_ place: RecordPlace) -> RecordPlace? {
    runnersUp.isEmpty ? nil : runnersUp[FateKey(place)]
  }

  /// Returns the record that counts if the account record at a place is rejected; nil if there is none.
  package func runnerUp(input: Int, start: Int64) -> RecordPlace? {
    runnersUp.isEmpty ? nil : runnersUp[FateKey(input: input, start: start)]
  }

  /// Returns the devices of the account whose first record is at a place; nil if it has one record, or none names a device.
  package func devices(input: Int, start: Int64) -> Devices? {
    devices.isEmpty ? nil : devices[FateKey(input: input, start: start)]
  }

  /// Returns the separate records with items of an account, in order of input and place.
  package func separateRecords(of owner: AccountKey) throws(RunFault) -> [RecordPlace] {
    if separate.isEmpty { return [] }
    let takesNameless = !sharedIDs.contains(owner.id)
    return try separate.places(of: owner.id).filter { place in
      let app = Roster.app(of: place, namedApps, apps)
      return app == owner.app || takesNameless && app == .ofNothing
    }
  }

  /// Returns whether an item's owner is a known account, with which the item is read.
  package func hasOwner(_ owner: AccountKey) -> Bool { !unknownOwners.contains(owner) }
}

extension [AccountClaim] {
  /// Returns the claims with equal keys together, each group and its claims in their order here.
  fileprivate func grouped(by key: (AccountClaim) -> some Hashable) -> [[AccountClaim]] {
    Dictionary(grouping: indices) { key(self[$0]) }.values.sorted { $0[0] < $1[0] }.map { $0.map { self[$0] } }
  }
}

/// The identity of an account: hashes of its id and app.
package struct AccountKey: Hashable, AnyBits {
  let id: StableHash
  let app: StableHash

  init(id: StableHash, app: StableHash) { (self.id, self.app) = (id, app) }

  /// - Parameter app: The app; nil if none is named.
  package init(id: String, app: String?) {
    self.init(id: StableHash(id), app: app.map { StableHash($0) } ?? .ofNothing)
  }
}

extension StableHash {
  /// The hash of a missing name.
  fileprivate static let ofNothing = StableHash(high: 0, low: 0)
}
