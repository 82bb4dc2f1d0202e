import PlanModel

/// How a language names days near the reader's, with a time of day: `tomorrow at 9:30 AM`. For the languages of the texts that ship;
/// others name dates.
///
/// CLDR has the days, but no pattern that places them in a sentence.
enum RelativeWords: String {
  case en, de, es

  init?(_ language: String) { self.init(rawValue: language) }

  /// Returns the words for a day: a name from yesterday to tomorrow, the weekday alone in the week ahead, else the date with its weekday.
  ///
  /// - Parameter date: Returns the date, or its weekday.
  func day(_ days: Int, _ date: (FieldProperty?) -> String) -> String {
    switch (self, days) {
    case (.en, 0): "today"
    case (.en, 1): "tomorrow"
    case (.en, -1): "yesterday"
    case (.en, 2...6): "on \(date(.weekday))"
    case (.en, _): "on \(date(.weekday)), \(date(nil))"
    case (.de, 0): "heute"
    case (.de, 1): "morgen"
    case (.de, -1): "gestern"
    case (.de, 2...6): "am \(date(.weekday))"
    case (.de, _): "am \(date(.weekday)), dem \(date(nil))"
    case (.es, 0): "hoy"
    case (.es, 1): "mañana"
    case (.es, -1): "ayer"
    case (.es, 2...6): "el \(date(.weekday))"
    case (.es, _): "el \(date(.weekday)), \(date(nil))"
    }
  }

  func at(_ time: String) -> String {
    switch self {
    case .en: "at \(time)"
    case .de: time.last?.isNumber ?? false ? "um \(time) Uhr" : "um \(time)"
    // One o'clock is singular.
    case .es: time.hasPrefix("1:") || time.hasPrefix("01:") ? "a la \(time)" : "a las \(time)"
    }
  }

  /// - Parameter end: Words for a day, a time, or both.
  func until(_ end: String) -> String {
    let (word, prepositions) =
      switch self {
      case .en: ("until", ["on ", "at "])
      case .de: ("bis", ["am ", "um "])
      case .es: ("hasta", ["a "])
      }
    // The preposition takes another case.
    let end = self == .de ? end.replacing(", dem ", with: ", den ") : end
    return "\(word) \(end.dropFirst(prepositions.first { end.hasPrefix($0) }?.count ?? 0))"
  }

  /// - Parameter isDated: Whether the day ends with a date, which a comma separates from the time.
  func joined(_ day: String, _ time: String, isDated: Bool) -> String { day + (isDated ? ", " : " ") + time }
}
