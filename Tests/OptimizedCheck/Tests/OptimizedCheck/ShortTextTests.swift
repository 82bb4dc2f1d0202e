import CivilTime
import PlanModel
import Testing

/// Compares every reader of a text's bytes with a reference, for each length from 0 to 40.
@Suite struct ShortTextTests {
  @Test("the bytes of a text reach a function that is called last", arguments: Sample.texts)
  func bytes(text: String) {
    #expect(copy(text) == Array(text.utf8))
  }

  @inline(never)
  private func copy(_ text: String) -> [UInt8] { text.withUTF8Bytes { spread($0) } }

  /// Overwrites the part of the stack where a caller that has returned had its text.
  @inline(never)
  private func spread(_ bytes: Span<UInt8>) -> [UInt8] {
    var seen = InlineArray<64, UInt64>(repeating: .max)
    for index in bytes.indices { seen[index] = UInt64(bytes[index]) }
    return bytes.indices.map { UInt8(seen[$0]) }
  }

  @Test("hashes are SipHash-2-4-128", arguments: Sample.texts)
  func hashes(text: String) {
    #expect(StableHash(text).hexadecimal == sipHash(Array(text.utf8)))
    #expect(StableHash(hexadecimal: StableHash(text).hexadecimal) == StableHash(text))
    var hasher = StableHasher()
    hasher.absorb(text)
    hasher.absorbPart(text)
    hasher.absorb("-")
    #expect(hasher.finish().hexadecimal == sipHash(Array("\(text)\(text.utf8.count):\(text)-".utf8)))
  }

  @Test("UIDs are hashes of their parts, each after its length", arguments: Sample.texts)
  func uids(text: String) {
    func part(_ text: String) -> String { "\(text.utf8.count):\(text)" }
    let stem = UIDStem(app: text, account: AccountID(text), DeviceID(text))
    let kind = Kind("k")
    let expected = part(text) + part(text) + part(text) + part("k") + part(text) + part(text)
    #expect(
      stem.of(kind, item: ItemID(text), NotificationID(text)).hexadecimal == sipHash(Array(expected.utf8)))
  }

  @Test("identifiers are ordered by their bytes")
  func comparisons() {
    for a in Sample.texts {
      for b in Sample.texts + [a + "\u{301}", a + "a"] {
        let (x, y) = (Array(a.utf8), Array(b.utf8))
        #expect((AccountID(a) < AccountID(b)) == x.lexicographicallyPrecedes(y), "\(a) \(b)")
        #expect((ItemID(a) == ItemID(b)) == (x == y), "\(a) \(b)")
        #expect((RequestID(a) < RequestID(b)) == x.lexicographicallyPrecedes(y), "\(a) \(b)")
        #expect(a.compareBytes(b).signum() == (x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1), "\(a) \(b)")
      }
    }
  }

  @Test("the endings of requests are cut off", arguments: Sample.texts)
  func endings(text: String) {
    #expect(RequestID(text).notification.text == text)
    for weekday in ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] {
      let request = RequestID("\(text)@\(weekday)")
      #expect(request.notification.text == text && request.part.weekday?.code == weekday)
    }
    for day in 1...28 {
      let request = RequestID("\(text)@d\(day)")
      #expect(request.notification.text == text && request.part.day == day)
    }
    let dated = RequestID("\(text)@2026-11-20")
    #expect(dated.notification.text == text && dated.date == LocalDate(year: 2026, month: 11, day: 20))
    for other in ["@moo", "@d0", "@d29", "@2026-11-31", "mon"] {
      #expect(RequestID(text + other).notification.text == text + other)
    }
  }

  @Test("decimal numbers have the digits of their text", arguments: 1...38)
  func decimals(count: Int) {
    let digits = String(Sample.digits.prefix(count))
    #expect(DecimalNumber(digits)?.description == digits)
    #expect(DecimalNumber("-" + digits)?.description == "-" + digits)
    #expect(
      DecimalNumber("0." + digits)?.description
        == (count < 38 || DecimalNumber("0." + digits) != nil ? "0." + digits : nil))
    for wrong in [digits + "x", "+" + digits, digits + ".", "." + digits, digits + "\u{301}"] {
      #expect(DecimalNumber(wrong) == nil, "\(wrong)")
    }
  }

  @Test("dates and times are written digit by digit")
  func dates() {
    for year in [1, 1604, 2026, 9999] {
      for month in 1...12 {
        let date = LocalDate(year: year, month: month, day: 28)!
        let (y, m) = (
          String(repeating: "0", count: 4 - "\(year)".count) + "\(year)", month < 10 ? "0\(month)" : "\(month)"
        )
        #expect(date.description == "\(y)-\(m)-28")
        #expect(LocalDate(iso8601: "\(y)-\(m)-28".utf8) == date)
        #expect("\(date.at(LocalTime(hour: 9, minute: 5, second: 7)!))" == "\(y)-\(m)-28T09:05:07")
      }
    }
    #expect(Instant(rfc3339: "2026-11-20T07:05:09+01:00".utf8)?.description == "2026-11-20T06:05:09Z")
  }
}
