import Bytes
import PlanModel

/// An account as the lists of a site are sorted by: what they say of it but for its names, in as many bytes for every account, so that
/// more of them than memory has room for are sorted on disk.
package struct SiteEntry: AnyBits, Comparable {
  /// Which list it stands in.
  package enum List: UInt8, CaseIterable, Sendable {
    case rejected, lost, horizon
    /// All accounts, by their ids.
    case all

    package init?(_ severity: SiteSeverity) {
      switch severity {
      case .rejected: self = .rejected
      case .lost: self = .lost
      case .horizon: self = .horizon
      case .none: return nil
      }
    }
  }

  /// The list, and where in it the account stands before its id is looked at.
  private var rank: UInt64
  /// The first bytes of the id in lower case, the first highest; where they are the same, accounts are in the order of the run.
  private var id = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
  /// Its number in the run, from 0.
  private var number: UInt32
  package let app: UInt32
  package let zone: UInt32
  let marks: SiteMarks
  let looks: SiteMarks
  let lost: Int32
  /// The page that it is on.
  package let page: UInt32
  let severity: UInt32
  /// Where the id is among those that were set aside, and how many bytes it has.
  package let idSize: UInt32
  package let idStart: Int64
  /// `.max`: not known.
  let planAgain: Int64
  /// The hash in its section's `id`.
  let anchor: UInt64

  /// - Parameters:
  ///   - list: Of those, one that the account stands in.
  ///   - app: Its number, and that of the zone.
  ///   - idStart: Where the id was set aside.
  package init(
    _ account: ListedAccount, in list: List, number: Int, app: Int, zone: Int, page: Int, idStart: Int64
  ) {
    self.number = UInt32(truncatingIfNeeded: number)
    self.app = UInt32(truncatingIfNeeded: app)
    self.zone = UInt32(truncatingIfNeeded: zone)
    self.page = UInt32(truncatingIfNeeded: page)
    self.idStart = idStart
    idSize = UInt32(truncatingIfNeeded: account.id.utf8.count)
    marks = account.marks
    looks = account.looks
    lost = account.lost
    severity = UInt32(account.severity.rawValue)
    planAgain = account.planAgain ?? .max
    anchor = account.anchor
    // In a list of what is lost, the most come first; of what runs out, the soonest.
    let order: UInt64 =
      switch list {
      case .all: 0
      case .horizon: UInt64(bitPattern: planAgain) >> 8 & 0x7f_ffff_ffff_ffff
      case .rejected, .lost: UInt64(UInt32.max - UInt32(bitPattern: lost))
      }
    rank = UInt64(list.rawValue) << 56 | order
    var bytes = account.id.utf8.makeIterator()
    func word() -> UInt64 {
      var word: UInt64 = 0
      for _ in 0..<8 {
        let byte = bytes.next() ?? 0
        word = word << 8 | UInt64(0x41...0x5a ~= byte ? byte | 0x20 : byte)
      }
      return word
    }
    id = (word(), word(), word(), word())
  }

  package var list: List { List(rawValue: UInt8(truncatingIfNeeded: rank >> 56)) ?? .all }

  package static func == (a: SiteEntry, b: SiteEntry) -> Bool { a.rank == b.rank && a.number == b.number }

  package static func < (a: SiteEntry, b: SiteEntry) -> Bool {
    (a.rank, a.id.0, a.id.1, a.id.2, a.id.3, a.number) < (b.rank, b.id.0, b.id.1, b.id.2, b.id.3, b.number)
  }
}
