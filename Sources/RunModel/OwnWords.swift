import CivilTime
import PlanModel

/// The words that agendas and calendars add to those of notifications: headings, dates, and what happened to an event.
///
/// Each language is a type below. For any other language, agendas and calendars are in English.
package protocol OwnWords: Sendable {
  /// The weekdays, from Monday.
  static var weekdays: [String] { get }
  /// The months, from January.
  static var months: [String] { get }
  /// The mark after the day of a month, such as a period.
  static var dayMark: String { get }
  /// `Sat 24 Oct`.
  func short(_ date: LocalDate) -> String

  // Agendas.
  var today: String { get }
  var tomorrow: String { get }
  var overdue: String { get }
  var atPlace: String { get }
  var nothingLeft: String { get }
  /// Returns the sentence for an empty agenda.
  ///
  /// - Parameter days: The days after today that the agenda covers; nil if it covers something else.
  func nothing(_ days: Int?) -> String
  func times(in zone: String) -> String
  func more(_ count: Int) -> String
  /// Names a due date and the day to which closed days move it.
  func due(_ due: String, paid: String) -> String
  func due(_ due: String, movedTo day: String) -> String
  /// The label of a bill's amount, and of the sum of several bills.
  var toPay: String { get }
  var paysItself: String { get }
  var income: String { get }

  // Calendars.
  func kept(from: String) -> String
  func deferred(from intended: String, byGap: Bool) -> String
  /// Returns nil for a shift that needs no explanation.
  func shifted(from intended: String, _ shift: Shift) -> String?
  func late(_ intended: String) -> String
  /// The text before the app's name, between app and account, between account and device, and at the end. It is escaped for TEXT
  /// values of calendars (RFC 5545 section 3.3.11).
  var origin: (before: StaticString, account: StaticString, device: StaticString, after: StaticString) { get }
  /// Returns the words for a cancelled event.
  ///
  /// - Parameter reason: Why the plan drops it; nil if it is not in the plan.
  func cancelled(_ reason: Reason?) -> String
}

extension OwnWords {
  package static var dayMark: String { "" }

  /// `Saturday, 24 October 2026`.
  package func heading(_ date: LocalDate) -> String {
    "\(weekday(date)), \(date.day)\(Self.dayMark) \(month(date)) \(date.year)"
  }

  fileprivate func weekday(_ date: LocalDate) -> String { Self.weekdays[Int(date.weekday.rawValue)] }
  fileprivate func month(_ date: LocalDate) -> String { Self.months[date.month - 1] }

  package func words(_ due: ShiftedDue) -> String {
    due.isPaid
      ? self.due(short(due.due), paid: short(due.moved)) : self.due(short(due.due), movedTo: short(due.moved))
  }

  /// Returns the words as a sentence.
  package func sentence(_ due: ShiftedDue) -> String {
    let words = words(due)
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}

package enum OwnLanguage {
  /// Returns the words of a language.
  ///
  /// - Parameter tag: A BCP 47 tag.
  package static func words(_ tag: String) -> any OwnWords {
    // Compares bytes, since calendars call this for each account.
    var bytes = tag.utf8.makeIterator()
    guard let first = bytes.next(), first | 0x20 == UInt8(ascii: "d"), let second = bytes.next(),
      second | 0x20 == UInt8(ascii: "e"), bytes.next() ?? UInt8(ascii: "-") == UInt8(ascii: "-")
    else { return English() }
    return German()
  }

  /// Returns the words of the language that all tags share, or English.
  package static func words(common tags: some Sequence<String>) -> any OwnWords {
    let languages = Set(tags.map { $0.prefix { $0 != "-" }.lowercased() })
    return languages.count == 1 ? words(languages.first!) : English()
  }
}

package struct English: OwnWords {
  package init() {}

  package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  package func short(_ date: LocalDate) -> String {
    "\(weekday(date).prefix(3)) \(date.day) \(month(date).prefix(3))"
  }

  package var today: String { "Today" }
  package var tomorrow: String { "Tomorrow" }
  package var overdue: String { "Overdue" }
  package var atPlace: String { "At a place" }
  package var nothingLeft: String { "Nothing left." }

  package func nothing(_ days: Int?) -> String {
    let when = days.map { $0 == 0 ? " today" : " today or in the \($0 == 1 ? "day" : "\($0) days") after" } ?? ""
    return "Nothing goes out\(when)."
  }

  package func times(in zone: String) -> String { "Times in \(zone)." }
  package func more(_ count: Int) -> String { "\(count) more: --account ID, --on DATE or --days N lists fewer." }
  package func due(_ due: String, paid: String) -> String { "due \(due), paid \(paid)" }
  package func due(_ due: String, movedTo day: String) -> String { "due \(due), moved to \(day)" }
  package var toPay: String { "to pay" }
  package var paysItself: String { "pays itself" }
  package var income: String { "income" }

  package func kept(from: String) -> String { "Kept from the plan of \(from): an input could not be used." }

  package func deferred(from intended: String, byGap: Bool) -> String {
    "Asked for \(intended), moved by \(byGap ? "the minimum gap" : "quiet hours")."
  }

  package func shifted(from intended: String, _ shift: Shift) -> String? {
    shift.why.map { "Asked for \(intended), which \($0)." }
  }

  package func late(_ intended: String) -> String { "Happened at \(intended)." }

  package var origin: (before: StaticString, account: StaticString, device: StaticString, after: StaticString) {
    ("Here because ", " notifies account ", " on ", ": ")
  }

  package func cancelled(_ reason: Reason?) -> String {
    reason.map { "Cancelled. \($0.entry.explanation)" } ?? "Cancelled: the plan no longer has it."
  }
}

package struct German: OwnWords {
  package init() {}

  package static let weekdays = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
  package static let months = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
    "Dezember",
  ]

