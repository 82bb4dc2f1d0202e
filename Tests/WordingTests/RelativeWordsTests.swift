import CivilTime
import PlanModel
import TestSupport
import Testing

@testable import Wording

/// Tests days and times as seen from the day of reading. The dates are of 2026; 1 December is a Tuesday.
struct RelativeWordsTests {
  @Test(
    "a day is named by its distance, with the time at which it is due",
    arguments: [
      ("2026-12-01", "en", "at 9:30 AM", "um 09:30 Uhr", "a las 9:30", "today", "heute", "hoy"),
      (
        "2026-12-02", "en", "tomorrow at 9:30 AM", "morgen um 09:30 Uhr", "mañana a las 9:30", "tomorrow", "morgen",
        "mañana"
      ),
      (
        "2026-11-30", "en", "yesterday at 9:30 AM", "gestern um 09:30 Uhr", "ayer a las 9:30", "yesterday", "gestern",
        "ayer"
      ),
      (
        "2026-12-06", "en", "on Sunday at 9:30 AM", "am Sonntag um 09:30 Uhr", "el domingo a las 9:30", "on Sunday",
        "am Sonntag",
        "el domingo"
      ),
      (
        "2026-12-08", "en", "on Tuesday, December 8, at 9:30 AM", "am Dienstag, dem 8. Dezember, um 09:30 Uhr",
        "el martes, 8 de diciembre, a las 9:30", "on Tuesday, December 8", "am Dienstag, dem 8. Dezember",
        "el martes, 8 de diciembre"
      ),
      (
        "2026-11-29", "en", "on Sunday, November 29, at 9:30 AM", "am Sonntag, dem 29. November, um 09:30 Uhr",
        "el domingo, 29 de noviembre, a las 9:30", "on Sunday, November 29", "am Sonntag, dem 29. November",
        "el domingo, 29 de noviembre"
      ),
      (
        "2027-12-03", "en", "on Friday, December 3, 2027, at 9:30 AM", "am Freitag, dem 3. Dezember 2027, um 09:30 Uhr",
        "el viernes, 3 de diciembre de 2027, a las 9:30", "on Friday, December 3, 2027",
        "am Freitag, dem 3. Dezember 2027",
        "el viernes, 3 de diciembre de 2027"
      ),
    ])
  func distances(
    date: LocalDate, _: String, en: String, de: String, es: String, enDay: String, deDay: String, esDay: String
  ) {
    func text(_ tag: String, _ time: LocalTime?) -> String {
      // ICU separates the time and AM by a narrow space.
      LocaleFormat(LanguageTag(tag)!).text(
        .when(RelativeTime(date: date, time: time, from: "2026-12-01")), nil
      ).replacing("\u{202f}", with: " ").replacing("\u{a0}", with: " ")
    }
    #expect([text("en", "09:30"), text("de", "09:30"), text("es", "09:30")] == [en, de, es])
    #expect([text("en", nil), text("de", nil), text("es", nil)] == [enDay, deDay, esDay])
  }

  @Test(
    "one o'clock is singular in Spanish; German hours of twelve have no \"Uhr\"; a sentence begins with a capital; other languages name the date"
  )
  func details() {
    func text(_ tag: String, _ time: LocalTime?, _ property: FieldProperty? = nil, on date: LocalDate = "2026-12-02")
      -> String
    {
      LocaleFormat(LanguageTag(tag)!).text(.when(RelativeTime(date: date, time: time, from: "2026-12-01")), property)
    }
    #expect(text("es", "01:15") == "mañana a la 1:15")
    #expect(text("es", "11:15") == "mañana a las 11:15")
    #expect(text("es", nil, .capitalized) == "Mañana")
    #expect(text("de-DE-u-hc-h12", "13:05", on: "2026-12-01").hasSuffix("PM"))
    #expect(text("nl", nil) == "2 december")
    #expect(text("nl", nil, on: "2027-12-02") == "2 december 2027")
    #expect(text("nl", "09:30", on: "2026-12-01") == "09:30")
    #expect(text("en", "09:30", .raw) == "2026-12-02T09:30:00")
  }

