import CivilTime
import Foundation
import PlanModel
import Testing

@testable import Wording

/// Compares dates, times, durations and lists with Foundation's format styles, in every locale of ICU.
@Suite struct FormatStyleTests {
  private static let tags = Set(
    Foundation.Locale.availableIdentifiers.map { Foundation.Locale(identifier: $0).identifier(.bcp47) }
  ).union(["zh-TW", "en-u-hc-h23", "th-u-ca-buddhist", "zz", "x-none"]).compactMap(LanguageTag.init).sorted {
    $0.text < $1.text
  }

  private func style(_ locale: Foundation.Locale) -> Date.FormatStyle {
    Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
  }

  @Test func dates() {
    #expect(FormatStyleTests.tags.count > 700)
    for tag in FormatStyleTests.tags {
      let format = LocaleFormat(tag)
      let style = style(Foundation.Locale(identifier: tag.text))
      for day in [LocalDate(year: 2026, month: 1, day: 31)!, LocalDate(year: 2028, month: 2, day: 29)!] {
        let date = Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400)
        let written = [FieldProperty?.none, .short, .weekday].map { format.text(.date(day), $0) }
        #expect(
          written == [
            date.formatted(style.day().month(.wide)), date.formatted(style.day().month(.abbreviated)),
            date.formatted(style.weekday(.wide)),
          ], "\(tag.text)")
      }
    }
  }

  @Test func times() {
    for tag in FormatStyleTests.tags {
      let format = LocaleFormat(tag)
      let style = style(Foundation.Locale(identifier: tag.text)).hour().minute()
      for second in [0, 60 * 59, 3600 * 9 + 300, 3600 * 12, 3600 * 18 + 300, 86_399] {
        let time = LocalTime(secondOfDay: second)!
        #expect(
          format.text(.time(time), nil) == Date(timeIntervalSince1970: Double(second)).formatted(style), "\(tag.text)")
      }
    }
  }

  /// Except for what Foundation omits: isolation of parts in the opposite direction, and Hebrew's hyphen between "and" and a digit.
  @Test func durations() {
    for tag in FormatStyleTests.tags where !["he", "he-IL"].contains(tag.text) {
      let format = LocaleFormat(tag)
      let locale = Foundation.Locale(identifier: tag.text)
      for seconds: Int64 in [0, 1, 59, 60, 119, 3600, 5400, 7200 + 120, 3600 * 1234 + 60] {
        let units: Set<Duration.UnitsFormatStyle.Unit> = seconds < 60 ? [.seconds] : [.hours, .minutes]
        for property in [FieldProperty?.none, .short] {
          let style = Duration.UnitsFormatStyle.units(
            allowed: units, width: property == .short ? .abbreviated : .wide, fractionalPart: .hide(rounded: .down))
          #expect(
            format.text(.duration(seconds), property).replacing(/[\u{2068}\u{2069}]/, with: "")
              == Duration.seconds(seconds).formatted(style.locale(locale)),
            "\(tag.text)")
        }
      }
    }
  }

  @Test func lists() {
    for tag in FormatStyleTests.tags {
      let sums = ["1", "2.5", "42"].map { Money(DecimalNumber($0)!, "EUR") }
      let format = LocaleFormat(tag)
      for count in 2...3 {
        let texts = sums.prefix(count).map { format.text(.money($0), nil) }
        let style = ListFormatStyle<StringStyle, [String]>.list(type: .and)
          .locale(Foundation.Locale(identifier: tag.text))
        #expect(format.text(.sums(Array(sums.prefix(count))), nil) == texts.formatted(style), "\(tag.text)")
      }
    }
  }
}
