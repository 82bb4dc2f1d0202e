import Diagnostics

/// One text: the words of a notification, with places for the item's fields.
public struct Message: Sendable {
  public var title: MustacheText
  public var body: MustacheText
  /// The variant's name in plans; nil: none was given.
  public var name: String?
  private var findTitle: @Sendable () -> SourceLocation
  private var findBody: @Sendable () -> SourceLocation

  /// Where title and body stand: looked for when it is asked.
  public var titlePlace: SourceLocation { findTitle() }
  public var bodyPlace: SourceLocation { findBody() }

  public init(
    title: MustacheText, body: MustacheText, name: String? = nil,
    titlePlace: @escaping @Sendable () -> SourceLocation, bodyPlace: @escaping @Sendable () -> SourceLocation
  ) {
    self.title = title
    self.body = body
    self.name = name
    findTitle = titlePlace
    findBody = bodyPlace
  }
}

/// The texts of one app in all its languages: one TOML file. docs/messages.md has the format.
public struct Messages: Sendable {
  /// The texts in one language: several of a kind and form are variants.
  public struct Language: Sendable {
    public var tag: LanguageTag
    private var texts: [[Message]] = Array(repeating: [], count: Kind.allCases.count * MessageForm.allCases.count)

    public init(_ tag: LanguageTag) {
      self.tag = tag
    }

    public subscript(kind: Kind, form: MessageForm) -> [Message] {
      get { texts[kind.index * MessageForm.allCases.count + form.index] }
      set { texts[kind.index * MessageForm.allCases.count + form.index] = newValue }
    }
  }

  public var app: String
  /// The file it was read from, as it was named.
  public var file: String
  public var sha256: String
  /// In the order of their tags.
  public var languages: [Language] = []
  /// Whether the texts were read, and not only whose they are.
  public let isRead: Bool

  public init(app: String, file: String, sha256: String, isRead: Bool = true) {
    self.app = app
    self.file = file
    self.sha256 = sha256
    self.isRead = isRead
  }

  /// Whether any language has a text of this kind.
  public func has(_ kind: Kind) -> Bool {
    languages.contains { language in MessageForm.allCases.contains { !language[kind, $0].isEmpty } }
  }

  /// The languages that a tag finds, the nearest first.
  public func lookUp(_ tag: LanguageTag) -> [Language] {
    precondition(isRead, "the texts of an app that is planned were not read")
    return tag.lookupKeys.compactMap { key in languages.first { $0.tag.lookupKeys[0] == key } }
  }
}
