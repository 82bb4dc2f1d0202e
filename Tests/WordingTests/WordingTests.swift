import CivilTime
import Foundation
import PlanModel
import Planning
import PolicyReading
import TestSupport
import Testing

@testable import Wording

/// Tests which text an account gets.
@Suite struct WordingTests {
  private static let messages = """
    [[en.bill]]
    title = "en"
    [[en.bill]]
    form = "due"
    title = "en due"
    [[en-GB.bill]]
    form = "due"
    title = "en-GB due"
    [[pt-BR.bill]]
    title = "pt-BR"
    [[de.bill]]
    form = "due"
    title = "de due"
    [[zh-Hant.bill]]
    title = "zh-Hant"
    """

  @Test(
    "tries the account's locale, its shorter tags, then the policy's; a form before the plain text, a language before the next",
    arguments: [
      ("en", "plain", "en"), ("en", "due", "en due"), ("en", "dayBefore", "en"), ("en-US", "due", "en due"),
      ("EN-gb", "due", "en-GB due"), ("en-GB", "plain", "en"), ("en-GB-oxendict", "due", "en-GB due"),
      ("en_GB", "due", "en-GB due"), ("de", "due", "de due"), ("de-AT", "due", "de due"), ("de", "plain", "en"),
      ("de-u-nu-latn", "due", "de due"), ("pt-BR", "due", "pt-BR"), ("pt-PT", "due", "en due"), ("pt", "plain", "en"),
      ("zh-Hant-TW", "due", "zh-Hant"), ("zh", "due", "en due"), ("fr", "due", "en due"), ("", "due", "en due"),
      ("x-none", "due", "en due"), ("not a tag", "plain", "en"), ("de.UTF-8", "due", "en due"), (nil, "due", "en due"),
    ] as [(String?, String, String)])
  func fallback(_ locale: String?, _ form: String, _ expected: String) throws {
    let policy = try SharedTexts.policy(messages: WordingTests.messages)
    #expect(SharedTexts.title(policy, locale, .bill, form) == expected)
  }

  @Test(
    "tries the policy's locale in the same way, and then the kind's name",
    arguments: [
      ("de-AT", "due", "de due"), ("de", "plain", "bill"), ("en-GB", "due", "en-GB due"),
      ("en-GB", "plain", "en"),
      ("fr", "due", "bill"),
    ])
  func policyLocale(_ locale: String, _ form: String, _ expected: String) throws {
    let policy = try SharedTexts.policy(messages: WordingTests.messages, locale: locale)
    #expect(SharedTexts.title(policy, "ja", .bill, form) == expected)
  }

  @Test("a policy's own text precedes the messages; without either, the kind's name is used")
  func ownTexts() throws {
    let own = "[kinds.bill]\nidentifier = \"{id}{date}{part}\"\ntitle = \"own\"\nbodyDayBefore = \"tomorrow\""
    let policy = try SharedTexts.policy(own, messages: WordingTests.messages)
    #expect(SharedTexts.title(policy, "de", .bill, "due") == "own")
    let words = Wording(policy, locale: nil).words(policy, .bill, "dayBefore", SharedTexts.stem) { _ in .none }
    #expect([words.title, words.body, words.variant] == ["own", "tomorrow", "dayBefore"])
    #expect(SharedTexts.title(try SharedTexts.policy(own), nil) == "own")
    #expect(SharedTexts.title(try SharedTexts.policy(), nil) == "bill")
    let onlyBody = "[kinds.bill]\nidentifier = \"{id}{date}{part}\"\nbody = \"b\""
    #expect(SharedTexts.title(try SharedTexts.policy(onlyBody, messages: WordingTests.messages), nil) == "bill")
  }

  @Test(
    "formats values for the account's region if the text is in its language, else for the text's",
    arguments: [
      ("en-GB", "2 November"), ("en", "November 2"), ("en-US", "November 2"), ("fr-CA", "November 2"),
      ("pt-PT", "November 2"), ("pt-BR", "pt 2 de novembro"), ("de-CH", "November 2"), (nil, "November 2"),
    ] as [(String?, String)])
  func formats(_ locale: String?, _ expected: String) throws {
    let policy = try SharedTexts.policy(
      messages: "[[en.bill]]\ntitle = \"{{dueDate}}\"\n[[pt-BR.bill]]\ntitle = \"pt {{dueDate}}\"")
    let title = SharedTexts.title(policy, locale) { name in
      name == "dueDate" ? .date(LocalDate(year: 2026, month: 11, day: 2)!) : .none
    }
    #expect(title == expected)
  }

  @Test(
    "the plan's variant is the text's name, else its form, else its number if there are several",
    arguments: [
      ("[[en.bill]]\ntitle = \"a\"", "plain", [nil]),
      ("[[en.bill]]\ntitle = \"a\"", "due", ["due"]),
      ("[[en.bill]]\ntitle = \"a\"\nname = \"calm\"", "plain", ["calm"]),
      ("[[en.bill]]\ntitle = \"a\"\n[[en.bill]]\ntitle = \"b\"", "plain", ["1", "2"]),
      ("[[en.bill]]\ntitle = \"a\"\n[[en.bill]]\ntitle = \"b\"\nname = \"calm\"", "plain", ["1", "calm"]),
      ("[[en.bill]]\ntitle = \"a\"\n[[en.bill]]\ntitle = \"b\"", "due", ["due", "due"]),
      (
        "[[en.bill]]\nform = \"due\"\ntitle = \"a\"\n[[en.bill]]\nform = \"due\"\nname = \"b\"\ntitle = \"b\"", "due",
        ["due", "b"]
      ),
    ] as [(String, String, [String?])])
  func variants(_ messages: String, _ form: String, _ expected: [String?]) throws {
    let policy = try SharedTexts.policy(messages: messages)
    let wording = Wording(policy, locale: nil)
    for (index, variant) in expected.enumerated() {
      let words = wording.words(policy, .bill, form, StableHash(high: 9, low: UInt64(index))) { _ in .none }
      #expect(words.variant == variant)
      #expect(words.title == ["a", "b"][index])
    }
  }

