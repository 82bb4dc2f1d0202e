import CivilTime
import Testing

@Suite struct CivilTextTests {
  @Test(arguments: ["0001-01-01", "1969-12-31", "2024-02-29", "9999-12-31"])
  func datesRoundTrip(_ text: String) {
    #expect(LocalDate(iso8601: text.utf8)?.description == text)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-11-2", "2026-11-200", "2026-1-20", "20261120", "2026/11/20", "2026-11-20 ",
    " 2026-11-20",
    "2026-13-01", "2026-00-01", "2026-02-29", "2026-04-31", "2026-11-00", "0000-01-01", "-026-11-20", "+2026-11-20",
    "2026-11-2x",
    "２０２６-11-20",
  ])
  func notADate(_ text: String) {
    #expect(LocalDate(iso8601: text.utf8) == nil)
  }

  @Test(arguments: [("00:00", "00:00:00"), ("23:59", "23:59:00"), ("23:59:59", "23:59:59"), ("09:05:07", "09:05:07")])
  func times(_ text: String, _ written: String) {
    #expect(LocalTime(iso8601: text.utf8)?.description == written)
  }

  @Test(arguments: [
    "", "9:00", "09", "09:", "09:0", "09:00:", "09:00:0", "09:00:000", "24:00", "23:60", "23:59:60", "09:00Z", "09.00",
    "-1:00", "0900",
  ])
  func notATime(_ text: String) {
    #expect(LocalTime(iso8601: text.utf8) == nil)
  }

  @Test(arguments: [
    ("UTC", "2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z"),
    ("small letters", "2026-11-20t12:00:00z", "2026-11-20T12:00:00Z"),
    ("a space between", "2026-11-20 12:00:00Z", "2026-11-20T12:00:00Z"),
    ("east", "2026-11-20T12:00:00+05:30", "2026-11-20T06:30:00Z"),
    ("west", "2026-11-20T20:00:00-08:00", "2026-11-21T04:00:00Z"),
    ("unknown offset", "2026-11-20T12:00:00-00:00", "2026-11-20T12:00:00Z"),
    ("no fraction worth the name", "2026-11-20T12:00:00.000Z", "2026-11-20T12:00:00Z"),
    ("the widest offset", "2026-11-20T23:59:00+23:59", "2026-11-20T00:00:00Z"),
    ("before the epoch", "1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
    ("a leap day", "2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"),
  ])
  func instants(_ what: String, _ text: String, _ written: String) {
    #expect(Instant(rfc3339: text.utf8)?.description == written)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T12:00:00", "2026-11-20T12:00Z", "2026-11-20T12:00:00.5Z", "2026-11-20T12:00:00.Z",
    "2026-11-20T24:00:00Z",
    "2026-11-20T12:60:00Z", "2026-11-20T12:00:60Z", "2026-11-31T12:00:00Z", "2026-11-20T12:00:00+24:00",
    "2026-11-20T12:00:00+05:60",
    "2026-11-20T12:00:00+0530", "2026-11-20T12:00:00+05", "2026-11-20T12:00:00ZZ", "2026-11-20_12:00:00Z",
    "2026-11-20T12:00:00 Z",
  ])
  func notAnInstant(_ text: String) {
    #expect(Instant(rfc3339: text.utf8) == nil)
  }

  @Test(arguments: [
    (0, "+00:00"), (3600, "+01:00"), (-12_600, "-03:30"), (1172, "+00:19:32"), (-57_360, "-15:56"), (50_400, "+14:00"),
  ])
  func offsets(_ seconds: Int, _ text: String) {
    #expect(UTCOffset(seconds: seconds)?.description == text)
  }

  @Test func wallTimesAndInstantsAreDistinct() {
    let now = instant("2026-11-20T23:30:00Z")
    #expect(now.local(at: UTCOffset(seconds: 3600)!).description == "2026-11-21T00:30:00")
    #expect(now.utc.instant(at: .utc) == now)
    #expect(now.advanced(bySeconds: 1800).description == "2026-11-21T00:00:00Z")
  }
}
