import Diagnostics
import PlanFiles
import PlanModel
import Spilling
import System

/// Names that must be unique in a plan: accounts, and the uid stems of an account. Those that do not fit into memory
/// go to a temporary file.
struct UniqueNames {
  /// A name by its hash, and the line that has it.
  private struct Place: Comparable, AnyBits {
    var high: UInt64
    var low: UInt64
    var line: Int64

    static func < (a: Place, b: Place) -> Bool { (a.high, a.low, a.line) < (b.high, b.low, b.line) }
  }

  /// The bytes of memory for each sort.
  private static let room = 16 << 20

  private var accounts = ExternalSorter<Place> { $0.sort() }
  private var stems = ExternalSorter<Place> { $0.sort() }

  mutating func add(_ account: VerifiedAccount, _ stems: Set<StableHash>) throws(RunFault) {
    let line = account.details == nil ? account.firstLine : account.detailsLine
    let hash = AccountIndex.key(account.name)
    accounts.append(Place(high: hash.high, low: hash.low, line: Int64(line)))
    for stem in stems { self.stems.append(Place(high: stem.high, low: stem.low, line: Int64(account.firstLine))) }
    if accounts.heldBytes > UniqueNames.room { try accounts.spill() }
    if self.stems.heldBytes > UniqueNames.room { try self.stems.spill() }
  }

  mutating func check(_ run: VerifiedRun) throws(RunFault) {
    func reportDuplicates(_ sorter: inout ExternalSorter<Place>, _ note: (Int64, Int64) -> Void) throws(RunFault) {
      var last: Place?
      try sorter.drain { (place) throws(RunFault) in
        if let last, last.high == place.high, last.low == place.low { note(last.line, place.line) }
        last = place
      }
    }
    let lines = run.files.accounts ?? run.files.plan
    var known: Set<Int64> = []
    try reportDuplicates(&accounts) { first, line in
      known.insert(line)
      run.log.add(
        .accounts, lines?.name ?? "", Int(line), "the account of line \(first) again", expected: "each account once")
    }
    // A repeated account repeats its stems too.
    if !known.isEmpty { return }
    try reportDuplicates(&stems) { first, line in
      run.log.add(
        .uid, run.files.plan?.name ?? "", Int(line), "a uid of the account of line \(first)",
        expected: "different uids for each account")
    }
  }
}
