import Diagnostics
import PlanModel
import Planning
import Testing

@testable import Wording

/// Tests what `tickler check` reports about texts, and what it accepts.
@Suite struct ToneCheckTests {
  private static let tone = "[tone]\nforbidden = [\"You forgot\", \"¡Última oportunidad\", \"Letzte Chance\"]\n"
  private static let kinds = "[kinds.bill]\nidentifier = \"{id}{date}{part}\"\n[kinds.bedtime]\nidentifier = \"b\"\n"
  private static let bedtime = "[[en.bedtime]]\ntitle = \"Night\"\n"

  private func warnings(_ messages: String?, policy: String = "", locale: String = "en") throws -> [String] {
    let policy = try SharedTexts.policy(
      ToneCheckTests.tone + ToneCheckTests.kinds + policy, messages: messages, locale: locale)
    return ToneCheck.warnings(policy, .shipped).map(\.description)
  }

  @Test(
    "finds a phrase regardless of case, accents, apostrophes and spaces, and across fields, but not its neighbors",
    arguments: [
      ("You forgot your entry", "You forgot"), ("YOU FORGOT", "You forgot"), ("yöu  fórgot", "You forgot"),
      ("Oh, you\u{a0}forgot", "You forgot"), ("You forgotten one", "You forgot"),
      ("¡ultima oportunidad!", "¡Última oportunidad"),
      ("Die letzte Chance", "Letzte Chance"), ("You{{! x }} forgot", "You forgot"), ("Youforgot", nil),
      ("You have forgot", nil),
      ("For got", nil), ("Good night", nil), ("Chance, letzte", nil),
    ] as [(String, String?)])
  func phrases(_ text: String, _ phrase: String?) throws {
    let warnings = try warnings(
      "[[en.bedtime]]\ntitle = \"Night\"\nbody = \"\(text)\"\n[[en.bill]]\ntitle = \"b\"")
    let expected = phrase.map {
      ["m.toml:5:8: warning: field body: bedtime says \"\($0)\", which the policy forbids"]
    }
    #expect(warnings == expected ?? [])
  }

