import CivilTime
import PlanModel
import TestSupport
import Testing

@testable import Wording

/// Checks the five apps' requirements for texts with every variant in every shipped language. docs/apps.md has the rows.
@Suite struct AppTextTests {
  private typealias Rendered = (language: String, form: String, title: String, body: String)

  /// Returns all filled texts of a kind and forms.
  ///
  /// - Parameter forms: The forms; nil for all forms with texts.
  private func texts(
    _ app: String, _ kind: Kind, forms: [String]? = nil, _ values: [String: FieldValue] = [:]
  ) throws -> [Rendered] {
    let policy = try SharedTexts.shipped(app)
    let messages = try #require(policy.messages)
    #expect(messages.languages.map(\.tag.text) == ["de", "en", "es"])
    var found: [Rendered] = []
    for language in messages.languages {
      let format = LocaleFormat(language.tag)
      for form in [.plain] + kind.shipped.forms where forms?.contains(form.name) ?? true {
        for message in language[kind, form] {
          let (title, body) = (message.title, message.body)
          let value = { (name: String) in values[name] ?? .none }
          found.append((language.tag.text, form.name, title.filled(format, value), body.filled(format, value)))
        }
      }
    }
    #expect(!found.isEmpty)
    return found
  }

  /// Returns the numbers in a text, ignoring separators of thousands: `8,020 steps, 52 %` has 8020 and 52.
  private func numbers(_ text: String) -> [Int] {
    text.filter { $0 != "," && $0 != "." && $0 != "\u{202f}" }.split { !$0.isASCII || !$0.isNumber }
      .compactMap { Int($0) }
  }

  /// Returns whether a text shows no sign of a missing field: two spaces, a space before a period, a lower-case start, or no text.
  private func isClean(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return !first.isLowercase && !first.isWhitespace && ".!?".contains(last) && !text.contains("  ")
      && !["{{", "}}", " .", " ,", " :", "..", ":.", ",.", "()"].contains(where: text.contains)
  }

  // MARK: Steps

  private func steps(_ steps: Int, of goal: Int) -> [String: FieldValue] {
    [
      "steps": .integer(steps), "goal": .integer(goal), "bonus": steps > goal ? .integer(steps - goal) : .none,
      "remaining": .integer(max(0, goal - steps)), "percent": .percent(steps * 100 / goal),
      "date": .date("2026-11-20"),
    ]
  }

  @Test("Steps: a goal's title cheers; its body has the step count and, if exceeded, the bonus steps")
  func goal() throws {
    let exceeded = try texts("steps", .goal, steps(12_480, of: 10_000))
    for text in exceeded {
      #expect(text.title.hasSuffix("!"), "\(text)")
      #expect(numbers(text.body).contains(12_480) && numbers(text.body).contains(2480), "\(text)")
      #expect(isClean(text.body), "\(text)")
    }
    for text in try texts("steps", .goal, steps(10_000, of: 10_000)) {
      #expect(numbers(text.body).contains(10_000) && !numbers(text.body).contains(0) && isClean(text.body), "\(text)")
    }
    let english = exceeded.filter { $0.language == "en" }.map(\.title)
    #expect(Set(english).isSuperset(of: ["Goal Crushed!", "On Fire!"]) && english.count == 6)
  }

  @Test("Steps: half-way has a title such as \"Keep Moving!\", the step count, the remaining steps and the percentage")
  func milestone() throws {
    let all = try texts("steps", .milestone, steps(5213, of: 9000))
    for text in all {
      #expect(text.title.hasSuffix("!"), "\(text)")
      #expect(Set(numbers(text.body)).isSuperset(of: [5213, 3787, 57]), "\(text)")
      #expect(isClean(text.body) && text.body.contains("%"), "\(text)")
    }
    #expect(all.filter { $0.language == "en" }.contains { $0.title == "Keep Moving!" } && all.count == 18)
  }

