import Bytes
import CivilTime
import Diagnostics
import OwnWords
import PlanModel
import RunModel

extension Int {
  /// The number rounded for pictures: `950`, `1.2k`, `12k`, `3.4M`.
  var short: String {
    for (unit, name) in [(1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")] {
      // A value that rounds to 1000 of the smaller unit uses this one.
      if self < unit - unit / 2000 { continue }
      let tenths = (self + unit / 20) / (unit / 10)
      if tenths < 100 { return tenths % 10 == 0 ? "\(tenths / 10)\(name)" : "\(tenths / 10).\(tenths % 10)\(name)" }
      return "\((self + unit / 2) / unit)\(name)"
    }
    return "\(self)"
  }
}

extension String {
  /// Returns the part that a page shows: `limit` Unicode scalars, and a note about the rest.
  func shown(_ limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    return "\(self[..<end])… (\(utf8.count.grouped) bytes in all)"
  }

  /// The text if it is a BCP 47 tag with a two-letter language, else nil. A page must not declare a language that
  /// does not exist.
  var languageTag: String? {
    let parts = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = parts.first, language.count == 2, utf8.count <= 35, isISO639(language),
      parts.dropFirst().allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isLetterOrDigit) })
    else { return nil }
    return self
  }
}

/// The codes of ISO 639-1.
private let languages = Array(
  ("aaabaeafakamanarasavayazbabebgbhbibmbnbobrbscacechcocrcscucvcydadedvdzeeeleneoeseteufafffifjfofrfygagdglgngugvhahehihohrhthu"
    + "hyhziaidieigiiikioisitiujajvkakgkikjkkklkmknkokrkskukvkwkylalblglilnloltlulvmgmhmimkmlmnmrmsmtmynanbndnengnlnnnonrnvny"
    + "ocojomorospapiplpsptqurmrnrorurwsascsdsesgsiskslsmsnsosqsrssstsusvswtatetgthtitktltntotrtstttwtyugukuruzvevivowawoxhyi"
    + "yozazhzu").utf8)

private func isISO639(_ language: Substring.UTF8View) -> Bool {
  let wanted = language.map { $0 | 0x20 }
  return stride(from: 0, to: languages.count, by: 2).contains {
    languages[$0] == wanted[0] && languages[$0 + 1] == wanted[1]
  }
}

extension LocalDate {
  /// `Fri 20 November 2026`.
  var forReaders: String {
    let fields = fields
    return "\(weekday.forReaders) \(fields.day) \(English.months[fields.month - 1]) \(fields.year)"
  }

  /// `Fri 20 Nov`, with its year unless it is that of the page.
  func shortDay(in year: Int) -> String { "\(weekday.forReaders) \(short(in: year))" }

  /// `20 Nov`, with its year unless it is that of the page.
  func short(in year: Int) -> String { "\(day) \(month)\(self.year == year ? "" : " \(self.year)")" }

  /// `Nov`.
  fileprivate var month: String { English.shortMonths[fields.month - 1] }
}

extension Weekday {
  /// `Mon` … `Sun`.
  var forReaders: String { English.shortWeekdays[Int(rawValue)] }
}

extension LocalDateTime {
  /// `Sat 31 Oct 09:00`, without line breaks, and with its year unless it is that of the page.
  func onPage(in year: Int) -> String {
    var out = ByteWriter()
    out.append(onPage: self, in: year)
    return out.withSpan { String($0) }
  }
}

extension ByteWriter {
  /// Appends ``CivilTime/LocalDateTime/onPage(in:)``. Strings took 3 % of the instructions of a run with pages.
  mutating func append(onPage local: LocalDateTime, in year: Int) {
    let date = local.date
    append(text: date.weekday.forReaders)
    append("\u{a0}")
    append(decimal: date.fields.day)
    append("\u{a0}")
    append(text: date.month)
    append("\u{a0}")
    if date.year != year {
      append(decimal: date.year)
      append("\u{a0}")
    }
    append(local.time)
  }

  /// Appends `09:00`, with seconds unless they are zero.
  mutating func append(_ time: LocalTime) {
    let digits = time.digits
    append(digits & 0xffff | 0x3a << 16 | (digits >> 16 & 0xffff) << 24, count: 5)
    if time.second != 0 { append(0x3a | (digits >> 32) << 8, count: 3) }
  }
}

extension Instant {
  /// `Sat 31 Oct 09:00 UTC`, with ISO 8601 on hover.
  func markup(in year: Int) -> Markup { markup(utc, in: year, "\u{a0}UTC") }

  fileprivate func markup(_ local: LocalDateTime, in year: Int, _ zone: String = "") -> Markup {
    "<time datetime=\"\(description)\" title=\"\(description)\">\(local.onPage(in: year))\(zone)</time>"
  }
}

extension AccountPlan {
  /// Returns an instant on the account's clock, with UTC on hover.
  func markup(_ at: Instant) -> Markup { at.markup(timeline.local(at: at), in: today.year) }
}
