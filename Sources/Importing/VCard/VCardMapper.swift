import Bytes
import CivilTime
import Diagnostics
import Formats
import OwnWords

/// Reads vCard 2.1, 3.0 and 4.0 (RFC 2426, RFC 6350): each birthday and anniversary becomes a task on its next date.
struct VCardMapper: LineMapper {
  private struct Card {
    let place: Place
    var uid = ""
    var name = ""
    /// `N`, `NICKNAME` and `ORG`, for a card without `FN`.
    var nameParts = ""
    var nickname = ""
    var organization = ""
    var namePlace: Place?
    var days: [Day] = []
    /// The dates that are not ones.
    var faulty: [(text: String, field: String, place: Place)] = []
    var isDead = false
    var hasVersion = false
    /// When it was changed last.
    var revision: Instant?
    /// Apple's labels of dates, by group.
    var labels: [String: String] = [:]

    /// What it is called, if anything.
    var words: String {
      if !name.isEmpty { return name }
      func first(_ count: Int, _ text: String) -> String {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).prefix(count)
        return parts.reversed().filter { !$0.isEmpty }.map { String($0).unescaped }.joined(separator: " ")
      }
      return [first(2, nameParts), nickname.unescaped, first(1, organization)].first { !$0.isEmpty } ?? ""
    }
  }

  private struct Day {
    /// nil if the label of the group determines it.
    var kind: Kind?
    var group: String
    var date: VCardDate
    var place: Place
  }

  private enum Kind: String {
    case birthday, anniversary

    /// - Parameter years: The number of years since; 0 if unknown.
    func title(_ name: String, years: Int, in words: any OwnWords) -> String {
      switch self {
      case .birthday: words.birthday(of: name, years: years)
      case .anniversary: words.anniversary(of: name, years: years)
      }
    }
  }

  var lines = ICalendarLines()
  private var card: Card?
  /// The cards around it, and whether the next one is inside it too: an AGENT of version 2.1.
  private var outer: [Card] = []
  private var hasAgent = false
  private var hasCard = false
  /// The cards so far. Of several versions of one, the newest counts.
  private var cards: [Card] = []
  /// The positions of the cards by UID.
  private var positions: [String: Int] = [:]
  /// The names and dates of the items so far, by id.
  private var written: [String: String] = [:]

  mutating func finish(_ output: ImportOutput) throws(RunFault) {
    while let last = card {
      output.warn(
        "the file ends before END:VCARD for the BEGIN in line \(last.place.line)",
        at: Place(line: lines.number + 1, column: 1), .cutShort)
      keep(last, output)
      card = outer.popLast()
    }
    for card in cards { write(card, output) }
    if !hasCard { throw output.fault(foundNo: "vCard", named: "VCARD") }
  }

  mutating func take(_ line: ICalendarLines.Line, _ output: ImportOutput) throws(RunFault) {
    beginLost(line, output)
    switch line.name {
    case .version: card?.hasVersion = true
    case .agent where card != nil && line.word.isEmpty: hasAgent = true
    case .begin where line.word == "VCARD", .agent where card != nil && line.word == "BEGIN:VCARD":
      if let card, hasAgent || line.name == .agent, outer.count < 16 {
        outer.append(card)
      } else if let card {
        output.note(
          "vCard has no END before this line", "vCards have no END before the next begins", at: line.place)
        keep(card, output)
      }
      card = Card(place: line.place)
      (hasCard, hasAgent) = (true, false)
    case .end where line.word == "VCARD" && card != nil:
      if let card { keep(card, output) }
      card = outer.popLast()
    case _ where card == nil:
      output.note("line is outside of a vCard", "lines are outside of a vCard", "skipped", at: line.place)
    case .uid: card?.uid = line.text
    case .revision:
      card?.revision = Instant(rfc3339: line.text.trimmed.utf8, cutsFraction: true) ?? ICalendarTime(line)?.stamp
    case .fullName where card?.name.isEmpty ?? false:
      card?.name = line.text.unescaped.trimmed
      card?.namePlace = line.valuePlace
    case .nameParts: card?.nameParts = line.text
    case .nickname: card?.nickname = line.text
    case .organization: card?.organization = line.text
    case .birthday, .ownBirthday, .evolutionBirthday: takeDay(line, .birthday, output)
    case .anniversary, .ownAnniversary, .evolutionAnniversary, .contactAnniversary, .outlookAnniversary,
      .addressBookAnniversary:
      takeDay(line, .anniversary, output)
    case .androidDate: takeAndroidDate(line, output)
    case .death:
      card?.isDead = true
      output.note(
        "date of a death is not planned, and birthdays have no age",
        "dates of deaths are not planned, and birthdays have no age",
        at: line.place)
    case .date: takeDay(line, nil, output)
    case .dateLabel: card?.labels[line.group] = line.text
    case .unknownDay where line.writtenName.contains(ignoringCase: "DEATHDATE"): card?.isDead = true
    case .unknownDay where !line.value.isBlank:
      output.note(
        "date of a contact has a name that is not known", "dates of contacts have names that are not known",
        "not planned", at: line.place)
    default: break
    }
  }

  /// Begins a card whose BEGIN is missing, and ends the one before it if that lacks its END.
  private mutating func beginLost(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    let isOther =
      line.name == .version
      ? card?.hasVersion : line.name == .uid ? card.map { !$0.uid.isEmpty && $0.uid != line.text } : false
    if let card, isOther ?? false {
      output.note("vCard has no END before this line", "vCards have no END before the next begins", at: line.place)
      keep(card, output)
    } else if card != nil || ![.version, .uid, .fullName, .nameParts, .birthday].contains(line.name) {
      return
    }
    output.note("vCard has no BEGIN", "vCards have no BEGIN", "read", at: line.place)
    card = Card(place: line.place)
  }

  /// Reads `vnd.android.cursor.item/contact_event;2010-11-25;1;`: a date and its kind, 1 for an anniversary and 3 for a
  /// birthday.
  private mutating func takeAndroidDate(_ line: ICalendarLines.Line, _ output: ImportOutput) {
    let parts = line.text.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].hasSuffix("/contact_event"), !parts[1].isEmpty else { return }
    takeDay(line, ["1": .anniversary, "3": .birthday][parts[2]], output, text: String(parts[1]))
  }

  private mutating func takeDay(
    _ line: ICalendarLines.Line, _ kind: Kind?, _ output: ImportOutput, text: String? = nil
  ) {
    let text = (text ?? line.text).trimmed
    // Address books write empty fields too.
    if text.isEmpty { return }
    if let date = VCardDate(text, line) {
      card?.days.append(Day(kind: kind, group: line.group, date: date, place: line.valuePlace))
    } else if VCardDate.isPartial(text, line) {
      output.note(
        "date of a contact has no Gregorian day and month", "dates of contacts have no Gregorian day and month",
        "not planned", at: line.place)
    } else {
      card?.faulty.append((text, line.name.rawValue, line.valuePlace))
    }
  }

  /// Keeps a card, or the newer one of it and an earlier version: a card of its UID with its name and another date, or
  /// if both say when they were changed.
  private mutating func keep(_ card: Card, _ output: ImportOutput) {
    guard !card.uid.isEmpty, let position = positions[card.uid] else {
      positions[card.uid] = cards.count
      return cards.append(card)
    }
    let other = cards[position]
    let areDated = card.revision != nil && other.revision != nil
    let isOther = card.words != other.words || Set(card.days.map(\.kind)).isDisjoint(with: other.days.map(\.kind))
    if !areDated, isOther { return cards.append(card) }
    if card.words == other.words, card.days.map(\.date) == other.days.map(\.date) {
      output.note("contact is there twice", "contacts are there twice", "planned once", at: card.place)
    } else {
      output.note(
        "contact is there twice: the newer card is planned", "contacts are there twice: the newer cards are planned",
        at: card.place)
    }
    if card.revision ?? .distantPast >= other.revision ?? .distantPast { cards[position] = card }
  }

  private mutating func write(_ card: Card, _ output: ImportOutput) {
    let words = card.words
    let name = words.isEmpty ? "Contact" : words
    for (text, field, place) in card.faulty {
      output.refuse(
        "found \(text.quotedForDiagnostic)", expected: "a date, such as 19850415, 1985-04-15 or --0415", at: place,
        item: card.uid.isEmpty ? words : card.uid, field: field)
    }
    var known: [Kind: VCardDate] = [:]
    if !card.uid.isEmpty, !card.days.isEmpty, output.isInEarlierFile("vCard \(card.uid)") {
      output.note(
        "contact is in an earlier file too", "contacts are in earlier files too", "planned once", at: card.place)
    }
    for day in card.days {
      let isLabeled = card.labels[day.group]?.lowercased().contains("anniversary") ?? false
      guard let kind = day.kind ?? (isLabeled ? .anniversary : nil) else {
        output.note(
          "date of a contact is neither a birthday nor an anniversary",
          "dates of contacts are neither birthdays nor anniversaries", "not planned", at: day.place)
        continue
      }
      if let first = known[kind] {
        // Programs write one date under old and new names.
        if first != day.date {
          output.note(
            "contact has a second \(kind): the first one is planned",
            "contacts have a second \(kind): the first one of each is planned", at: day.place)
        }
        continue
      }
      known[kind] = day.date
      let id = "\(card.uid.isEmpty ? "\(name)@\(day.date.monthAndDay)" : card.uid)/\(kind)"
      let content = "\(name) \(day.date.monthAndDay)"
      guard note(id, content, day.place, card, output) else { continue }
      let dates = day.date.dates(in: output.run.written)
      for date in dates {
        output.begin("task", id: "\(id)/\(date.year)", series: dates.count > 1 ? id : nil, at: card.place)
        let years = card.isDead && kind == .birthday ? 0 : day.date.year.map { date.year - $0 } ?? 0
        output.text("title", kind.title(name, years: years, in: output.words), at: card.namePlace)
        output.text("date", date.description, at: day.place)
        output.time(output.time, isAllDay: true, at: day.place)
        output.endOnDate(date)
        if let revision = card.revision { output.text("updatedAt", revision.description) }
        output.end()
      }
    }
  }
}

