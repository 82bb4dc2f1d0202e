import CivilTime
import Diagnostics
import PlanModel

/// Which records make up which account: filled while the inputs are surveyed, asked while they are read.
///
/// The places of account records, and of items that stand apart from their accounts, are sorted by the accounts' ids, in
/// bounded memory; side by side they tell what belongs to what. Kept are those of the items, which are read again when their
/// account is, and whatever is wrong.
package struct Roster: Sendable {
  /// How much memory a roster may take.
  package struct Room: Sendable {
    /// Places of items leave the memory where they and those of accounts take more than so many bytes together.
    package var bytes: Int
    /// But so many of them are held in any case.
    package var leastHeld = 1 << 17
    /// So many places of accounts are held: a run that has more takes no more memory than one that has so many.
    package var mostAccounts = 1 << 15
    var merging = Merging()

    package init(bytes: Int) {
      self.bytes = bytes
    }

    /// - Parameters:
    ///   - leastHeld: How many places are held in any case.
    ///   - runs: How many sorted runs are merged at once.
    package init(leastHeld: Int, runs: Int) {
      bytes = 0
      self.leastHeld = leastHeld
      mostAccounts = leastHeld
      merging = Merging(runs: runs, bytes: leastHeld / runs * MemoryLayout<OwnedPlace>.stride)
    }
  }

  /// What becomes of an account record that is not its account's one record.
  package enum Fate: Hashable, Sendable {
    /// The same input has the account already, at this line.
    case duplicate(line: Int)
    /// A newer record stands in another input.
    case superseded(by: RecordPlace)
    /// Another input has an account of another app with the same id.
    case otherApp(at: RecordPlace)
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
  private var items: ExternalSorter<OwnedPlace>
  private var fates: [FateKey: Fate] = [:]
  /// Those of files' heads are not among them.
  package var appsNamed: Set<StableHash> { Set(namedApps) }
  /// What was in `items`, once the roster is settled.
  private var apart = SortedPlaces()
  /// Owners of items that are no accounts.
  private var unknownOwners: Set<StableHash> = []
  /// Records other than accounts that are joined to them.
  package private(set) var joinedCount = 0
  /// Whether places of items were kept in a temporary file.
  package private(set) var hasSpilled = false

  package init(room: Room) {
    self.room = room
    claims = ExternalSorter(merging: room.merging)
    items = ExternalSorter(merging: room.merging)
  }

  /// - Throws: where there is no place for a temporary file, or the record is larger than 4 GB.
  package mutating func add(_ sketch: RecordSketch, input: Int) throws(FatalInput) {
    guard let owner = sketch.owner else { return }
    let place = RecordPlace(sketch, input: input)
    guard let record = OwnedPlace(owner, place) else {
      throw FatalInput(.dataError, "the record in line \(place.line) of input \(input + 1) is larger than 4 GB")
    }
    if sketch.isAccount {
      claims.append(
        AccountClaim(
          record: record, updatedAt: (sketch.updatedAt ?? .distantPast).epochSeconds,
          app: sketch.app.map { number(of: $0) } ?? -1))
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

  private mutating func append(_ item: OwnedPlace) throws(FatalInput) {
    items.append(item)
    guard items.heldCount >= room.leastHeld else { return }
    if items.heldCount == room.leastHeld { items.reserve(bytes: room.bytes) }
    if items.heldBytes + claims.heldBytes > room.bytes { try items.spill() }
  }

  /// Settles what belongs to what, after which records can be looked up.
  ///
  /// Of several inputs' records of an account, that with the newest `updatedAt` holds, then with the newest `exportedAt`,
  /// then the later in input order. The others' nested items are joined to it.
  ///
  /// - Parameter inputs: All of them, in order. Chunks of which nothing is to be told, since they have only items that are
  ///   read with their accounts, are taken out.
  package mutating func settle(_ inputs: inout [SurveyedInput]) throws(FatalInput) {
    let needsOwners = joinedCount > 0
    var owners = try settleClaims(inputs, listsOwners: needsOwners)
    hasSpilled = items.hasSpilled
    var hasOwner = try owners.advance()
    var owner: StableHash?
    var isKnown = false
    var unknown: Set<StableHash> = []
    apart = try SortedPlaces(&items) { (record) throws(FatalInput) in
      // Where no item stands apart, these are the nested ones of records that do not hold.
      if !needsOwners { return }
      if record.owner != owner {
        owner = record.owner
        while hasOwner, owners.current < record.owner { hasOwner = try owners.advance() }
        isKnown = hasOwner && owners.current == record.owner
        if !isKnown { unknown.insert(record.owner) }
      }
      if !isKnown { inputs[Int(record.place.input)].chunks.markChunk(at: record.place.start) }
    }
    unknownOwners = unknown
    for index in inputs.indices { inputs[index].chunks.removeAll { !$0.mustBeRead } }
  }

  /// Finds the record that holds of each account.
  ///
  /// - Parameter listsOwners: Whether there are items to find the accounts of.
  /// - Returns: The accounts in order, where they are wanted.
  private mutating func settleClaims(
    _ inputs: [SurveyedInput], listsOwners: Bool
  ) throws(FatalInput) -> SpillReader<StableHash> {
    let rivalry = Rivalry(inputs)
    var file = claims.hasSpilled && listsOwners ? try SpillFile<StableHash>() : nil
    var held: [StableHash] = []
    var group: [AccountClaim] = []
    var sorter = ExternalSorter<AccountClaim>()
    swap(&sorter, &claims)
    try sorter.drain { (claim) throws(FatalInput) in
      if claim.owner != group.first?.owner {
        try settle(group, rivalry)
        group.removeAll(keepingCapacity: true)
        if file != nil { try file!.append(claim.owner) } else if listsOwners { held.append(claim.owner) }
      }
      group.append(claim)
    }
    try settle(group, rivalry)
    guard var file else { return SpillReader(held) }
    try file.flush()
    return SpillReader(file, 0..<file.count, room.merging.bytes / MemoryLayout<StableHash>.stride + 1)
  }

  /// - Parameter group: The records of one account, in order.
  private mutating func settle(_ group: [AccountClaim], _ rivalry: Rivalry) throws(FatalInput) {
    if group.count < 2 { return }
    var first = group[0]
    var rivals = [first]
    for claim in group.dropFirst() {
      let place = claim.record.place
      if place.input == first.record.place.input {
        fates[FateKey(place)] = .duplicate(line: Int(first.record.place.line))
      } else {
        first = claim
        rivals.append(claim)
      }
    }
    let winner = rivals.max { rivalry.rank($0) < rivalry.rank($1) }!
    for claim in rivals where claim != winner {
      let place = claim.record.place
      guard rivalry.app(claim, namedApps) == rivalry.app(winner, namedApps) else {
        fates[FateKey(place)] = .otherApp(at: winner.record.place)
        continue
      }
      fates[FateKey(place)] = .superseded(by: winner.record.place)
      try append(claim.record)
    }
  }

  /// What decides between records of one account in several inputs.
  private struct Rivalry {
    /// By input.
    private let apps: [StableHash?]
    private let exportedAt: [Instant]

    init(_ inputs: [SurveyedInput]) {
      apps = inputs.map { $0.app.map { StableHash($0) } }
      exportedAt = inputs.map { $0.exportedAt ?? .distantPast }
    }

    /// The app of a record, by its hash.
    func app(_ claim: AccountClaim, _ named: [StableHash]) -> StableHash? {
      claim.app >= 0 ? named[Int(claim.app)] : apps[Int(claim.record.place.input)]
    }

    /// The greatest holds.
    func rank(_ claim: AccountClaim) -> (Int64, Instant, Int32) {
      let input = claim.record.place.input
      return (claim.updatedAt, exportedAt[Int(input)], input)
    }
  }

  /// What becomes of the account record at this place; nil: it holds.
  package func fate(input: Int, start: Int64) -> Fate? {
    fates.isEmpty ? nil : fates[FateKey(input: input, start: start)]
  }

  /// Records with items of this account that stand apart from it, in order of input and place.
  package func recordsApart(of owner: StableHash) throws(FatalInput) -> [RecordPlace] {
    apart.isEmpty ? [] : try apart.places(of: owner)
  }

  /// Whether an item that stands apart belongs to an account, with which it is read.
  package func hasOwner(_ owner: StableHash) -> Bool { !unknownOwners.contains(owner) }
}
