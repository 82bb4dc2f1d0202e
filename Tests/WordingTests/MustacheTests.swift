import CivilTime
import Foundation
import Templating
import TestSupport
import Testing

@testable import PlanModel

/// Tests Mustache texts: their results and their faults.
@Suite struct MustacheTests {
  /// Formats every value plainly. Only 1 is singular.
  struct PlainLanguage: FieldLanguage {
    func text(_ value: FieldValue, _ property: FieldProperty?) -> String {
      property == nil || FieldProperty.plural.contains(property!) || property == .raw
        ? value.raw : "\(value.raw)~\(property!.rawValue)"
    }

    func category(_ number: Int) -> FieldProperty { number == 1 ? .one : .other }
  }

  static func bill(_ name: String) -> FieldValue {
    switch name {
    case "name": .text("Water")
    case "dueDate": .date(LocalDate(year: 2026, month: 11, day: 2)!)
    case "days": .integer(3)
    default: .none
    }
  }

  @Test(
    "fills a text with the fields of an overdue bill: name Water, dueDate, days 3, no amount",
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
    "rejects Mustache beyond the subset, and other text, at its place",
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
    let error = #expect(throws: MustacheFault.self) { try MustacheText(text, kind: Kind.overdue.shipped) }
    #expect(error == MustacheFault(found: found, expected: expected, offset: offset))
  }

  @Test(
    "notes unknown names of the kind with their places",
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
}
