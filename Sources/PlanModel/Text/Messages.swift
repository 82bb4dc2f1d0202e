import Diagnostics

/// The text of a notification: title and body, with placeholders for the item's fields.
public struct Message: Sendable {
  public var title: MustacheText
  public var body: MustacheText
  /// The variant's name in plans; nil if it has none.
  public var name: String?
  /// Whether it includes its body. A form's text without a body uses the body of a plain text.
  public var hasOwnBody = true
  private var findTitle: @Sendable () -> SourceLocation
  private var findBody: @Sendable () -> SourceLocation

  /// The places of title and body, found on access.
  public var titlePlace: SourceLocation { findTitle() }
  public var bodyPlace: SourceLocation { findBody() }

  public init(
    title: MustacheText, body: MustacheText, name: String? = nil,
    titlePlace: @escaping @Sendable () -> SourceLocation, bodyPlace: @escaping @Sendable () -> SourceLocation
  ) {
    (self.title, self.body, self.name) = (title, body, name)
    findTitle = titlePlace
    findBody = bodyPlace
  }

  /// Returns the text of a kind without texts: its name.
  public static func nameless(_ kind: Kind, in policy: Policy) -> Message {
    let place = SourceLocation(file: policy.file, line: 1, column: 1)
    return Message(
      title: MustacheText(literal: kind.name), body: MustacheText(literal: ""), titlePlace: { place },
      bodyPlace: { place })
  }

  /// Returns this title with the body of another text.
  public func over(_ other: Message) -> Message {
    var message = Message(
      title: title, body: other.body, name: name ?? other.name, titlePlace: findTitle, bodyPlace: other.findBody)
    message.hasOwnBody = false
    return message
  }
}

/// The texts of one app in all its languages: one TOML file. docs/messages.md has the format.
public struct Messages: Sendable {
  /// The texts in one language. Several of one kind and form are variants.
  public struct Language: Sendable {
    public var tag: LanguageTag
    /// Kinds that this language spells wrong. Their texts are not used.
    public var misspelled: Set<Kind> = []
    private var texts: [Key: [Message]] = [:]

    private struct Key: Hashable {
      var kind: Kind
      var form: String
    }

    public init(_ tag: LanguageTag) { self.tag = tag }

    /// The texts of a kind and form; empty if it has none.
    public subscript(kind: Kind, form: MessageForm) -> [Message] {
      get { texts[Key(kind: kind, form: form.name)] ?? [] }
      _modify { yield &texts[Key(kind: kind, form: form.name), default: []] }
    }

    public func has(_ kind: Kind) -> Bool { texts.keys.contains { $0.kind == kind } }
  }

  public var app: String
  /// The file it was read from, as the user named it.
  public var file: String
  /// The hash of the file and, after it, the files that it extends.
  public var sha256: String
  /// The files that it extends, the nearest first.
  public var extended: [String] = []
  /// The languages, in order of their tags.
  public var languages: [Language] = []
  /// Whether the texts were read. A plan file names only their source.
  public let isRead: Bool

  public init(app: String, file: String, sha256: String, isRead: Bool = true) {
    (self.app, self.file, self.sha256, self.isRead) = (app, file, sha256, isRead)
  }

  /// Returns whether any language has a text of this kind.
  public func has(_ kind: Kind) -> Bool { languages.contains { $0.has(kind) } }

  /// Returns the languages that match a tag, the closest first.
  public func lookUp(_ tag: LanguageTag) -> [Language] {
    precondition(isRead, "the texts of a planned app were not read")
    return tag.lookupKeys.compactMap { key in languages.first { $0.tag.lookupKeys[0] == key } }
  }
}

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