  @Test("Steps: a workout's title matches its type, and each variant has duration and distance in km")
  func workout() throws {
    let values: [String: FieldValue] = [
      "duration": .duration(31 * 60), "distance": .distance(DecimalNumber("5240")!), "type": .text("run"),
    ]
    let all = try texts("steps", .workout, values)
    for text in all {
      let body = text.body.replacing(/[\u{a0}\u{202f}]/, with: " ")
      #expect(body.contains("31 ") && body.contains(text.language == "en" ? "5.24 km" : "5,24 km"), "\(text)")
      #expect(isClean(text.body) && !text.body.contains("run"), "\(text)")
    }
    let titles = Dictionary(grouping: all.filter { $0.language == "en" }, by: \.form).mapValues { Set($0.map(\.title)) }
    #expect(
      titles == [
        "plain": ["Workout Complete!"], "run": ["Run Complete!"], "ride": ["Ride Complete!"],
        "walk": ["Walk Complete!"], "hike": ["Hike Complete!"], "swim": ["Swim Complete!"], "row": ["Row Complete!"],
        "strength": ["Strength Workout Complete!"], "yoga": ["Yoga Complete!"],
      ])
    // Six variants of each form in each language, each with a different title.
    #expect(all.count == 9 * 6 * 3)
    #expect(Set(all.map { "\($0.language) \($0.title)" }).count == 9 * 3)
  }

  @Test(
    "Steps: a workout without a duration or distance has a complete text", arguments: [true, false], [true, false])
  func workoutParts(hasDuration: Bool, hasDistance: Bool) throws {
    var values: [String: FieldValue] = [:]
    if hasDuration { values["duration"] = .duration(31 * 60) }
    if hasDistance { values["distance"] = .distance(DecimalNumber("850")!) }
    for text in try texts("steps", .workout, forms: ["plain"], values) {
      #expect(isClean(text.body), "\(text)")
      #expect(
        numbers(text.body) == (hasDuration ? [31] : []) + (hasDistance ? [850] : []) || hasDuration && hasDistance,
        "\(text)")
      if hasDuration && hasDistance { #expect(numbers(text.body).sorted() == [31, 850], "\(text)") }
    }
  }

  @Test("Steps: \"Apps Unlocked!\"")
  func unlock() throws {
    let all = try texts("steps", .unlock, steps(8020, of: 8000))
    #expect(Set(all.filter { $0.language == "en" }.map(\.title)) == ["Apps Unlocked!"])
    #expect(all.count == 18 && all.allSatisfy { isClean($0.body) })
  }

  // MARK: Diary

  @Test(
    "Diary: the first tier invites, the second names the benefit, the third protects the streak, bedtime is calm",
    arguments: [
      (Kind.morning, "tier1", ["Good morning!", "Your daily affirmation is waiting!"]),
      (.morning, "tier2", ["Don't let the day rush by"]), (.morning, "tier3", ["Protect your streak!"]),
      (.bedtime, "plain", ["Capture today's memories", "Time to reflect on your day!"]),
    ])
  func tiers(_ kind: Kind, _ form: String, _ titles: [String]) throws {
    let all = try texts("diary", kind, forms: [form])
    #expect(Set(all.filter { $0.language == "en" }.map(\.title)) == Set(titles))
    for language in ["en", "es", "de"] { #expect(all.count { $0.language == language } == 3) }
    #expect(all.allSatisfy { isClean($0.body) })
    if form == "tier1" { #expect(all.allSatisfy { $0.title.hasSuffix("!") }) }
    // The app's own title is the one exception.
    let own = "Time to reflect on your day!"
    if kind == .bedtime {
      #expect(!all.contains { $0.title != own && $0.title.contains("!") || $0.body.contains("!") })
    }
  }

  @Test("Diary: no text has \"You forgot\", \"Hurry up\", \"Last chance\" or the like, in any language")
  func diaryTone() throws {
    let policy = try SharedTexts.shipped("diary")
    for phrase in ["You forgot", "Hurry up", "Last chance"] { #expect(policy.tone.forbidden.contains(phrase)) }
    #expect(ToneCheck.warnings(policy, .shipped).isEmpty)
  }

  // MARK: Ritualist

  @Test("Ritualist: each rich text shows category and streak, and reads well if either is missing")
  func rich() throws {
    for (category, streak) in [("Music", 5), ("Music", 1), ("Music", nil), (nil, 5), (nil, nil)] as [(String?, Int?)] {
      var values: [String: FieldValue] = ["name": .text("Piano"), "time": .time("18:30")]
      values["category"] = category.map { .text($0) }
      values["streak"] = streak.map { .integer($0) }
      let all = try texts("ritualist", .habit, forms: ["plain"], values)
      #expect(all.count == 9)
      for text in all {
        #expect(text.title == "Piano" && isClean(text.body), "\(text)")
        #expect(text.body.contains("Music") == (category != nil), "\(text)")
        #expect(numbers(text.body) == (streak.map { [$0] } ?? []), "\(text)")
      }
    }
  }

  @Test("Ritualist: tailored texts follow the trait; another trait has the neutral ones")
  func tailored() throws {
    let all = try texts("ritualist", .habit, ["name": .text("Piano"), "trait": .text("openness")])
    let tailored = all.filter { $0.form != "plain" }
    let traits = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"]
    #expect(Set(tailored.map(\.form)) == Set(traits + ["tailored"]))
    #expect(Set(tailored.map(\.body)).count == 6 * 2 * 3, "no two traits read alike")
    #expect(tailored.allSatisfy { isClean($0.body) && $0.title == "Piano" })

    let policy = try SharedTexts.shipped("ritualist")
    let messages =
      "[[en.habit]]\ntitle = \"rich\"\n[[en.habit]]\nform = \"tailored\"\ntitle = \"tailored\"\nbody = \"b\""
    var own = policy
    own.messages = try SharedTexts.policy("[kinds.habit]\nidentifier = \"{id}{time}\"", messages: messages).messages
    for trait in traits {
      #expect(
        SharedTexts.title(own, "en", .habit, trait) == "tailored", "a language without the trait's has the neutral text"
      )
    }
  }

  // MARK: MoneyMap

  @Test("MoneyMap: an overspent budget's text has the spent amount, the limit and the difference, each in its currency")
  func overspend() throws {
    let money = { (amount: String) in FieldValue.money(Money(DecimalNumber(amount)!, "CHF")) }
    let all = try texts(
      "moneymap", .overspend,
      [
        "name": .text("Food"), "spent": money("150.50"), "limit": money("100"), "over": money("50.50"),
        "period": .text("2026-11"),
      ])
    for text in all {
      #expect(text.body.contains("Food") && isClean(text.body), "\(text)")
      #expect(text.body.split(separator: "CHF", omittingEmptySubsequences: false).count >= 3, "\(text)")
    }
  }

  @Test("MoneyMap: the due date is named as seen when it goes out; a moved one with the date that it had")
  func dueDays() throws {
    let words = [
      "en": ["today", "tomorrow", "yesterday", "Monday"], "es": ["hoy", "mañana", "ayer", "lunes"],
      "de": ["heute", "morgen", "gestern", "Montag"],
    ]
    for (place, from) in ["2026-11-30", "2026-11-29", "2026-12-01", "2026-11-27"].enumerated() {
      let values: [String: FieldValue] = [
        "name": .text("Rent"), "dueDate": .date("2026-11-28"), "paymentDate": .date("2026-11-30"),
        "movedFrom": .date("2026-11-28"),
        "when": .when(RelativeTime(date: "2026-11-30", time: nil, from: LocalDate(iso8601: from.utf8)!)),
      ]
      for text in try texts("moneymap", .bill, forms: ["due", "dayBefore"], values) {
        let own = words[text.language]!
        for (other, word) in own.enumerated() {
          #expect(text.title.lowercased().contains(word.lowercased()) == (other == place), "\(text)")
        }
        // One text has no date at all.
        #expect(text.body.contains("28") == text.body.contains("30"), "\(text)")
      }
    }
  }
}