  @Test(
    "reaches each of the step counter's six, about equally often",
    arguments: [Kind.goal, .milestone, .workout, .unlock])
  func sixVariants(_ kind: Kind) throws {
    let policy = try SharedTexts.shipped("steps")
    let wording = Wording(policy, locale: LanguageTag("es"))
    var counts: [String: Int] = [:]
    let stem = UIDStem(app: "steps", account: AccountID("kit"))
    for day in 0..<1200 {
      let id = NotificationID("goal-achievement-\(LocalDate(daysSinceEpoch: 20_000 + Int(day))!)")
      let words = wording.words(policy, kind, "plain", stem.of(kind, item: ItemID("d\(day)"), id)) { _ in .none }
      counts[words.variant ?? "", default: 0] += 1
    }
    #expect(counts.keys.sorted() == ["1", "2", "3", "4", "5", "6"])
    #expect(counts.values.allSatisfy { 140...260 ~= $0 })
  }

  @Test("the choice is the same on every machine and in every release")
  func choiceIsFixed() throws {
    let policy = try SharedTexts.shipped("steps")
    let wording = Wording(policy, locale: nil)
    let stem = UIDStem(app: "steps", account: AccountID("kit"))
    let variants = (1...12).map { day in
      wording.words(policy, .goal, "plain", stem.of(.goal, item: nil, NotificationID("g-\(day)"))) { _ in .none }
        .variant ?? ""
    }
    #expect(variants.joined(separator: " ") == "1 4 4 1 3 2 3 4 4 3 5 1")
  }

  @Test("a cache keeps each app's and locale's texts, and evicts if it has too many")
  func cache() throws {
    let policy = Shared(try SharedTexts.policy(messages: WordingTests.messages))
    var cache = WordingCache()
    let english = cache.texts(policy, locale: "en")
    #expect(cache.texts(policy, locale: "en") === english)
    #expect(cache.texts(policy, locale: "de") !== english)
    #expect(cache.texts(policy, locale: nil) !== english)
    #expect(cache.texts(policy, locale: "en") === english)
    for index in 0..<300 { _ = cache.texts(policy, locale: "en-x-\(index)") }
    #expect(cache.texts(policy, locale: "en") !== english)
  }

  // MARK: Other languages

  @Test(
    "Polish: one, few, many",
    arguments: [
      (1, "Jeden rachunek"), (2, "2 rachunki"), (5, "5 rachunków"), (22, "22 rachunki"), (112, "112 rachunków"),
    ])
  func polish(_ count: Int, _ expected: String) throws {
    #expect(try rich("pl", count) == expected)
  }

  @Test(
    "Arabic: zero, one, two, few, many and other, right to left and with its own digits",
    arguments: [
      (0, "لا فواتير"), (1, "فاتورة واحدة"), (2, "فاتورتان"), (3, "٣ فواتير"), (11, "١١ فاتورة"),
      (100, "١٠٠ فاتورة كلها"),
    ])
  func arabic(_ count: Int, _ expected: String) throws {
    #expect(try rich("ar-EG", count) == expected)
  }

  private func rich(_ locale: String, _ count: Int) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Resources/plural-rich.toml")
    var policy = try SharedTexts.policy("[kinds.digest]\nidentifier = \"d\"")
    policy.messages = try MessagesReader.read([UInt8](try Data(contentsOf: file)), file: "m.toml", sha256: "", .shipped)
      .messages
    return SharedTexts.title(policy, locale, .digest) { $0 == "count" ? .integer(count) : .none }
  }

  // MARK: Documentation

  @Test("docs/messages.md lists the fields and forms of every kind, and the properties of every type")
  func documented() throws {
    let lines = Set(
      try String(contentsOf: TestFiles.root.appending(path: "docs/messages.md"), encoding: .utf8)
        .split(separator: "\n").map(String.init))
    for kind in KindCatalog.shipped.kinds {
      let fields = kind.fields.map { field in
        field.type == .text ? "`\(field.name)`" : "`\(field.name)` (\(field.type.rawValue))"
      }
      let row = "| \(kind.kind) | \(fields.isEmpty ? "none" : fields.joined(separator: " ")) |"
      #expect(lines.contains(row), "\(row)")
      if !kind.forms.isEmpty {
        let forms = kind.forms.map { "`\($0.name)`" }.joined(separator: " ")
        #expect(lines.contains { $0.hasPrefix("| \(kind.kind) | \(forms)") }, "\(kind.kind) \(forms)")
      }
    }
    for type in FieldType.allCases where type != .text {
      let row = try #require(
        lines.first { $0.hasPrefix("| \(type.rawValue) | ") && !$0.contains("(\(type.rawValue))") })
      for property in FieldProperty.allCases {
        #expect(row.contains("`\(property.rawValue)`") == type.properties.contains(property), "\(type) \(property)")
      }
    }
  }

  @Test("no field has the name of a property, so no property in a section is taken for a field")
  func namesDiffer() {
    let properties = Set(FieldProperty.allCases.map(\.rawValue))
    for kind in KindCatalog.shipped.kinds {
      #expect(properties.isDisjoint(with: kind.fields.map(\.name)))
      #expect(Set(kind.fields.map(\.name)).count == kind.fields.count)
    }
  }
}