  @Test(
    "names variables that may be empty, outside of their own sections",
    arguments: [
      ("bill", "Pay {{amount}}", "amount"), ("bill", "Pay{{#amount}} {{amount}}{{/amount}}", nil),
      ("bill", "Pay{{#amount}} {{.}}{{/amount}}{{^amount}}{{amount}}{{/amount}}", "amount"),
      ("bill", "{{name}} is due {{when}}, {{dueDate}}", nil), ("digest", "{{total}}", nil),
      ("location", "At {{place}}", "place"),
    ] as [(String, String, String?)])
  func empty(_ kind: String, _ text: String, _ name: String?) throws {
    let found = try warnings("[[en.\(kind)]]\ntitle = \"\(text)\"").filter { $0.contains("may be empty") }
    #expect(
      found.count == (name == nil ? 0 : 1) && found.allSatisfy { $0.contains("{{\(name ?? "")}} may") }, "\(found)")
  }

  @Test(
    "names the plural categories that a text lacks",
    arguments: [
      (
        "Russian needs few and many", "ru", "{{#count.one}}a{{/count.one}}{{#count.other}}b{{/count.other}}", "few many"
      ),
      (
        "fractions alone need other in Russian", "ru",
        "{{#count.one}}a{{/count.one}}{{#count.few}}b{{/count.few}}{{#count.many}}c{{/count.many}}", nil
      ),
      ("English needs other", "en", "{{#count.one}}a{{/count.one}}", "other"),
      ("properties inside a field's section count", "en", "{{#count}}{{#one}}a{{/one}}{{/count}}", "other"),
      (
        "millions of French are no omission", "fr", "{{#count.one}}a{{/count.one}}{{#count.other}}b{{/count.other}}",
        nil
      ),
      ("an inverted section has the rest", "ru", "{{#count.one}}a{{/count.one}}{{^count.one}}b{{/count.one}}", nil),
      ("a text without categories", "ru", "{{count}}", nil),
    ] as [(String, String, String, String?)])
  func categories(_ why: String, _ language: String, _ text: String, _ lacking: String?) throws {
    let found = try warnings(
      "[[\(language).digest]]\ntitle = \"\(text)\"", policy: "[kinds.digest]\nidentifier = \"d\"\n"
    )
    .filter { $0.contains("more forms") }
    #expect(found.count == (lacking == nil ? 0 : 1), "\(why): \(found)")
    let names = lacking?.split(separator: " ").map { "{{#count.\($0)}}" }.joined(separator: ", ")
    if let names { #expect(found.first?.hasSuffix("expected \(names)") == true, "\(why): \(found)") }
  }

  @Test("finds a phrase that only the values complete")
  func phraseOfValues() throws {
    let warnings = try warnings(
      "\(ToneCheckTests.bedtime)[[en.bill]]\ntitle = \"b\"\nbody = \"Sep {{dueDate}}\"")
    #expect(warnings.isEmpty)
    let policy = try SharedTexts.policy(
      "[tone]\nforbidden = [\"on September 30\"]\n\(ToneCheckTests.kinds)",
      messages: "\(ToneCheckTests.bedtime)[[en.bill]]\ntitle = \"Due on {{dueDate}}\"")
    #expect(
      ToneCheck.warnings(policy, .shipped).map(\.description)
        == ["m.toml:6:9: warning: field title: bill says \"on September 30\", which the policy forbids"])
  }

  @Test(
    "a title may have 40 visible characters, regardless of its bytes, and a body 110",
    arguments: [("title", 40), ("body", 110)])
  func lengths(_ part: String, _ limit: Int) throws {
    for character in ["a", "é", "🇩🇪"] {
      for count in [limit, limit + 1] {
        let text = String(repeating: character, count: count)
        let title = part == "title" ? "" : "title = \"t\"\n"
        let warnings = try warnings("[[en.bill]]\ntitle = \"b\"\n[[en.bedtime]]\n\(title)\(part) = \"\(text)\"")
        if count == limit {
          #expect(warnings.isEmpty)
        } else {
          let (line, column) = part == "title" ? (6, 9) : (7, 8)
          #expect(warnings.count == 1)
          #expect(
            warnings[0].hasPrefix(
              "m.toml:\(line):\(column): warning: field \(part): \(count) characters, as in \"\(character)")
          )
          #expect(warnings[0].hasSuffix("; expected at most \(limit), which fits a screen"))
        }
      }
    }
  }

  @Test("lengths are those of texts with sample values, and a policy may set others")
  func sampleLengths() throws {
    let messages = "\(ToneCheckTests.bedtime)[[en.bill]]\ntitle = \"{{name}} {{name}} {{name}} {{name}}\""
    #expect(
      try warnings(messages)
        == [
          "m.toml:6:9: warning: field title: 47 characters, as in \"Electricity Electricity Electricity Electricity\"; "
            + "expected at most 40, which fits a screen"
        ])
    let policy = try SharedTexts.policy(
      "[tone]\ntitleLength = 47\nbodyLength = 3\n\(ToneCheckTests.kinds)", messages: messages + "\nbody = \"four\"")
    #expect(
      ToneCheck.warnings(policy, .shipped).map(\.description)
        == [
          "m.toml:7:8: warning: field body: 4 characters, as in \"four\"; expected at most 3, which fits a screen"
        ])
  }

  @Test(
    "reports what one language has and another lacks, unless a more general language has it",
    arguments: [
      ("[[de.bedtime]]\ntitle = \"b\"\n[[de.bill]]\ntitle = \"b\"", []),
      (
        "[[de.bedtime]]\ntitle = \"b\"",
        ["m.toml:6:9: warning: field en: no de text of bill; expected a translation"]
      ),
      (
        "[[de.bedtime]]\ntitle = \"b\"\n[[de.bill]]\ntitle = \"b\"\n[[de.bill]]\nform = \"due\"\ntitle = \"b\"",
        ["m.toml:13:9: warning: field de: no en text of bill, form due; expected a translation"]
      ),
      ("[[en-GB.bill]]\ntitle = \"b\"", []),
      (
        "[[en-GB.bill]]\nform = \"due\"\ntitle = \"b\"",
        ["m.toml:9:9: warning: field en-GB: no en text of bill, form due; expected a translation"]
      ),
      (
        "[[en.task]]\ntitle = \"b\"",
        ["m.toml:8:9: warning: field en: the policy of x has no kind task, so nothing will use its texts"]
      ),
    ] as [(String, [String])])
  func translations(_ more: String, _ expected: [String]) throws {
    #expect(try warnings("\(ToneCheckTests.bedtime)[[en.bill]]\ntitle = \"b\"\n\(more)") == expected)
  }

  @Test("reports a policy's language without texts once per kind, unless the policy has its own")
  func policyLanguage() throws {
    let messages = "\(ToneCheckTests.bedtime)[[en.bill]]\ntitle = \"b\""
    let reported = ["bill", "bedtime"].map {
      "m.toml:1:1: warning: no text of \($0) in fr, the policy's language; expected one, for accounts whose own "
        + "language has none"
    }
    #expect(try warnings(messages, locale: "fr").sorted() == reported.sorted())
    #expect(try warnings(messages, policy: "title = \"Nuit\"", locale: "fr") == [reported[0]])
    #expect(try warnings(messages, locale: "en-GB") == [])
    #expect(try warnings(nil, locale: "fr") == [])
  }

  @Test("checks a policy's own texts too, each once")
  func ownTexts() throws {
    let policy = try SharedTexts.policy(
      """
      [tone]
      forbidden = ["You forgot"]
      [kinds.bill]
      identifier = "{id}{date}{part}"
      title = "You forgot it"
      bodyDayBefore = "you forgot"
      """)
    #expect(
      ToneCheck.warnings(policy, .shipped).map(\.description)
        == [
          "x.toml:8:9: warning: field title: bill says \"You forgot\", which the policy forbids",
          "x.toml:9:17: warning: field body: bill says \"You forgot\", which the policy forbids",
        ])
  }

  @Test("checks a body shared by several titles once, and each title separately")
  func sharedBodies() throws {
    let long = String(repeating: "a", count: 41)
    let messages = """
      \(ToneCheckTests.bedtime)[[en.bill]]
      title = "b"
      body = "You forgot"
      [[en.bill]]
      form = "due"
      title = "\(long)"
      [[en.bill]]
      form = "dayBefore"
      title = "You forgot"
      """
    #expect(
      try warnings(messages) == [
        "m.toml:7:8: warning: field body: bill says \"You forgot\", which the policy forbids",
        "m.toml:10:9: warning: field title: 41 characters, as in \"\(long)\"; expected at most 40, which fits a screen",
        "m.toml:13:9: warning: field title: bill says \"You forgot\", which the policy forbids",
      ])
  }

  // MARK: Shipped texts

  @Test("the shipped texts pass", arguments: SharedTexts.apps)
  func shippedPass(_ app: String) throws {
    #expect(ToneCheck.warnings(try SharedTexts.shipped(app), .shipped).map(\.description) == [])
  }

  @Test(
    "every shipped kind has English, German and, for the five apps, Spanish, in every form that needs its own text",
    arguments: SharedTexts.apps)
  func shippedLanguages(_ app: String) throws {
    let policy = try SharedTexts.shipped(app)
    let messages = try #require(policy.messages)
    #expect(messages.languages.map(\.tag.text) == (app == "personal" ? ["de", "en"] : ["de", "en", "es"]))
    for language in messages.languages {
      for description in policy.kinds.map(\.description) {
        let kind = description.kind
        let hasPlain = !language[kind, .plain].isEmpty
        for form in description.forms {
          #expect(hasPlain || !language[kind, form].isEmpty, "\(language.tag.text) \(kind) \(form)")
        }
        if description.forms.isEmpty { #expect(hasPlain, "\(language.tag.text) \(kind)") }
        if app == "steps" { #expect(language[kind, .plain].count == 6) }
        // Every language has the same number of variants, so that no reader gets fewer.
        for form in [.plain] + description.forms {
          #expect(language[kind, form].count == messages.languages[0][kind, form].count, "\(kind) \(form)")
        }
      }
    }
  }

  @Test("no shipped policy has its own texts", arguments: SharedTexts.apps)
  func shippedPoliciesHaveNoTexts(_ app: String) throws {
    let policy = try SharedTexts.shipped(app)
    #expect(policy.kinds.allSatisfy { $0.texts.isEmpty })
  }

  @Test("the diary's policy forbids hurtful phrases in the three languages")
  func diaryTone() throws {
    let forbidden = try SharedTexts.shipped("diary").tone.forbidden
    for phrase in ["You forgot", "Hurry up", "Last chance", "Te olvidaste", "Última oportunidad", "Letzte Chance"] {
      #expect(forbidden.contains(phrase))
    }
  }

  @Test(
    "checks the plural of a sentence",
    arguments: [
      ("moneymap", "en", 1, "One bill is due in the next seven days, totaling €5.00."),
      ("moneymap", "en", 2, "2 bills are due in the next seven days, totaling €5.00."),
      ("moneymap", "es", 1, "En los próximos siete días vence una factura, por un total de 5,00\u{a0}€."),
      ("moneymap", "es", 2, "En los próximos siete días vencen 2 facturas, por un total de 5,00\u{a0}€."),
      ("moneymap", "de", 1, "In den nächsten sieben Tagen ist eine Rechnung fällig, insgesamt 5,00\u{a0}€."),
      ("moneymap", "de", 2, "In den nächsten sieben Tagen sind 2 Rechnungen fällig, insgesamt 5,00\u{a0}€."),
    ])
  func plurals(_ app: String, _ locale: String, _ count: Int, _ expected: String) throws {
    let policy = try SharedTexts.shipped(app)
    let words = Wording(policy, locale: LanguageTag(locale)).words(policy, .digest, "plain", SharedTexts.stem) { name in
      name == "count" ? .integer(count) : .sums([Money(DecimalNumber(significand: 5), "EUR")])
    }
    #expect(words.body == expected)
  }
}
