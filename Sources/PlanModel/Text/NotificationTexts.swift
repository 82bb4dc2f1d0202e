/// A finished text.
public struct Words: Hashable, Sendable {
  public var title: String
  public var body: String
  /// The text's variant, for the plan; nil if there is only one.
  public var variant: String?

  public init(title: String, body: String, variant: String?) {
    (self.title, self.body, self.variant) = (title, body, variant)
  }
}

/// The texts for one account.
public protocol NotificationTexts: AnyObject {
  /// The language of most of the texts, a BCP 47 tag.
  var language: LanguageTag { get }

  /// Returns the words of a notification.
  ///
  /// - Parameters:
  ///   - kind: The position of its kind in ``Policy/kinds``.
  ///   - stem: Chooses among variants, so that a notification has the same words in every run.
  ///   - value: Returns the value of a field by its name, or `none` for names that the kind lacks.
  func words(_ kind: Int, _ form: MessageForm, _ stem: StableHash, _ value: (String) -> FieldValue) -> Words
}

/// The source of an account's texts for a planner.
public protocol TextLibrary {
  /// Returns the texts for an account.
  ///
  /// - Parameter locale: The account's locale in the export; nil if it has none.
  mutating func texts(_ policy: Shared<Policy>, locale: String?) -> any NotificationTexts
}