  @Test(
    "how far away it is: hours and minutes within a day, otherwise days and weeks of the calendar",
    arguments: [
      ("2026-12-01", 7200, "in 2 hours", "in 2 Stunden", "dentro de 2 horas", "через 2 години"),
      ("2026-12-01", 3600, "in 1 hour", "in 1 Stunde", "dentro de 1 hora", "через 1 годину"),
      ("2026-12-01", 5400, "in 90 minutes", "in 90 Minuten", "dentro de 90 minutos", "через 90 хвилин"),
      ("2026-12-01", 59_400, "in 17 hours", "in 17 Stunden", "dentro de 17 horas", "через 17 годин"),
      ("2026-12-01", -30_600, "9 hours ago", "vor 9 Stunden", "hace 9 horas", "9 годин тому"),
      ("2026-12-01", 0, "now", "jetzt", "ahora", "зараз"),
      ("2026-12-01", -1800, "30 minutes ago", "vor 30 Minuten", "hace 30 minutos", "30 хвилин тому"),
      ("2026-12-02", 7200, "in 2 hours", "in 2 Stunden", "dentro de 2 horas", "через 2 години"),
      ("2026-12-02", nil, "tomorrow", "morgen", "mañana", "завтра"),
      ("2026-11-30", nil, "yesterday", "gestern", "ayer", "учора"),
      ("2026-12-04", nil, "in 3 days", "in 3 Tagen", "dentro de 3 días", "через 3 дні"),
      ("2026-12-08", nil, "in 1 week", "in 1 Woche", "dentro de 1 semana", "через 1 тиждень"),
    ] as [(LocalDate, Int64?, String, String, String, String)])
  func away(date: LocalDate, seconds: Int64?, en: String, de: String, es: String, uk: String) {
    let when = FieldValue.when(RelativeTime(date: date, time: "09:30", from: "2026-12-01", seconds: seconds))
    let texts = ["en", "de", "es", "uk"].map { LocaleFormat(LanguageTag($0)!).text(when, .relative) }
    #expect(texts == [en, de, es, uk])
  }

  @Test(
    "what is under way is named by its end",
    arguments: [
      (
        "2026-12-01", "13:05", "until 1:05 PM", "bis 13:05 Uhr", "hasta las 13:05",
        "until today", "bis heute", "hasta hoy"
      ),
      (
        "2026-12-02", "01:30", "until tomorrow at 1:30 AM", "bis morgen um 01:30 Uhr", "hasta mañana a la 1:30",
        "until tomorrow", "bis morgen", "hasta mañana"
      ),
      (
        "2026-12-04", "09:30", "until Friday at 9:30 AM", "bis Freitag um 09:30 Uhr", "hasta el viernes a las 9:30",
        "until Friday", "bis Freitag", "hasta el viernes"
      ),
    ] as [(LocalDate, LocalTime, String, String, String, String, String, String)])
  func ends(
    date: LocalDate, time: LocalTime, en: String, de: String, es: String, enDay: String, deDay: String, esDay: String
  ) {
    func text(_ tag: String, _ start: LocalTime?) -> String {
      LocaleFormat(LanguageTag(tag)!).text(
        .when(RelativeTime(date: "2026-11-30", time: start, from: "2026-12-01", end: date.at(time))), nil
      ).replacing("\u{202f}", with: " ").replacing("\u{a0}", with: " ")
    }
    #expect([text("en", "09:30"), text("de", "09:30"), text("es", "09:30")] == [en, de, es])
    #expect([text("en", nil), text("de", nil), text("es", nil)] == [enDay, deDay, esDay])
    #expect(text("nl", nil) == "30 november")
  }
}
