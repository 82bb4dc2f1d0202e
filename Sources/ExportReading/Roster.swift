import CivilTime
import Diagnostics
import PlanModel

/// A record's place among all inputs.
package struct RecordPlace: Hashable, Sendable {
  package var input: Int32
  package var line: Int32
  package var column: Int32
  /// An account with items nested in it, not an item.
  package var isAccount: Bool
  package var start: Int64
  package var end: Int64

  init(_ sketch: RecordSketch, input: Int) {
    self.input = Int32(input)
    start = sketch.start
    end = sketch.end
    line = Int32(truncatingIfNeeded: sketch.line)
    column = Int32(truncatingIfNeeded: sketch.column)
    isAccount = sketch.isAccount
  }
}

extension RecordPlace {
  var location: RecordLocation { RecordLocation(input: Int(input), line: Int(line), column: Int(column)) }
}

/// Which records make up which account: filled while the inputs are surveyed, asked while they are read.
///
/// Per account it holds 20 bytes of table, and per input a record more where there is more than one input.
/// Items that stand apart from their accounts are held by place only, and read again when the account is.
package struct Roster: Sendable {
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
    var owner: StableHash
    var place: RecordPlace
    var updatedAt: Instant?
    /// The hash of the app that the record names; nil: its input's.
    var app: StableHash?
  }

  private var accounts = HashTable()
  /// The records of accounts; kept only while there is more than one input.
  private var claims: [Claim] = []
  private let keepsClaims: Bool
  private var fates: [FateKey: Fate] = [:]
  private var apart: [StableHash: [RecordPlace]] = [:]
  private var rivals: [StableHash: [Claim]] = [:]
  private var lastInput: Int32 = -1
  private var seenInInput = HashTable()
  /// Records other than accounts that are joined to them.
  package private(set) var joinedCount = 0

  private struct FateKey: Hashable {
    var input: Int32
    var start: Int64
  }

  package init(inputCount: Int) {
    keepsClaims = inputCount > 1
  }

  package mutating func add(_ sketch: RecordSketch, input: Int) {
    guard let owner = sketch.owner else { return }
    let place = RecordPlace(sketch, input: input)
    guard sketch.isAccount else {
      apart[owner, default: []].append(place)
      joinedCount += 1
      return
    }
    if place.input != lastInput {
      lastInput = place.input
      seenInInput = HashTable()
    }
    let isNewHere = keepsClaims ? seenInInput.insert(owner, value: place.line) : nil
    let known = accounts.insert(owner, value: keepsClaims ? Int32(claims.count) : place.line)
    guard keepsClaims else {
      if let line = known { fates[FateKey(input: place.input, start: place.start)] = .duplicate(line: Int(line)) }
      return
    }
    if let line = isNewHere {
      fates[FateKey(input: place.input, start: place.start)] = .duplicate(line: Int(line))
      return
    }
    let claim = Claim(owner: owner, place: place, updatedAt: sketch.updatedAt, app: sketch.app)
    if let first = known {
      rivals[owner, default: [claims[Int(first)]]].append(claim)
    }
    claims.append(claim)
  }

  /// Settles which of several inputs' records of an account holds: the newest `updatedAt`, then the newest
  /// `exportedAt`, then the later in input order. The others' nested items are joined to it.
  ///
  /// - Parameters:
  ///   - exportedAt: By input.
  ///   - apps: By input, the app of accounts that name none.
  package mutating func settle(exportedAt: [Instant?], apps: [String?]) {
    let appHashes = apps.map { $0.map { StableHash($0) } }
    let app = { (claim: Claim) in claim.app ?? appHashes[Int(claim.place.input)] }
    claims = []
    seenInInput = HashTable()
    for (owner, claims) in rivals {
      let rank = { (claim: Claim) in
        (
          claim.updatedAt ?? .distantPast, exportedAt[Int(claim.place.input)] ?? .distantPast, claim.place.input
        )
      }
      let winner = claims.max { rank($0) < rank($1) }!
      for claim in claims where claim.place != winner.place {
        guard app(claim) == app(winner) else {
          fates[FateKey(input: claim.place.input, start: claim.place.start)] = .otherApp(at: winner.place)
          continue
        }
        fates[FateKey(input: claim.place.input, start: claim.place.start)] = .superseded(by: winner.place)
        apart[owner, default: []].append(claim.place)
      }
    }
    rivals = [:]
    for owner in apart.keys {
      apart[owner]!.sort { ($0.input, $0.start) < ($1.input, $1.start) }
    }
  }

  /// What becomes of the account record at this place; nil: it holds.
  package func fate(input: Int, start: Int64) -> Fate? {
    fates.isEmpty ? nil : fates[FateKey(input: Int32(input), start: start)]
  }

  /// Records with items of this account that stand apart from it.
  package func recordsApart(of owner: StableHash) -> [RecordPlace] {
    apart.isEmpty ? [] : apart[owner] ?? []
  }

  package func hasAccount(_ owner: StableHash) -> Bool { accounts.contains(owner) }
}

/// An open-addressing table from 128-bit hashes to a small number.
struct HashTable: Sendable {
  private var highs: [UInt64] = []
  private var lows: [UInt64] = []
  private var values: [Int32] = []
  private var count = 0

  /// - Returns: The value that the key has already; nil where it is new and was inserted.
  mutating func insert(_ key: StableHash, value: Int32) -> Int32? {
    if count * 4 >= highs.count * 3 { grow() }
    let slot = slot(of: key)
    if values[slot] >= 0 { return values[slot] }
    (highs[slot], lows[slot], values[slot]) = (key.high, key.low, value)
    count += 1
    return nil
  }

  func contains(_ key: StableHash) -> Bool {
    count > 0 && values[slot(of: key)] >= 0
  }

  private func slot(of key: StableHash) -> Int {
    let mask = highs.count - 1
    var slot = Int(truncatingIfNeeded: key.low) & mask
    while values[slot] >= 0, highs[slot] != key.high || lows[slot] != key.low { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = self
    let size = max(64, highs.count * 2)
    highs = Array(repeating: 0, count: size)
    lows = Array(repeating: 0, count: size)
    values = Array(repeating: -1, count: size)
    for index in old.values.indices where old.values[index] >= 0 {
      let slot = slot(of: StableHash(high: old.highs[index], low: old.lows[index]))
      (highs[slot], lows[slot], values[slot]) = (old.highs[index], old.lows[index], old.values[index])
    }
  }
}
