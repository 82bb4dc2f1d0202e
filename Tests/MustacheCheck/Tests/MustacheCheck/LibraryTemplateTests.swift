import Mustache
import TestSupport
import Testing

@testable import Pages

/// Compares page templates with swift-mustache.
@Suite struct LibraryTemplateTests {
  private static let names = ["title", "zero", "yes", "no", "nothing", "rows", "none", "name"]

  private static func template(_ random: inout Numbers, depth: Int) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let name = names.randomElement(using: &random)!
      switch Int.random(in: 0...9, using: &random) {
      // In the library, lists and flags have no text.
      case 0...1 where name != "rows" && name != "none":
        text += ["{{\(name)}}", "{{{\(name)}}}", "{{& \(name) }}", "{{ \(name) }}"].randomElement(using: &random)!
      case 2: text += "{{! \(name) }}"
      case 3: text += ["{{> part}}", "\n {{> part}}\n", "{{>part}}\n"].randomElement(using: &random)!
      case 4...6 where depth < 4:
        let mark = Bool.random(using: &random) ? "#" : "^"
        text += "{{\(mark)\(name)}}\(template(&random, depth: depth + 1)){{/\(name)}}"
      default: text += ["\n", "  ", "\r\n", "a", "é ", "{ ", "}", "<&", "\t"].randomElement(using: &random)!
      }
    }
    return text
  }

  @Test("fills random templates as the library renders them", arguments: 0..<20 as Range<UInt64>)
  func likeTheLibrary(_ seed: UInt64) throws {
    var random = Numbers(seed: seed)
    let part = "[{{title}}]\n{{#yes}}\nx {{zero}}\n{{/yes}}\ny"
    let context: [String: Any] = [
      "title": "<a> & \"b\"", "zero": 0, "yes": true, "no": false,
      "rows": [["name": "x"], ["name": "y<"]] as [[String: Any]], "none": [String](),
    ]
    for round in 0..<250 {
      let text = LibraryTemplateTests.template(&random, depth: 0)
      var library = MustacheLibrary()
      try library.register(part, named: "part")
      let expected = try MustacheTemplate(string: text).render(context, library: library)
      let page = try PageTemplateTests.fill(text, PageTemplateTests.view, ["report/part.mustache": part])
      #expect(page == expected, "seed \(seed), round \(round): \(text.debugDescription)")
    }
  }
}
