import PlanModel

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
  private var last: (key: Key, wording: Wording)?

  /// - Parameter format: Returns a language's value formats.
  package init(format: @escaping (LanguageTag) -> any FieldLanguage) { self.format = format }

  /// Returns the wording for a locale. An invalid language tag counts as no locale.
  package mutating func texts(_ policy: Shared<Policy>, locale: String?) -> any NotificationTexts {
    let key = Key(app: policy.app, locale: locale)
    if let last, last.key == key { return last.wording }
    if wordings.count == WordingCache.capacity { wordings.removeAll() }
    let wording = wordings[key] ?? Wording(policy.value, locale: locale.flatMap(LanguageTag.init), format: format)
    wordings[key] = wording
    last = (key, wording)
    return wording
  }
}
