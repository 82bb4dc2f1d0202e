import CivilTime
import PlanModel
import Testing

@testable import Wording

/// Tests numbers, money, dates and the like as people in each locale write them. No-break spaces are shown as `_`, and direction
/// marks are removed.
@Suite struct LocaleFormatTests {
  private func text(_ value: FieldValue, _ locale: String, _ property: FieldProperty? = nil) -> String {
    LocaleFormat(LanguageTag(locale)!).text(value, property).shown
  }

  private func money(_ amount: String, _ currency: String?) -> FieldValue {
    .money(Money(DecimalNumber(amount)!, currency))
  }

  @Test(arguments: [
    ("en", 1_234_567, "1,234,567"), ("es", 1_234_567, "1.234.567"), ("es", 1234, "1234"), ("de", 1234, "1.234"),
    ("de-CH", 1234, "1’234"), ("en-IN", 1_234_567, "12,34,567"), ("pl", 12_345, "12_345"), ("ru", 12_345, "12_345"),
    ("ar-EG", 1234, "١٬٢٣٤"), ("fr", 1234, "1_234"), ("en", -5, "-5"), ("en", 0, "0"),
  ])
  func numbers(_ locale: String, _ number: Int, _ expected: String) {
    #expect(text(.integer(number), locale) == expected)
  }

  @Test(arguments: [
    ("en", "52%"), ("es", "52_%"), ("de", "52_%"), ("pl", "52%"), ("ru", "52_%"), ("ar-EG", "٥٢٪"), ("tr", "%52"),
  ])
  func percents(_ locale: String, _ expected: String) {
    #expect(text(.percent(52), locale) == expected)
  }

  @Test(
    "has at least the decimals of the currency, and loses no digit of the amount",
    arguments: [
      ("en", "1234.5", "EUR", "€1,234.50"), ("es", "1234.5", "EUR", "1234,50_€"), ("de", "1234.5", "EUR", "1.234,50_€"),
      ("en-GB", "42", "GBP", "£42.00"), ("de", "42", "USD", "42,00_$"), ("en", "42", "JPY", "¥42"),
      ("en", "42.00", "JPY", "¥42"), ("en", "42.5", "JPY", "¥42.5"), ("en", "1.2345", "EUR", "€1.2345"),
      ("en", "1.2340", "EUR", "€1.234"), ("en", "1", "KWD", "KWD_1.000"), ("pl", "1234.5", "PLN", "1234,50_zł"),
      ("ru", "1234.5", "RUB", "1_234,50_₽"), ("ar-EG", "1234.5", "EGP", "١٬٢٣٤٫٥٠_ج.م."),
      ("en", "-3.5", "EUR", "-€3.50"),
      ("en", "7", "eur", "€7.00"), ("en", "7", "ZZZ", "ZZZ_7.00"), ("de", "7.50", "Punkte", "7,5_Punkte"),
      ("en", "7.50", "💰", "7.5_💰"), ("en", "7.50", "", "7.50"), ("en", "7.50", nil, "7.50"),
      ("de", "1234.500", nil, "1.234,500"),
      ("en", "1234567890123456789012345678901234.5678", "EUR", "€1,234,567,890,123,456,789,012,345,678,901,234.5678"),
      ("de", "99999999999999999999999999999999999999", nil, "99.999.999.999.999.999.999.999.999.999.999.999.999"),
      ("de", "0.00000000000000000000000000000000000001", "EUR", "0,00000000000000000000000000000000000001_€"),
      ("en", "0.1", "BTC", "BTC_0.10"),
    ] as [(String, String, String?, String)])
  func amounts(_ locale: String, _ amount: String, _ currency: String?, _ expected: String) {
    #expect(text(money(amount, currency), locale) == expected)
  }

  @Test(arguments: [
    ("en", "€42.00, ¥900, and $1.50"), ("en-GB", "€42.00, JP¥900 and US$1.50"), ("es", "42,00_€, 900_JPY y 1,50_US$"),
    ("de", "42,00_€, 900_¥ und 1,50_$"),
  ])
  func sums(_ locale: String, _ expected: String) {
    let sums = [("42", "EUR"), ("900", "JPY"), ("1.5", "USD")].map { Money(DecimalNumber($0.0)!, $0.1) }
    #expect(text(.sums(sums), locale) == expected)
    #expect(text(.sums([sums[0]]), locale) == text(.money(sums[0]), locale))
  }

  @Test(
    "formats a date, its short form and its weekday in any zone of the machine",
    arguments: [
      ("en", "November 2", "Nov 2", "Monday"), ("en-GB", "2 November", "2 Nov", "Monday"),
      ("es", "2 de noviembre", "2 nov", "lunes"), ("de", "2. November", "2. Nov.", "Montag"),
      ("pl", "2 listopada", "2 lis", "poniedziałek"), ("ru", "2 ноября", "2 нояб.", "понедельник"),
      ("ar-EG", "٢ نوفمبر", "٢ نوفمبر", "الاثنين"), ("ja", "11月2日", "11月2日", "月曜日"),
      ("th-u-ca-buddhist", "2 พฤศจิกายน", "2 พ.ย.", "วันจันทร์"),
    ])
  func dates(_ locale: String, _ long: String, _ short: String, _ weekday: String) {
    let date = FieldValue.date(LocalDate(year: 2026, month: 11, day: 2)!)
    #expect([text(date, locale), text(date, locale, .short), text(date, locale, .weekday)] == [long, short, weekday])
    #expect(text(date, locale, .raw) == "2026-11-02")
  }

