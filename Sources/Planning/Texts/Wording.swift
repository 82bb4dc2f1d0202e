import PlanModel

/// The texts of one account: for each kind and form, the variants of the first language that has any, and that
/// language's value formats. Belongs to one task.
package final class Wording: NotificationTexts {
  /// The variants of one kind and form. A class, so that selecting one copies nothing.
  private final class Choice {
    let messages: [Message]
    let format: any FieldLanguage

    init(messages: [Message], format: any FieldLanguage) {
      self.messages = messages
      self.format = format
    }

    /// - Parameter stem: Selects among the variants.
    func words(_ form: MessageForm, _ stem: StableHash, _ value: (String) -> FieldValue) -> Words {
      let index = Int(stem.low % UInt64(messages.count))
      var variant = messages[index].name
      if variant == nil, form != .plain { variant = form.name }
      if variant == nil, messages.count > 1 { variant = String(index + 1) }
      return Words(
        title: messages[index].title.filled(format, value), body: messages[index].body.filled(format, value),
        variant: variant)
    }
  }

  /// The language of most texts: the first that has any, in the account's locale if both have the same language.
  package let language: LanguageTag
  /// By the kind's position in the policy, and the form's in the kind.
  private let choices: [[Choice]]

  /// - Parameters:
  ///   - locale: The account's locale, if any.
  ///   - format: Returns a language's value formats.
  package init(_ policy: Policy, locale: LanguageTag?, format: (LanguageTag) -> any FieldLanguage) {
    let sources = Wording.languages(policy, locale, format)
    language = sources.first?.tag ?? policy.locale
    let own = format(Wording.formatting(policy.locale, for: locale).measured(in: policy.units))
    choices = policy.kinds.map { settings in
      ([.plain] + settings.description.forms).map { form in
        let forms = settings.description.fallbacks(for: form)
        if let text = forms.lazy.compactMap({ settings.texts[$0] }).first {
          return Choice(messages: [text], format: own)
        }
        for (_, language, format) in sources {
          for form in forms where !language[settings.kind, form].isEmpty {
            return Choice(messages: language[settings.kind, form], format: format)
          }
        }
        return Choice(messages: [.nameless(settings.kind, in: policy)], format: own)
      }
    }
  }

  package func words(
    _ kind: Int, _ form: MessageForm, _ stem: StableHash, _ value: (String) -> FieldValue
  ) -> Words {
    choices[kind][form.position].words(form, stem, value)
  }

  /// Returns the languages to search: those for the account's locale, then those for the policy's.
  private static func languages(
    _ policy: Policy, _ locale: LanguageTag?, _ format: (LanguageTag) -> any FieldLanguage
  ) -> [(tag: LanguageTag, language: Messages.Language, format: any FieldLanguage)] {
    guard let messages = policy.messages else { return [] }
    let found = (locale.map(messages.lookUp) ?? []) + messages.lookUp(policy.locale)
    return found.map {
      let tag = formatting($0.tag, for: locale)
      return (tag, $0, format(tag.measured(in: policy.units)))
    }
  }

  /// Returns the account's locale if it has the text's language, since it may be more specific: `de-CH` for a German
  /// text.
  private static func formatting(_ text: LanguageTag, for locale: LanguageTag?) -> LanguageTag {
    if let locale, locale.language == text.language { locale } else { text }
  }
}

extension LanguageTag {
  /// Returns the tag with the policy's units, unless it has its own.
  fileprivate func measured(in units: Policy.Units) -> LanguageTag { units.system.map(measured) ?? self }
}

/// A task's wordings, by app and locale.
package struct WordingCache: TextLibrary {
  /// More locales than any app has. Limits the memory for exports with invented locales.
  private static let capacity = 256

  private struct Key: Hashable {
    var app: String
    var locale: String?
  }

  private let format: (LanguageTag) -> any FieldLanguage
  private var wordings: [Key: Wording] = [:]

  /// - Parameter format: Returns a language's value formats.
  package init(format: @escaping (LanguageTag) -> any FieldLanguage) { self.format = format }

  /// Returns the wording for a locale. An invalid language tag counts as no locale.
  package mutating func texts(_ policy: Shared<Policy>, locale: String?) -> any NotificationTexts {
    let key = Key(app: policy.app, locale: locale)
    if let known = wordings[key] { return known }
    if wordings.count == WordingCache.capacity { wordings.removeAll() }
    let wording = Wording(policy.value, locale: locale.flatMap(LanguageTag.init), format: format)
    wordings[key] = wording
    return wording
  }
}