extension VCardMapper {
  /// Notes an item. Returns false after reporting one whose id is taken.
  private mutating func note(
    _ id: String, _ content: String, _ place: Place, _ card: Card, _ output: ImportOutput
  ) -> Bool {
    guard let other = written.updateValue(content, forKey: id) else { return true }
    if other == content {
      output.note("contact is there twice", "contacts are there twice", "planned once", at: card.place)
    } else {
      output.refuse(
        "another contact has this UID", expected: "a UID for each contact", at: place, item: card.uid, field: "UID",
        code: .duplicate)
    }
    return false
  }
}

/// A date that recurs each year, with its first year if known.
struct VCardDate: Equatable {
  let year: Int?
  private let month: Int
  private let day: Int

  /// - Parameter text: The value, or the part of it that is the date.
  /// - Returns: nil unless the value is a date with month and day.
  init?(_ text: String, _ line: ICalendarLines.Line) {
    guard !VCardDate.isOfOtherKind(line) else { return nil }
    var date = VCardDate.date(text).replacing("/", with: "-")[...]
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0].utf8.count == 4 {
      // Android and PHP write 1990-1-2.
      date = parts.map { $0.utf8.count == 1 ? "0\($0)" : $0 }.joined(separator: "-")[...]
    }
    let digits = date.filter { $0 != "-" }
    guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let number = Int(digits) else {
      return nil
    }
    let isYearless = date.hasPrefix("--") && !date.hasPrefix("---") && digits.utf8.count == 4
    let isSplit = date.firstIndex(of: "-").map { date.distance(from: date.startIndex, to: $0) == 4 } ?? true
    guard isYearless || !date.hasPrefix("-") && digits.utf8.count == 8 && isSplit else { return nil }
    let year = isYearless ? nil : number / 10_000
    // 2000 is a leap year, so 29 February is valid.
    let leapYear = year == nil || year == 0 ? 2000 : number / 10_000
    guard LocalDate(year: leapYear, month: number / 100 % 100, day: number % 100) != nil else { return nil }
    // Without a year, Apple writes 1604 and may mark it, .NET writes 1, and others write 0.
    let omitted = [0, 1, 1604, line.parameter("X-APPLE-OMIT-YEAR").flatMap { Int($0) }]
    self.year = omitted.contains(year) ? nil : year
    (month, day) = (number / 100 % 100, number % 100)
  }

  /// The value without its time.
  private static func date(_ text: String) -> Substring { text.prefix { $0 != "T" && $0 != "t" && $0 != " " } }

  private static func isOfOtherKind(_ line: ICalendarLines.Line) -> Bool {
    line.parameter("VALUE")?.lowercased() == "text"
      || line.parameter("CALSCALE").map { $0.lowercased() != "gregorian" } ?? false
  }

  /// Whether vCard allows the value although it names no day of the year: a text, a year, a month, a day of a month.
  static func isPartial(_ text: String, _ line: ICalendarLines.Line) -> Bool {
    let date = date(text)
    let digits = date.filter { $0 != "-" }
    // `27 Nov 1985` is a date that no version of vCard has.
    let isTime = date.utf8.count == text.utf8.count || text.contains(":") || text.contains("T")
    return isOfOtherKind(line)
      || isTime && digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        && (digits.utf8.count == 2
          || (digits.utf8.count == 4 || digits.utf8.count == 6)
            && date.split(separator: "-", omittingEmptySubsequences: false)[0].utf8.count >= 4)
  }

  var monthAndDay: String { "\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)" }

  /// Returns the dates in `range`, or the first one after it. In years without 29 February, 28 February replaces it.
  func dates(in range: ClosedRange<LocalDate>) -> [LocalDate] {
    let dates = (range.lowerBound.year...range.upperBound.year + 1).compactMap { year in
      LocalDate(year: year, month: month, day: day) ?? LocalDate(year: year, month: month, day: day - 1)
    }.filter { $0 >= range.lowerBound }
    return Array(dates.prefix(max(1, dates.count { range.contains($0) })))
  }
}