  @Test(arguments: [
    ("en", "6:05_PM"), ("en-GB", "18:05"), ("es", "18:05"), ("de", "18:05"), ("ru", "18:05"), ("ar-EG", "٦:٠٥_م"),
    ("zh-TW", "下午6:05"),
  ])
  func times(_ locale: String, _ expected: String) {
    #expect(text(.time(LocalTime(hour: 18, minute: 5)!), locale) == expected)
  }

  @Test(
    arguments: [
      ("en", 5400, "1 hour, 30 minutes", "1 hr, 30 min"), ("es", 5400, "1 hora y 30 minutos", "1 h y 30 min"),
      ("de", 5400, "1 Stunde und 30 Minuten", "1 Std., 30 Min."), ("de", 3600, "1 Stunde", "1 Std."),
      ("en", 1500, "25 minutes", "25 min"), ("en", 60, "1 minute", "1 min"), ("en", 59, "59 seconds", "59 sec"),
      ("en", 119, "1 minute", "1 min"), ("en", 0, "0 seconds", "0 sec"), ("pl", 7200, "2 godziny", "2 godz."),
      ("pl", 18_000, "5 godzin", "5 godz."),
    ] as [(String, Int64, String, String)])
  func durations(_ locale: String, _ seconds: Int64, _ long: String, _ short: String) {
    #expect([text(.duration(seconds), locale), text(.duration(seconds), locale, .short)] == [long, short])
  }

  @Test(
    "uses the region's units",
    arguments: [
      ("en", "5240", "5.24 km"), ("en-US", "5240", "3.26 mi"), ("en-GB", "5240", "3.26 mi"), ("en", "850", "850 m"),
      ("es-US", "5240", "3.26_mi"), ("en-Latn", "5240", "5.24 km"), ("en-Latn-US", "5240", "3.26 mi"),
      ("en-u-rg-uszzzz", "5240", "3.26 mi"), ("de-1996", "5240", "5,24_km"), ("zh-Hant", "5240", "5.24公里"),
      ("en-x-us", "5240", "5.24 km"),
      ("de-u-nu-latn", "5240", "5,24_km"), ("en-u-nu-latn", "5240", "5.24 km"), ("en-u-ms-ussystem", "5240", "3.26 mi"),
      ("es", "5240", "5,24_km"), ("de", "5240.7", "5,24_km"),
      ("de", "42195", "42,2_km"), ("de", "850", "850_m"), ("en-US", "850", "0.528 mi"), ("en-CA", "5240", "5.24 km"),
      ("en-u-ms-metric", "5240", "5.24 km"), ("ru", "5240", "5,24_км"), ("de", "1234567", "1.235_km"),
    ])
  func distances(_ locale: String, _ meters: String, _ expected: String) {
    #expect(
      text(.distance(DecimalNumber(meters)!), locale).replacing("_", with: " ")
        == expected.replacing("_", with: " "))
  }

  @Test(
    "plural categories follow CLDR",
    arguments: [
      ("en", [0: "other", 1: "one", 2: "other"]), ("de", [0: "other", 1: "one", 21: "other"]),
      ("es", [0: "other", 1: "one", 2: "other", 1_000_000: "many"]), ("fr", [0: "one", 1: "one", 2: "other"]),
      ("pl", [1: "one", 2: "few", 5: "many", 12: "many", 22: "few"]),
      ("ru", [1: "one", 2: "few", 5: "many", 11: "many", 21: "one"]),
      ("ar", [0: "zero", 1: "one", 2: "two", 3: "few", 11: "many", 100: "other"]), ("ja", [0: "other", 1: "other"]),
      ("zz", [0: "other", 1: "other"]),
    ])
  func categories(_ locale: String, _ expected: [Int: String]) {
    let format = LocaleFormat(LanguageTag(locale)!)
    for (number, category) in expected { #expect(format.category(number).rawValue == category, "\(number)") }
  }

  @Test("reuses formatted texts", arguments: ["en", "de"])
  func kept(_ locale: String) {
    let format = LocaleFormat(LanguageTag(locale)!)
    let day = LocalDate(year: 2026, month: 1, day: 1)!
    for round in 0..<2 {
      for index in 0..<5000 {
        let text = format.text(.integer(index), nil)
        if index < 1000 { #expect(text == String(index), "round \(round)") }
      }
      #expect(format.text(.date(day), nil) != format.text(.date(day), .short))
      // Equal numbers with different decimal places or currencies have different texts.
      let one = DecimalNumber(significand: 1)
      let precise = DecimalNumber(significand: 100, scale: 2)
      #expect(format.text(.money(Money(one, nil)), nil) != format.text(.money(Money(precise, nil)), nil))
      #expect(format.text(.money(Money(one, "EUR")), nil) != format.text(.money(Money(one, "USD")), nil))
      #expect(format.text(.percent(1), nil) != format.text(.integer(1), nil))
    }
  }
}

extension String {
  fileprivate var shown: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.compactMap { scalar in
          switch scalar.value {
          case 0xa0, 0x202f: "_"
          case 0x200e, 0x200f, 0x61c, 0x2068, 0x2069: nil
          default: scalar
          }
        }))
  }
}
