import CivilTime
import Mustache
import TestSupport
import Testing

@testable import PlanModel

/// Compares texts of notifications with swift-mustache.
@Suite struct LibraryTextTests {
  /// A value with properties, in the library's terms.
  struct LibraryValue: MustacheParent, MustacheCustomRenderable {
    let text: String
    let children: [String: String]

    func child(named name: String) -> Any? { children[name] }
    var renderText: String { text }
    var isNull: Bool { false }
  }

  private static let names = [
    "name", "amount", "days", "dueDate", "days.one", "days.other", "days.few", "dueDate.weekday", "one", "other", "raw",
    "weekday", "nothing", "name.one", "days.raw",
  ]

  private static func text(_ random: inout Numbers, depth: Int) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let name = names.randomElement(using: &random)!
      switch Int.random(in: 0...9, using: &random) {
      case 0:
        text += ["{{\(name)}}", "{{{\(name)}}}", "{{& \(name) }}", "{{ \(name) }}"].randomElement(using: &random)!
      case 1: text += "{{! \(name) }}"
      case 2...4 where depth < 4:
        let mark = Bool.random(using: &random) ? "#" : "^"
        text += "{{\(mark)\(name)}}\(self.text(&random, depth: depth + 1))"
        if mark == "#", Bool.random(using: &random) { text += "{{.}}" }
        text += "{{/\(name)}}"
      default:
        text += ["\n", "  ", "\r\n", "a", "é ", "{ ", "}", "<&", "\t"].randomElement(using: &random)!
      }
    }
    return text
  }

  @Test("renders random texts as the library does", arguments: 0..<40 as Range<UInt64>)
  func likeTheLibrary(_ seed: UInt64) throws {
    var random = Numbers(seed: seed)
    for round in 0..<250 {
      let text = LibraryTextTests.text(&random, depth: 0)
      let days = Int.random(in: 0...2, using: &random)
      let hasAmount = Bool.random(using: &random)
      let amount = FieldValue.money(Money(DecimalNumber(significand: 4200, scale: 2), "EUR"))
      let value = { (name: String) in
        switch name {
        case "days": FieldValue.integer(days)
        case "amount": hasAmount ? amount : .none
        default: MustacheTests.bill(name)
        }
      }
      let parsed = try MustacheText(text, kind: Kind.overdue.shipped)
      var counts = [days == 1 ? "one" : "other": "\(days)", "raw": "\(days)"]
      // A text with sections for some categories says the others by `other`.
      if let sections = parsed.categories["days"], !sections.contains(.one) { counts["other"] = "\(days)" }
      var context: [String: Any] = [
        "name": "Water", "days": LibraryValue(text: "\(days)", children: counts),
        "dueDate": LibraryValue(
          text: "2026-11-02",
          children: ["weekday": "2026-11-02~weekday", "short": "2026-11-02~short", "raw": "2026-11-02"]),
      ]
      if hasAmount { context["amount"] = LibraryValue(text: "42.00", children: ["raw": "42.00"]) }
      let expected = try MustacheTemplate(string: text).render(context)
      let ours = parsed.filled(MustacheTests.PlainLanguage(), value)
      #expect(ours == expected, "seed \(seed), round \(round): \(text.debugDescription), days \(days)")
    }
  }
}
