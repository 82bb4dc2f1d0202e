import CivilTime

// The first day of the week, by CLDR 45.

extension LanguageTag {
  private static let saturday: Set = [
    "af", "bh", "dj", "dz", "eg", "iq", "ir", "jo", "kw", "ly", "om", "qa", "sd", "sy",
  ]
  private static let sunday: Set = [
    "ag", "as", "bd", "br", "bs", "bt", "bw", "bz", "ca", "co", "dm", "do", "et", "gt", "gu", "hk", "hn", "id", "il",
    "in", "jm", "jp", "ke", "kh", "kr", "la", "mh", "mm", "mo", "mt", "mx", "mz", "ni", "np", "pa", "pe", "ph", "pk",
    "pr", "pt", "py", "sa", "sg", "sv", "th", "tt", "tw", "um", "us", "ve", "vi", "ws", "ye", "za", "zw",
  ]
  /// The likely regions of languages whose week does not begin on Monday.
  private static let regions = [
    "am": "et", "ar": "eg", "bn": "bd", "en": "us", "fa": "ir", "gu": "in", "he": "il", "hi": "in", "id": "id",
    "ja": "jp", "km": "kh", "kn": "in", "ko": "kr", "lo": "la", "ml": "in", "mr": "in", "mt": "mt", "my": "mm",
    "ne": "np", "pa": "in", "ps": "af", "pt": "br", "ta": "in", "te": "in", "th": "th", "ur": "pk", "zu": "za",
  ]

  /// The first day of the week in its region, or in the language's likely one.
  public var firstWeekday: Weekday {
    let subtags = text.lowercased().split(separator: "-")
    // A singleton opens an extension, in which two letters are no region.
    let region = subtags.dropFirst().prefix { $0.count > 1 }.first { $0.count == 2 }.map(String.init)
    guard let region = region ?? LanguageTag.regions[language] else { return .monday }
    if region == "mv" { return .friday }
    return LanguageTag.saturday.contains(region) ? .saturday : LanguageTag.sunday.contains(region) ? .sunday : .monday
  }
}
