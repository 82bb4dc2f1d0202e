import CivilTime
import PlanModel
import RunModel

/// The words that agendas and calendars add to those of notifications: headings, dates, and what happened to an event;
/// and the titles of contacts' days.
///
/// Each language is a type of its own. For any other language, agendas and calendars are in English.
package protocol OwnWords: Sendable {
  /// The weekdays, from Monday.
  static var weekdays: [String] { get }
  /// The months, from January.
  static var months: [String] { get }
  /// The mark after the day of a month, such as a period.
  static var dayMark: String { get }
  /// `Sat 24 Oct`.
  func short(_ date: LocalDate) -> String
  /// `Saturday, 24 October 2026`.
  func heading(_ date: LocalDate) -> String

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
  /// Names the times of an entry's reminders.
  func reminders(_ times: [String]) -> String
  /// The distance to a later date: `in 3 days`.
  func ahead(_ days: Int) -> String
  /// Names the end of what is under way.
  func until(_ end: String) -> String
  /// Names a due date and the day to which closed days move it.
  func due(_ due: String, payable: String) -> String
  func due(_ due: String, movedTo day: String) -> String
  /// The label of a bill's amount, and of the sum of several bills.
  var toPay: String { get }
  var paysItself: String { get }
  var income: String { get }

  // Contacts.
  /// - Parameter years: The number of years since; 0 if unknown.
  func birthday(of name: String, years: Int) -> String
  func anniversary(of name: String, years: Int) -> String

  // Calendars.
  func kept(from: String) -> String
  func deferred(from intended: String, byGap: Bool) -> String
  /// Returns nil for a shift that needs no explanation.
  func shifted(from intended: String, _ shift: Shift) -> String?
  func late(_ intended: String) -> String
  /// Names the date or wall time that a notification is about.
  func about(_ time: String) -> String
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

  package func heading(_ date: LocalDate) -> String {
    "\(weekday(date)), \(date.day)\(Self.dayMark) \(month(date)) \(date.year)"
  }

  func weekday(_ date: LocalDate) -> String { Self.weekdays[Int(date.weekday.rawValue)] }
  func month(_ date: LocalDate) -> String { Self.months[date.month - 1] }

  package func words(_ due: ShiftedDue) -> String {
    due.isPaid
      ? self.due(short(due.due), payable: short(due.moved)) : self.due(short(due.due), movedTo: short(due.moved))
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
    let (first, second) = (bytes.next().map { $0 | 0x20 }, bytes.next().map { $0 | 0x20 })
    guard bytes.next() ?? UInt8(ascii: "-") == UInt8(ascii: "-") else { return English() }
    switch (first, second) {
    case (UInt8(ascii: "d"), UInt8(ascii: "e")): return German()
    case (UInt8(ascii: "e"), UInt8(ascii: "s")): return Spanish()
    default: return English()
    }
  }

  /// Returns the words of the language that all tags share, or English.
  package static func words(common tags: some Sequence<String>) -> any OwnWords {
    let languages = Set(tags.map { $0.prefix { $0 != "-" }.lowercased() })
    return languages.count == 1 ? words(languages.first!) : English()
  }
}
