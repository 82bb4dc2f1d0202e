import RunModel

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
