import Bytes
import Diagnostics
import PlanModel
import System

/// Checks an app's texts as a reader would: for phrases that its policy forbids, for texts that a screen cuts off, and
/// for missing translations. Emits warnings only.
package struct ToneCheck {
  private let policy: Policy
  private let catalog: KindCatalog
  private let forbidden: [(phrase: String, folded: String)]
  private(set) var warnings: [Diagnostic] = []

  /// - Parameter catalog: The kinds that texts may belong to.
  /// - Returns: Warnings, in the order of the texts' places.
  package static func warnings(_ policy: Policy, _ catalog: KindCatalog) -> [Diagnostic] {
    var check = ToneCheck(policy, catalog)
    check.checkOwnTexts()
    if let messages = policy.messages {
      for language in messages.languages { check.check(language) }
      check.checkTranslations(messages)
    }
    return check.warnings.sorted { a, b in
      let (x, y) = (a.location, b.location)
      if x.file != y.file { return x.file.compareBytes(y.file) < 0 }
      return (x.line, x.column) < (y.line, y.column)
    }
  }

  private init(_ policy: Policy, _ catalog: KindCatalog) {
    (self.policy, self.catalog) = (policy, catalog)
    forbidden = policy.tone.forbidden.map { ($0, $0.foldedForTone) }
  }

  // MARK: Texts

  private mutating func checkOwnTexts() {
    let format = LocaleFormat(policy.locale)
    for settings in policy.kinds {
      for form in settings.description.everyForm {
        guard let message = settings.texts[form] else { continue }
        // All forms of a policy share one title.
        if form == .plain { checkBraces(message.title, settings.description, message.titlePlace, "title") }
        checkBraces(message.body, settings.description, message.bodyPlace, "body")
        check(message, settings.description, format, withTitle: form == .plain)
      }
    }
  }

  /// Warns about fields in single braces, the syntax of identifiers. Message files are checked when they are read.
  private mutating func checkBraces(
    _ text: MustacheText, _ kind: KindDescription, _ place: SourceLocation, _ part: String
  ) {
    for name in text.words.singlyBraced where kind.field(name) != nil {
      warn(place, "kinds.\(kind.kind).\(part)", "found {\(name)}, which is shown literally", "{{\(name)}}")
    }
  }

  private mutating func check(_ language: Messages.Language) {
    let format = LocaleFormat(language.tag)
    for kind in catalog.kinds {
      for message in kind.everyForm.flatMap({ language[kind.kind, $0] }) {
        check(message, kind, format, withTitle: true)
      }
    }
  }

  private mutating func check(_ message: Message, _ kind: KindDescription, _ format: LocaleFormat, withTitle: Bool) {
    if withTitle { check(message.title, kind, format, message.titlePlace, "title", policy.tone.titleLength) }
    if message.hasOwnBody { check(message.body, kind, format, message.bodyPlace, "body", policy.tone.bodyLength) }
  }

  /// Warns about plural categories of the language that a text has no section for, though it has some.
  private mutating func checkPlurals(
    _ text: MustacheText, _ format: LocaleFormat, _ place: SourceLocation, _ part: String
  ) {
    // The numbers up to 200 have every category that everyday counts have; that of millions is no omission.
    let needed = text.categories.isEmpty ? [] : Set((0...200).map(format.category))
    for (field, sections) in text.categories.sorted(by: { $0.key < $1.key }) {
      let lacking = FieldProperty.plural.filter { needed.contains($0) && !sections.contains($0) }
      if lacking.isEmpty { continue }
      let names = lacking.map { "{{#\(field).\($0)}}" }.joined(separator: ", ")
      warn(
        place, part,
        "the language counts \(field) in more forms than the text has"
          + (sections.contains(.other) ? "; {{#\(field).other}} is used for the rest" : ""), names)
    }
  }

  /// - Parameter limit: The number of visible characters.
  private mutating func check(
    _ text: MustacheText, _ kind: KindDescription, _ format: LocaleFormat, _ place: SourceLocation, _ part: String,
    _ limit: Int
  ) {
    let samples = TextField.Sample.allCases.map { which in
      text.filled(format) { kind.field($0)?.sample(which) ?? .none }
    }
    checkPlurals(text, format, place, part)
    for name in text.bare where kind.mayLack(name) {
      warn(place, part, "{{\(name)}} may be empty", "{{#\(name)}}…{{/\(name)}} around the words that need it")
    }
    let folded = ([text.words] + samples).map(\.foldedForTone)
    for (phrase, wanted) in forbidden where folded.contains(where: { $0.contains(wanted) }) {
      warn(place, part, "\(kind.kind.name) says \(phrase.quotedForDiagnostic), which the policy forbids", nil)
    }
    let longest = samples.max { $0.count < $1.count } ?? ""
    if longest.count > limit {
      warn(
        place, part, "\(longest.count) characters, as in \(longest.quotedForDiagnostic)",
        "at most \(limit), which fits a screen")
    }
  }

  // MARK: Translations

  private mutating func checkTranslations(_ messages: Messages) {
    for description in catalog.kinds where messages.has(description.kind) {
      let kind = description.kind
      guard policy[kind] != nil else {
        // Texts for the app of an extended policy are used by that policy.
        if messages.app != policy.app { continue }
        for language in messages.languages {
          guard let first = description.everyForm.compactMap({ language[kind, $0].first }).first else { continue }
          warn(
            first.titlePlace, language.tag.text,
            "the policy of \(policy.app) has no kind \(kind.name), so nothing will use its texts", nil)
        }
        continue
      }
      for form in description.everyForm {
        guard let model = messages.languages.first(where: { !$0[kind, form].isEmpty }) else { continue }
        for language in messages.languages where !language.misspelled.contains(kind) {
          let hasText = messages.lookUp(language.tag).contains { !$0[kind, form].isEmpty }
          if hasText { continue }
          let word = form == .plain ? kind.name : "\(kind.name), form \(form.name)"
          warn(
            model[kind, form][0].titlePlace, model.tag.text,
            "no \(language.tag.text) text of \(word)", "a translation")
        }
      }
    }
    let place = SourceLocation(file: messages.file, line: 1, column: 1)
    for settings in policy.kinds where settings.texts.isEmpty && messages.has(settings.kind) {
      if !messages.lookUp(policy.locale).contains(where: { $0.has(settings.kind) }) {
        warn(
          place, nil, "no text of \(settings.kind.name) in \(policy.locale.text), the policy's language",
          "one, for accounts whose own language has none")
      }
    }
  }

  private mutating func warn(_ place: SourceLocation, _ field: String?, _ found: String, _ expected: String?) {
    warnings.append(Diagnostic(.warning, .message, at: place, field: field, found: found, expected: expected))
  }
}

extension KindDescription {
  /// The plain form, followed by the others.
  fileprivate var everyForm: [MessageForm] { [.plain] + forms }
}

extension String {
  /// The text without case, accents, typographic apostrophes and differences in white space.
  fileprivate var foldedForTone: String {
    ICU.folded(self.replacing("\u{2019}", with: "'"))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
