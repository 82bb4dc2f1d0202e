import Diagnostics
import TestSupport
import Testing

@testable import Pages

/// Tests that templates follow Mustache, including state that is kept from one filling to the next.
struct PageTemplateTests {
  static func reader(_ files: [String: String]) -> TemplateText {
    { name throws(RunFault) in
      guard let text = files[name] else { throw RunFault(.noInput, "cannot read \(name)") }
      return (text, shownAs: "templates/\(name)")
    }
  }

  static func fill(_ template: String, _ view: PageView, _ more: [String: String] = [:]) throws -> String {
    var files = more
    files["report/t.mustache"] = template
    let parsed = try ReportTemplates.template("t", reader(files))
    let first = parsed.fill(view).bytes.text
    // The second time with cached positions of the names.
    #expect(parsed.fill(view).bytes.text == first)
    return first
  }

  static var view: PageView {
    var view = PageView()
    view.add("title", "<a> & \"b\"")
    view.add("number", 1234)
    view.add("zero", 0)
    view.add("svg", "<svg/>" as Markup)
    view.add("nothing", nil as String?)
    view.add("yes", true)
    view.add("no", false)
    view.add("rows", ["x", "y<"]) { view, name in
      view.add("name", name)
      view.add("note", name == "x" ? "first" : nil)
    }
    view.add("none", [PageView]())
    return view
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var label: String
    var template: String
    var page: String
    var testDescription: String { label }
  }

  static let rows: [Row] = [
    Row(label: "escapes a value", template: "[{{title}}]", page: "[&lt;a&gt; &amp; &quot;b&quot;]"),
    Row(
      label: "escapes a value in an attribute", template: "<p title='{{title}}'>",
      page: "<p title='&lt;a&gt; &amp; &quot;b&quot;'>"
    ),
    Row(label: "three braces do not escape", template: "{{{title}}}{{&title}}", page: "<a> & \"b\"<a> & \"b\""),
    Row(label: "a number", template: "{{number}}", page: "1,234"),
    Row(label: "a picture", template: "{{{svg}}} {{svg}}", page: "<svg/> &lt;svg/&gt;"),
    Row(label: "an unknown tag is empty", template: "[{{whatever}}{{#whatever}}x{{/whatever}}]", page: "[]"),
    Row(
      label: "a missing value is empty", template: "[{{nothing}}{{#nothing}}x{{/nothing}}{{^nothing}}-{{/nothing}}]",
      page: "[-]"),
    Row(label: "a value opens a section", template: "{{#title}}{{.}}{{/title}}", page: "&lt;a&gt; &amp; &quot;b&quot;"),
    Row(label: "flags", template: "{{#yes}}y{{/yes}}{{^yes}}n{{/yes}}{{#no}}y{{/no}}{{^no}}n{{/no}}", page: "yn"),
    Row(
      label: "a list whose section uses outer values",
      template: "{{#rows}}{{name}}{{#note}}({{note}}){{/note}}{{number}};{{/rows}}{{^none}}none{{/none}}",
      page: "x(first)1,234;y&lt;1,234;none"),
    Row(label: "a comment", template: "a{{! no }}b", page: "ab"),
    Row(label: "a section's tags on their own lines", template: "a\n {{#yes}}\nb\n{{/yes}} \nc", page: "a\nb\nc"),
    Row(label: "a flag", template: "{{yes}} {{no}}", page: "true false"),
    Row(label: "a list is not a text", template: "[{{rows}}{{{rows}}}]", page: "[]"),
    Row(label: "a section without a value", template: "[{{.}}]{{#rows}}[{{.}}]{{/rows}}", page: "[][][]"),
    Row(
      label: "sections in sections",
      template: "{{#title}}{{#rows}}{{#number}}{{name}}{{.}};{{/number}}{{/rows}}{{/title}}",
      page: "x1,234;y&lt;1,234;"),
    Row(label: "an empty text", template: "", page: ""),
  ]

  @Test("renders templates as the Mustache specification requires", arguments: rows)
  func shows(row: Row) throws {
    #expect(try PageTemplateTests.fill(row.template, PageTemplateTests.view) == row.page)
  }

  @Test("a value that looks like a tag stays a value")
  func valuesAreNotTemplates() throws {
    var view = PageView()
    view.add("a", "\u{1}'1\u{2}{{b}}")
    view.add("b", "secret")
    #expect(try PageTemplateTests.fill("{{{a}}}|{{a}}", view) == "\u{1}'1\u{2}{{b}}|\u{2401}&#39;1\u{2402}{{b}}")
  }

  @Test("includes another template with the surrounding values, recursively")
  func includes() throws {
    let page = try PageTemplateTests.fill(
      "{{> head}}|{{#rows}}{{>row}}{{/rows}}", PageTemplateTests.view,
      [
        "report/head.mustache": "{{number}}{{> deep}}", "report/deep.mustache": "!",
        "report/row.mustache": "<{{name}}>",
      ])
    #expect(page == "1,234!|<x><y&lt;>")
  }

  @Test("indents the lines of an included template like its tag, except values")
  func indentation() throws {
    var view = PageTemplateTests.view
    view.add("lines", "1\n2")
    let page = try PageTemplateTests.fill(
      "a\n  {{> part}}\nb {{> part}}", view, ["report/part.mustache": "{{#yes}}\nx {{lines}}\n{{/yes}}\ny\n"])
    #expect(page == "a\n  x 1\n2\n  y\nb x 1\n2\ny\n")
  }

