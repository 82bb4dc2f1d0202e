import Diagnostics

/// A BCP 47 language tag (RFC 5646), as far as needed to look up texts.
public struct LanguageTag: Hashable, Sendable {
  /// The original text, with hyphens.
  public let text: String
  /// The tag in lower case, since tags are equal regardless of case.
  private let key: String

  /// Creates a tag.
  ///
  /// - Returns: nil if the text is no tag. A tag has at most 64 bytes, in subtags of one to eight letters and digits, and begins
  ///   with a language of two to eight letters.
  public init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    let subtags = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    let isValid = subtags.enumerated().allSatisfy { index, subtag in
      (index == 0 ? 2...8 : 1...8).contains(subtag.count)
        && subtag.allSatisfy { index > 0 ? $0.isLetterOrDigit : $0.isLetter }
    }
    guard isValid else { return nil }
    self.text = subtags.map { String(Substring($0)) }.joined(separator: "-")
    key = self.text.lowercased()
  }

  /// The first subtag, in lower case.
  public var language: String { String(key.prefix { $0 != "-" }) }

  /// The tags to look up, in lower case: this tag, then shorter ones with subtags removed from the end, down to the language (RFC
  /// 4647, section 3.4).
  public var lookupKeys: [String] {
    var keys = [key]
    var rest = key[...]
    while let hyphen = rest.lastIndex(of: "-") {
      rest = rest[..<hyphen]
      // A single letter or digit opens an extension, and is removed with it.
      if rest.dropLast().last == "-" { continue }
      keys.append(String(rest))
    }
    return keys
  }

  /// Returns the language that a locale asks for, if texts are in another.
  ///
  /// - Parameters:
  ///   - locale: The locale in the export. A text that is no tag asks for no language.
  ///   - texts: The tag of the texts' language.
  public static func untranslated(_ locale: String, in texts: String) -> String? {
    let language = texts.utf8.prefix { $0 != UInt8(ascii: "-") }
    let rest = locale.utf8.dropFirst(language.count)
    if zip(locale.utf8, language).allSatisfy({ $0 | 0x20 == $1 | 0x20 }), locale.utf8.count >= language.count,
      rest.isEmpty || rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "_")
    {
      return nil
    }
    guard let requested = LanguageTag(locale)?.language, requested != LanguageTag(texts)?.language else { return nil }
    return requested
  }

  /// Returns the language, script and region of a tag, if such codes exist. Any other subtag may name a person, such as
  /// `de-x-jane`.
  public static func impersonal(_ text: String) -> String {
    guard let tag = LanguageTag(text) else { return "und" }
    var rest = tag.text.split(separator: "-")[...]
    var kept: [Substring] = []
    func keep(_ isKnown: (Substring) -> Bool) {
      if let first = rest.first, isKnown(first) { kept.append(rest.removeFirst()) }
    }
    keep { $0.utf8.count <= 3 }
    if kept.isEmpty { return "und" }
    keep { scripts.contains($0.lowercased()) }
    keep { $0.utf8.count == 2 || $0.utf8.count == 3 && $0.utf8.allSatisfy { $0 < UInt8(ascii: "A") } }
    return kept.joined(separator: "-")
  }

  /// The scripts of CLDR's languages (ISO 15924). Other words of four letters may be names.
  private static let scripts = Set(
    """
    adlm arab armn beng cakm cans cher cyrl deva ethi geor grek gujr guru hans hant hebr jpan khmr knda kore laoo latn \
    mlym mong mtei mymr nkoo olck orya rohg sinh sund syrc taml telu tfng thaa thai tibt vaii yiii
    """.split(separator: " ").map(String.init))

  /// Returns the tag with a system of measures, unless it has one (Unicode's UTS #35, key `ms`).
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
