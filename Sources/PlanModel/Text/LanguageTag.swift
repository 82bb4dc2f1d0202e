/// A BCP 47 language tag (RFC 5646), as far as looking up texts needs it.
public struct LanguageTag: Hashable, Sendable {
  /// As it was written, with hyphens.
  public let text: String
  /// In lower case: tags are equal whatever their case.
  private let key: String

  /// - Returns: nil where it is no tag: subtags of one to eight letters and digits, a language of two to eight letters
  ///   first, 64 bytes at most.
  public init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    let subtags = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    let isSound = subtags.enumerated().allSatisfy { index, subtag in
      (index == 0 ? 2...8 : 1...8).contains(subtag.count)
        && subtag.allSatisfy { LanguageTag.isLetter($0) || index > 0 && UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
    guard isSound else { return nil }
    self.text = subtags.map { String(Substring($0)) }.joined(separator: "-")
    key = self.text.lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// The first subtag, in lower case.
  public var language: String { String(key.prefix { $0 != "-" }) }

  /// This tag in lower case and what is left of it as subtags are taken from its end, down to the language: the lookup
  /// of RFC 4647, section 3.4.
  public var lookupKeys: [String] {
    var keys = [key]
    var rest = key[...]
    while let hyphen = rest.lastIndex(of: "-") {
      rest = rest[..<hyphen]
      // A single letter or digit opens an extension, and goes with what it opened.
      if rest.dropLast().last == "-" { continue }
      keys.append(String(rest))
    }
    return keys
  }

  /// The language that a locale asks for, if texts are in another.
  ///
  /// - Parameters:
  ///   - locale: As the export has it; a text that is no tag asks for none.
  ///   - texts: The tag of the texts' language.
  public static func untranslated(_ locale: String, in texts: String) -> String? {
    let language = texts.utf8.prefix { $0 != UInt8(ascii: "-") }
    let rest = locale.utf8.dropFirst(language.count)
    if zip(locale.utf8, language).allSatisfy({ $0 | 0x20 == $1 | 0x20 }), locale.utf8.count >= language.count,
      rest.isEmpty || rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "_")
    {
      return nil
    }
    guard let asked = LanguageTag(locale)?.language, asked != LanguageTag(texts)?.language else { return nil }
    return asked
  }

  /// The tag with a system of measures, unless it has one (Unicode's UTS #35, key `ms`).
  public func measured(_ system: String) -> LanguageTag {
    var subtags = key.split(separator: "-").map(String.init)
    let head = subtags.prefix { $0.count > 1 }.count
    let extensions = subtags[head...].prefix { $0 != "x" }
    if extensions.contains("ms") { return self }
    if let units = extensions.firstIndex(of: "u") {
      subtags.insert(contentsOf: ["ms", system], at: units + 1)
    } else {
      subtags.insert(contentsOf: ["u", "ms", system], at: head)
    }
    return LanguageTag(subtags.joined(separator: "-")) ?? self
  }

  public static func == (a: LanguageTag, b: LanguageTag) -> Bool { a.key == b.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
