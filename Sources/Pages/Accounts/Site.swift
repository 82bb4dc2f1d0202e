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
