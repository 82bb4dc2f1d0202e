import Answers
import CivilTime
import Resolving

/// Writes a policy test in TOML from the plan of an account.
enum PolicyTestTOML {
  /// Fields that do not affect decisions, or that the policy contains.
  private static let left: Set = ["app", "pending"]

  /// - Parameter kinds: The kinds that the test covers; `nil` for all.
  static func text(
    named name: String, now: Instant, days: Int, kinds: [String]?, _ lines: [String],
    account: [(key: String, value: String)], items: [[(key: String, value: String)]]
  ) -> String {
    let table = "tests.\(name.asTOMLWord)"
    var text = "[\(table)]\nnow = \"\(now)\"\ndays = \(days)\n"
    if let kinds { text += "kinds = [\(kinds.map(\.asTOMLString).joined(separator: ", "))]\n" }
    text += "expected = [\n" + lines.map { "  \($0.asTOMLString),\n" }.joined() + "]\n"
    text += "\n[\(table).account]\n" + fields(account)
    for item in items { text += "\n[[\(table).items]]\n" + fields(item.filter { $0.key != "account" }) }
    return text
  }

  private static func fields(_ fields: [(key: String, value: String)]) -> String {
    fields.filter { !left.contains($0.key) }.map { "\($0.key.asTOMLWord) = \($0.value)\n" }.joined()
  }
}