  package static var dayMark: String { "." }

  package func short(_ date: LocalDate) -> String {
    let month = month(date)
    let name = month.count <= 4 ? month : month.prefix(3) + "."
    return "\(weekday(date).prefix(2)) \(date.day). \(name)"
  }

  package var today: String { "Heute" }
  package var tomorrow: String { "Morgen" }
  package var overdue: String { "Überfällig" }
  package var atPlace: String { "An einem Ort" }
  package var nothingLeft: String { "Nichts mehr." }

  package func nothing(_ days: Int?) -> String {
    switch days {
    case nil: "Es steht nichts an."
    case 0?: "Heute steht nichts an."
    case 1?: "Heute und am Tag danach steht nichts an."
    case let days?: "Heute und in den \(days) Tagen danach steht nichts an."
    }
  }

  package func times(in zone: String) -> String { "Zeiten in \(zone)." }
  package func more(_ count: Int) -> String {
    "\(count) weitere: --account ID, --on DATUM oder --days N zeigen weniger."
  }
  package func due(_ due: String, paid: String) -> String { "fällig \(due), bezahlt \(paid)" }
  package func due(_ due: String, movedTo day: String) -> String { "fällig \(due), verschoben auf \(day)" }
  package var toPay: String { "zu zahlen" }
  package var paysItself: String { "wird abgebucht" }
  package var income: String { "Einnahme" }

  package func kept(from: String) -> String {
    "Aus dem Plan von \(from) übernommen: Eine Eingabe war nicht zu gebrauchen."
  }

  package func deferred(from intended: String, byGap: Bool) -> String {
    "Gewünscht für \(intended), verschoben \(byGap ? "wegen des Mindestabstands" : "durch die Ruhezeit")."
  }

  package func shifted(from intended: String, _ shift: Shift) -> String? {
    let why: String? =
      switch shift {
      case .dstGap: "was keine Uhr zeigt"
      case .zoneChange: "was durch die Reise entfällt"
      case .weekend: "der Termin fällt auf ein Wochenende"
      case .holiday: "der Termin fällt auf einen Feiertag"
      case .minimumGap: nil
      }
    return why.map { "Gewünscht für \(intended), \($0)." }
  }

  package func late(_ intended: String) -> String { "Geschehen um \(intended)." }

  package var origin: (before: StaticString, account: StaticString, device: StaticString, after: StaticString) {
    ("Hier\\, weil ", " das Konto ", " auf ", " benachrichtigt: ")
  }

  package func cancelled(_ reason: Reason?) -> String {
    let why: String? =
      switch reason {
      case .completed?: "Es ist erledigt."
      case .paid?: "Die Rechnung ist bezahlt."
      case .autoPay?: "Die Rechnung wird automatisch bezahlt."
      case .kindDisabled?, .optionOff?, .accountDisabled?: "Diese Benachrichtigung ist abgeschaltet."
      case .unauthorized?: "Benachrichtigungen sind nicht erlaubt."
      case .inactive?: "Es ist nicht mehr aktiv."
      case .superseded?: "Eine andere Benachrichtigung sagt es."
      case .duplicate?: "Eine andere Benachrichtigung sagt dasselbe."
      case .quietHours?: "Es fällt in die Ruhezeit."
      case .inDigest?: "Eine andere Benachrichtigung nennt es."
      case .slotLimit?: "Das Gerät hat dafür keinen Platz."
      case .past?, .expired?: "Die Zeit ist vorbei."
      case nil: "Der Plan enthält es nicht mehr."
      default: nil
      }
    return ["Abgesagt.", why].compactMap(\.self).joined(separator: " ")
  }
}
