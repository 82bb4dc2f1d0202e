import CivilTime
import Diagnostics
import PlanModel

/// Which records make up which account: filled while the inputs are surveyed, asked while they are read.
///
/// Per account it holds an entry of a ``HashTable``, and a claim more where there is more than one input. Items that stand
/// apart from their accounts are known by place only, and read again when the account is. As many places as there is
/// room for are in memory, the others in a temporary file.
package struct Roster: Sendable {
  /// How much memory a roster may take.
  package struct Room: Sendable {
    /// Places of items leave the memory where they and the tables of accounts take more than so many bytes together.
    package var bytes: Int
    /// But so many of them are held in any case.
    package var leastHeld = 1 << 17
    var merging = PlaceSorter.Merging()

    package init(bytes: Int) {
      self.bytes = bytes
    }

    /// - Parameters:
    ///   - leastHeld: How many places are held in any case.
    ///   - runs: How many sorted runs are merged at once.
    package init(leastHeld: Int, runs: Int) {
      bytes = 0
      self.leastHeld = leastHeld
      merging = PlaceSorter.Merging(runs: runs, places: max(1, leastHeld / runs))
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

  private struct Claim {
    var record: OwnedPlace
    /// The distant past where the record does not say.
    var updatedAt: Instant
    /// The hash of the app that the record names; nil: its input's.
    var app: StableHash?
  }

  private struct FateKey: Hashable {
    var input: Int32
    var start: Int64
  }

  private let room: Room
  private let keepsClaims: Bool
  private var accounts = HashTable()
  /// The records of accounts; kept only while there is more than one input.
  private var claims = PagedArray<Claim>()
  /// The claims to accounts that several inputs have.
  private var rivals: [StableHash: [Claim]] = [:]
  private var fates: [FateKey: Fate] = [:]
  private var lastInput: Int32 = -1
  private var seenInInput = HashTable()
  private var sorter: PlaceSorter
  /// What was in `sorter`, once the roster is settled.
  private var apart = SortedPlaces()
  /// Records other than accounts that are joined to them.
  package private(set) var joinedCount = 0
  /// Whether places of items were kept in a temporary file.
  package private(set) var hasSpilled = false

  package init(inputCount: Int, room: Room) {
    self.room = room
    keepsClaims = inputCount > 1
    sorter = PlaceSorter(merging: room.merging)
  }

  /// - Throws: where there is no place for a temporary file, or the record is larger than 4 GB.
  package mutating func add(_ sketch: RecordSketch, input: Int) throws(FatalInput) {
    guard let owner = sketch.owner else { return }
    let place = RecordPlace(sketch, input: input)
    guard let record = OwnedPlace(owner, place) else {
      throw FatalInput(.dataError, "the record in line \(place.line) of input \(input + 1) is larger than 4 GB")
    }
    if sketch.isAccount {
      addAccount(sketch, record, place)
    } else {
      sorter.append(record)
      joinedCount += 1
    }
    try keepToRoom()
  }

  private mutating func keepToRoom() throws(FatalInput) {
    guard sorter.heldCount >= room.leastHeld else { return }
    if sorter.heldCount == room.leastHeld { sorter.reserve(bytes: room.bytes) }
    let tables = accounts.byteCount + seenInInput.byteCount + claims.byteCount
    if sorter.heldBytes + tables > room.bytes { try sorter.spill() }
  }

  private mutating func addAccount(_ sketch: RecordSketch, _ record: OwnedPlace, _ place: RecordPlace) {
    guard keepsClaims else {
      if let line = accounts.insert(record.owner, value: place.line) {
        fates[FateKey(input: place.input, start: place.start)] = .duplicate(line: Int(line))
      }
      return
    }
    if place.input != lastInput {
      lastInput = place.input
      seenInInput = HashTable()
    }
    if let line = seenInInput.insert(record.owner, value: place.line) {
      fates[FateKey(input: place.input, start: place.start)] = .duplicate(line: Int(line))
      return
    }
    let claim = Claim(record: record, updatedAt: sketch.updatedAt ?? .distantPast, app: sketch.app)
    if let first = accounts.insert(record.owner, value: Int32(claims.count)) {
      rivals[record.owner, default: [claims[Int(first)]]].append(claim)
    }
    claims.append(claim)
  }

  /// Settles what belongs to what, after which records can be looked up.
  ///
  /// Of several inputs' records of an account, that with the newest `updatedAt` holds, then with the newest `exportedAt`,
  /// then the later in input order. The others' nested items are joined to it.
  ///
  /// - Parameter inputs: All of them, in order. Chunks of which nothing is to be told, since they have only items that are
  ///   read with their accounts, are taken out.
  package mutating func settle(_ inputs: inout [SurveyedInput]) throws(FatalInput) {
    claims = PagedArray()
    seenInInput = HashTable()
    try settleRivals(inputs)
    hasSpilled = sorter.hasSpilled
    var owner: StableHash?
    var isKnown = false
    let accounts = accounts
    apart = try sorter.sorted { record in
      if record.owner != owner {
        owner = record.owner
        isKnown = accounts.contains(record.owner)
      }
      if !isKnown { inputs[Int(record.place.input)].chunks.markChunk(at: record.place.start) }
    }
    for index in inputs.indices { inputs[index].chunks.removeAll { !$0.mustBeRead } }
  }

  private mutating func settleRivals(_ inputs: [SurveyedInput]) throws(FatalInput) {
    let appHashes = inputs.map { $0.app.map { StableHash($0) } }
    let app = { (claim: Claim) in claim.app ?? appHashes[Int(claim.record.place.input)] }
    let rank = { (claim: Claim) in
      let input = claim.record.place.input
      return (claim.updatedAt, inputs[Int(input)].exportedAt ?? .distantPast, input)
    }
    for claims in rivals.values {
      let winner = claims.max { rank($0) < rank($1) }!
      for claim in claims {
        let place = claim.record.place
        if place == winner.record.place { continue }
        guard app(claim) == app(winner) else {
          fates[FateKey(input: place.input, start: place.start)] = .otherApp(at: winner.record.place)
          continue
        }
        fates[FateKey(input: place.input, start: place.start)] = .superseded(by: winner.record.place)
        sorter.append(claim.record)
        try keepToRoom()
      }
    }
    rivals = [:]
  }

  /// What becomes of the account record at this place; nil: it holds.
  package func fate(input: Int, start: Int64) -> Fate? {
    fates.isEmpty ? nil : fates[FateKey(input: Int32(input), start: start)]
  }

  /// Records with items of this account that stand apart from it, in order of input and place.
  package func recordsApart(of owner: StableHash) throws(FatalInput) -> [RecordPlace] {
    apart.isEmpty ? [] : try apart.places(of: owner)
  }

  package func hasAccount(_ owner: StableHash) -> Bool { accounts.contains(owner) }
}
