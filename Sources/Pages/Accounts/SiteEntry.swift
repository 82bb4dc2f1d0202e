import Bytes
import PlanModel

/// An account's entry in the sorted lists of a site, without its names. Entries have a fixed size, so that they can
/// be sorted on disk when memory is too small.
package struct SiteEntry: AnyBits, Comparable {
  /// The list that the entry belongs to.
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

  /// The list, and the position in it before the id is compared.
  private var rank: UInt64
  /// The first 32 bytes of the id in lower case, most significant first. Ties keep the order of the run.
  private var id = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
  /// The account's number in the run, from 0.
  private var number: UInt32
  package let app: UInt32
  package let zone: UInt32
  let marks: SiteMarks
  let attentionMarks: SiteMarks
  let lost: Int32
  package let page: UInt32
  let severity: UInt32
  /// The bytes of the id, and its position among the ids set aside.
  package let idSize: UInt32
  package let idStart: Int64
  /// `.max` if unknown.
  let planAgain: Int64
  /// The hash in the `id` of its section.
  let anchor: UInt64

  /// - Parameters:
  ///   - list: One of the lists that contain the account.
  ///   - app: The number of the app; `zone` is that of the zone.
  ///   - idStart: The position of the id that was set aside.
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
    attentionMarks = account.attentionMarks
    lost = account.lost
    severity = UInt32(account.severity.rawValue)
    planAgain = account.planAgain ?? .max
    anchor = account.anchor
    // Lists of losses begin with the largest number, lists of horizons with the earliest.
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