  @Test("one template fills views of different names, each by its own")
  func names() throws {
    let template = try ReportTemplates.template("t", PageTemplateTests.reader(["report/t.mustache": "{{a}}{{b}}"]))
    for (name, page) in [("a", "1"), ("b", "1"), ("c", ""), ("a", "1")] {
      var view = PageView()
      view.add(name, "1")
      #expect(template.fill(view).bytes.text == page)
    }
  }

  @Test("views of one template in any order of shapes do not mix")
  func shapes() throws {
    let template = try ReportTemplates.template(
      "t", PageTemplateTests.reader(["report/t.mustache": "{{#a}}[{{a}}]{{/a}}{{b}}"]))
    for round in 0..<3 {
      for (a, b) in [("1", "2"), (nil, "2"), ("1", nil), (nil, nil)] as [(String?, String?)] {
        var view = PageView()
        view.add("a", a.map { $0 + "\(round)" })
        view.add("b", b)
        let page = template.fill(view).bytes.text
        #expect(page == (a.map { "[\($0)\(round)]" } ?? "") + (b ?? ""))
      }
    }
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    var label: String
    var files: [String: String]
    var reports: String
    var testDescription: String { label }
  }

  /// Returns templates `t`, `t1`, … that each include the next one.
  static func doubling(_ count: Int, _ text: (_ next: String) -> String) -> [String: String] {
    var files = ["t": text("t1"), "t\(count)": count == 33 ? "" : "x"]
    for number in 1..<count { files["t\(number)"] = text("t\(number + 1)") }
    return files
  }

  static let faults: [Fault] = [
    Fault(label: "an unclosed section", files: ["t": "a\nb {{#x}}c"], reports: "templates/report/t.mustache:2:"),
    Fault(
      label: "a section closed by another name", files: ["t": "{{#x}}\n{{/y}}"],
      reports: "templates/report/t.mustache:2:"),
    Fault(label: "an unclosed tag", files: ["t": "\n\n{{x"], reports: "templates/report/t.mustache:3:"),
    Fault(
      label: "a fault in an included template", files: ["t": "{{>u}}", "u": "\n{{#x}}"],
      reports: "templates/report/u.mustache:"),
    Fault(
      label: "a missing included template", files: ["t": "a\n  {{> gone }}"],
      reports: "templates/report/t.mustache:2:3: error: template gone.mustache, which it includes, does not exist"),
    Fault(
      label: "a template that includes itself", files: ["t": "{{>u}}", "u": "{{>t}}"],
      reports: "templates/report/u.mustache:1:1: error: t includes itself"),
    Fault(
      label: "an included template that includes itself", files: ["t": "{{>u}}", "u": "{{> u }}"],
      reports: "templates/report/u.mustache:1:1: error: u includes itself"),
    Fault(
      label: "templates that each include the next one twice",
      files: doubling(31) { "{{> \($0)}}{{> \($0)}}" },
      reports: "templates/report/t12.mustache:1:10: error: templates include too much; expected 1,000,000"),
    Fault(
      label: "empty templates that each include the next one twice, indented",
      files: doubling(31) { " {{> \($0)}}\n {{> \($0)}}\n" }, reports: "templates/report/t"),
    Fault(
      label: "templates that include each other too deeply",
      files: doubling(33) { "{{> \($0)}}" },
      reports: "templates/report/t31.mustache:1:1: error: templates include each other too deeply; expected 32 levels"),
    Fault(
      label: "a fault in a nested included template",
      files: ["t": "é\n {{>u}}", "u": "{{>w}}", "w": "é{{#x}}\n{{/y}}"],
      reports: "templates/report/w.mustache:2:1: error: found {{/y}}; expected {{/x}}"),
    Fault(
      label: "a parent", files: ["t": "{{<gone}}{{/gone}}"],
      reports:
        "templates/report/t.mustache:1:1: error: found {{<; expected {{name}}, {{{name}}}, {{#name}}, {{^name}}, "
        + "{{/name}}, {{> name}} or {{! a comment }}"),
    Fault(
      label: "other delimiters", files: ["t": "é {{=<% %>=}}"], reports: "templates/report/t.mustache:1:4: error: "),
    Fault(
      label: "a function", files: ["t": "{{#first()}}{{/first()}}"],
      reports: "templates/report/t.mustache:1:1: error: found {{#first()}}; expected a name such as {{id}}"),
  ]

  @Test("a fault names its file, line and column", arguments: faults)
  func namesItsPlace(fault: Fault) throws {
    let files = Dictionary(uniqueKeysWithValues: fault.files.map { ("report/\($0).mustache", $1) })
    let error = #expect(throws: RunFault.self) { try ReportTemplates.template("t", PageTemplateTests.reader(files)) }
    #expect(error?.status == .dataError)
    #expect(error?.messages.first?.hasPrefix(fault.reports) ?? false, "\(error?.messages ?? [])")
  }

  @Test("the policy admits style and script by their hashes as browsers compute them, and neither can end early")
  func inline() throws {
    let style = try InlineSource("s.css", endTag: "</style", PageTemplateTests.reader(["s.css": "a{}\r\nb{}\r\n"]))
    #expect(style.markup.bytes.text == "a{}\nb{}\n")
    // printf 'a{}\nb{}\n' | openssl dgst -sha256 -binary | base64
    #expect(style.hash == "VDSIfmWi3cQU7EK2nO6uXRIXAWjpRu1sEO1dH+ZLxqU=")
    let error = #expect(throws: RunFault.self) {
      try InlineSource("s.js", endTag: "</script", PageTemplateTests.reader(["s.js": "x\n  '</ScRiPt>'"]))
    }
    #expect(error?.messages.first?.hasPrefix("templates/s.js:2:4: error: ") ?? false)
  }
}
