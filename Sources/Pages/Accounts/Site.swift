import Bytes
import PlanModel
import RunModel
import System

/// The files of a report whose accounts do not fit on the first page. `index.html` describes the run and finds
/// accounts; the folder ``folder`` has their pages.
///
/// A page refers to others by number only.
package enum Site {
  /// The folder beside `index.html`.
  package static let folder = "pages"
  /// The bytes of sections at which a page of accounts is full.
  package static let pageSize = 1 << 19

  /// Returns the name of a file in ``folder``.
  static func file(_ name: String, _ number: Int, _ ending: String = "html") -> String {
    let digits = String(number)
    return "\(name)-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".\(ending)"
  }

  package static func accounts(_ number: Int) -> String { "\(folder)/\(file("accounts", number))" }
  package static func list(_ list: SiteEntry.List, _ number: Int) -> String { "\(folder)/\(file(list.name, number))" }
  package static func search(_ number: Int) -> String { "\(folder)/\(file("search", number, "js"))" }
  package static func rows(_ number: Int) -> String { "\(folder)/\(file("rows", number, "js"))" }
  package static let directory = "\(folder)/search.js"
}

extension SiteEntry.List {
  /// The stem of the list's file names.
  var name: String {
    switch self {
    case .rejected: "rejected"
    case .lost: "lost"
    case .horizon: "horizon"
    case .all: "by-id"
    }
  }

  var words: String {
    switch self {
    case .rejected: "Records rejected, or an earlier plan kept"
    case .lost: "Notifications lost"
    case .horizon: "More than the device holds"
    case .all: "All accounts by id"
    }
  }
}

/// The apps and zones of a site's accounts, numbered by their first account.
package struct SiteNames: Sendable {
  /// Distinct texts with their numbers.
  struct Table: Sendable {
    private(set) var texts: [String] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of text: String) -> Int {
      if let known = numbers[text] { return known }
      numbers[text] = texts.count
      texts.append(text)
      return texts.count - 1
    }
  }

  private(set) var apps = Table()
  private(set) var zones = Table()
  /// Names for people, by app.
  private(set) var appNames: [String] = []
  private let names: [String: String]

  package init(_ header: RunHeader) {
    names = Dictionary(header.policies.map { ($0.app, $0.name) }) { first, _ in first }
  }

  package mutating func numbers(of account: ListedAccount) -> (app: Int, zone: Int) {
    let app = apps.number(of: account.app)
    if app == appNames.count { appNames.append(names[account.app] ?? account.app) }
    return (app, zones.number(of: account.zone))
  }
}

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
