import CivilTime
import Foundation
import Mustache
import TestSupport
import Testing

@testable import PlanModel

/// Texts in Mustache: what they become, what is refused, and that they come out as the Mustache library has them.
@Suite struct MustacheTests {
  /// Writes every value plainly, and takes 1 as the one singular.
  struct PlainLanguage: FieldLanguage {
    func text(_ value: FieldValue, _ property: FieldProperty?) -> String {
      property == nil || FieldProperty.plural.contains(property!) || property == .raw
        ? value.raw : "\(value.raw)~\(property!.rawValue)"
    }

    func category(_ number: Int) -> FieldProperty { number == 1 ? .one : .other }
  }

  private static func bill(_ name: String) -> FieldValue {
    switch name {
    case "name": .text("Water")
    case "dueDate": .date(LocalDate(year: 2026, month: 11, day: 2)!)
    case "days": .integer(3)
    default: .none
    }
  }

  @Test(
    "a text with the fields of an overdue bill: name Water, dueDate, days 3, no amount",
    arguments: [
      ("plain", "plain"), ("", ""), ("{{name}} is due", "Water is due"), ("{{{name}}}", "Water"),
      ("{{&name}}", "Water"),
      ("{{ name }}|{{& name }}|{{{ name }}}", "Water|Water|Water"), ("{{amount}}!", "!"), ("a { b } c", "a { b } c"),
      ("{{! a comment }}x", "x"), ("{{#amount}}{{amount}} {{/amount}}x", "x"), ("{{^amount}}free{{/amount}}", "free"),
      ("{{#name}}[{{.}}]{{/name}}", "[Water]"), ("{{#name}}{{dueDate}}{{/name}}", "2026-11-02"),
      ("{{#days.one}}a day{{/days.one}}{{#days.other}}{{days}} days{{/days.other}}", "3 days"),
      ("{{#days}}{{#one}}day{{/one}}{{#other}}days{{/other}}{{/days}}", "days"),
      ("{{^days.one}}{{days}} days{{/days.one}}", "3 days"), ("{{days.other}}|{{days.one}}|{{days.raw}}", "3||3"),
      ("{{#days}}{{#name}}{{other}}{{/name}}{{/days}}", "3"), ("{{dueDate.weekday}}", "2026-11-02~weekday"),
      ("{{#dueDate}}{{weekday}}{{/dueDate}}", "2026-11-02~weekday"), ("{{unknown}}|{{^unknown}}x{{/unknown}}", "|x"),
      ("{{#unknown}}x{{/unknown}}", ""), ("{{name.one}}", ""), ("a\n  {{#name}}\nb\n  {{/name}}\nc", "a\nb\nc"),
      ("{{#name}}\r\nb\r\n{{/name}}\r\nc", "b\r\nc"), ("é{{name}}é", "éWateré"), ("{{name}}{{name}}", "WaterWater"),
    ])
  func filled(_ text: String, _ expected: String) throws {
    let pattern = try MustacheText(text, kind: Kind.overdue.shipped)
    #expect(pattern.filled(PlainLanguage(), MustacheTests.bill) == expected)
  }

  @Test(
    "what the subset does not have, or is no Mustache, is refused at its place",
    arguments: [
      ("ab{{name", "found \"{{\" without \"}}\"", "a field such as {{name}}", 2),
      ("{{name}", "found \"{{\" without \"}}\"", "a field such as {{name}}", 0),
      ("{{}}", "found {{}}", "a field such as {{name}}", 0),
      ("{{a b}}", "found {{a b}}", "a field such as {{name}}", 0),
      ("é{{é}}", "found {{é}}", "a field such as {{name}}", 2),
      ("{{{name}}", "found {{{name}}", "a field such as {{name}}", 0),
      ("x{{>part}}", "found {{>", "{{field}}, {{#field}}, {{^field}}, {{/field}} or {{! a comment }}", 1),
      ("{{=<% %>=}}", "found {{=", "{{field}}, {{#field}}, {{^field}}, {{/field}} or {{! a comment }}", 0),
      ("{{%CONTENT_TYPE:TEXT}}", "found {{%", "{{field}}, {{#field}}, {{^field}}, {{/field}} or {{! a comment }}", 0),
      ("{{$block}}", "found {{$", "{{field}}, {{#field}}, {{^field}}, {{/field}} or {{! a comment }}", 0),
      ("{{<parent}}", "found {{<", "{{field}}, {{#field}}, {{^field}}, {{/field}} or {{! a comment }}", 0),
      ("{{*name}}", "found {{*", "{{field}}, {{#field}}, {{^field}}, {{/field}} or {{! a comment }}", 0),
      ("{{uppercased(name)}}", "found {{uppercased(name)}}", "a field such as {{name}}", 0),
      ("a{{#name}}b", "{{#name}} is not closed", "{{/name}} after it", 1),
      ("{{/name}}", "found {{/name}}", "{{#name}} before it", 0),
      ("{{#name}}{{/days}}", "found {{/days}}", "{{/name}}", 9),
      ("{{! name", "found \"{{!\" without \"}}\"", "a comment that ends", 0),
      ("{{.}}", "found {{.}} outside of a section", "the name of a field", 0),
      (String(repeating: "{{#name}}", count: 33), "sections nest too deeply", "32 levels at most", 288),
    ] as [(String, String, String?, Int)])
  func malformed(_ text: String, _ found: String, _ expected: String?, _ offset: Int) {
    let error = #expect(throws: MustacheText.Malformed.self) { try MustacheText(text, kind: Kind.overdue.shipped) }
    #expect(error == MustacheText.Malformed(found: found, expected: expected, offset: offset))
  }

  @Test(
    "names that the kind does not have are noted with their places",
    arguments: [
      ("{{nmae}}", [("nmae", 0)]), ("ab{{#days.two.one}}{{/days.two.one}}", [("days.two.one", 2)]),
      ("{{name.raw}} {{one}}", [("name.raw", 0), ("one", 13)]),
      ("{{#days}}{{one}}{{raw}}{{short}}{{/days}}", [("short", 23)]),
      ("{{^days}}{{one}}{{/days}}", [("one", 9)]), ("{{name}}{{days.few}}", []),
    ] as [(String, [(String, Int)])])
  func unknownNames(_ text: String, _ expected: [(String, Int)]) throws {
    let unknown = try MustacheText(text, kind: Kind.overdue.shipped).unknown
    #expect(unknown == expected.map { MustacheText.Unknown(name: $0.0, offset: $0.1) })
  }

  // MARK: Against the library

  /// A value with properties, as the library asks for them.
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

  @Test("random texts come out as the library renders them", arguments: 0..<40 as Range<UInt64>)
  func likeTheLibrary(_ seed: UInt64) throws {
    var random = Numbers(seed: seed)
    for round in 0..<250 {
      let text = MustacheTests.text(&random, depth: 0)
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
      let category = days == 1 ? "one" : "other"
      var context: [String: Any] = [
        "name": "Water", "days": LibraryValue(text: "\(days)", children: [category: "\(days)", "raw": "\(days)"]),
        "dueDate": LibraryValue(
          text: "2026-11-02",
          children: ["weekday": "2026-11-02~weekday", "short": "2026-11-02~short", "raw": "2026-11-02"]),
      ]
      if hasAmount { context["amount"] = LibraryValue(text: "42.00", children: ["raw": "42.00"]) }
      let expected = try MustacheTemplate(string: text).render(context)
      let ours = try MustacheText(text, kind: Kind.overdue.shipped).filled(PlainLanguage(), value)
      #expect(ours == expected, "seed \(seed), round \(round): \(text.debugDescription), days \(days)")
    }
  }
}
