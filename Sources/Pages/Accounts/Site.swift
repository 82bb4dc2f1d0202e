/// The files of a report whose first page has no room for its accounts: `index.html` tells about the run and finds the accounts, and the
/// folder ``folder`` has them.
///
/// A page knows the others by their numbers alone.
package enum Site {
  /// What a site has beside `index.html`.
  package static let folder = "pages"
  /// Bytes of sections with which a page of accounts is full.
  package static let pageSize = 1 << 19

  /// The name of a file in ``folder``.
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
  /// The name of its files.
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
