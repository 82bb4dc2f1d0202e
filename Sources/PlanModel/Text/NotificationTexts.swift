/// A finished text.
public struct Words: Hashable, Sendable {
  public var title: String
  public var body: String
  /// Which text it is, for the plan; nil: there is but one.
  public var variant: String?

  public init(title: String, body: String, variant: String?) {
    self.title = title
    self.body = body
    self.variant = variant
  }
}

/// The texts that one account reads.
public protocol NotificationTexts: AnyObject {
  /// The language of most of them, a BCP 47 tag.
  var language: LanguageTag { get }

  /// The words of a notification.
  ///
  /// - Parameters:
  ///   - kind: The position of its kind in ``Policy/kinds``.
  ///   - stem: Chooses among variants, so that the same notification has the same words in every run.
  ///   - value: The value of a field by its name; `none` for names that the kind does not have.
  func words(_ kind: Int, _ form: MessageForm, _ stem: StableHash, _ value: (String) -> FieldValue) -> Words
}

/// Where a planner gets the texts of an account from.
public protocol TextLibrary {
  /// - Parameter locale: The account's, as the export has it; nil: it has none.
  mutating func texts(_ policy: Shared<Policy>, locale: String?) -> any NotificationTexts
}
