import PlanModel
import TestSupport
import Testing

/// Tests small values of the model that reading depends on.
@Suite struct ModelValueTests {
  // MARK: Decimal numbers

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("7", "7"), ("-12.50", "-12.50"), ("0.05", "0.05"), ("-0.5", "-0.5"), ("1e3", "1000"),
    ("1E+3", "1000"), ("15e-1", "1.5"), ("1.5e1", "15"), ("1.50e1", "15.0"), ("1e-3", "0.001"), ("0e9", "0"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("-99999999999999999999999999999999999999", "-99999999999999999999999999999999999999"),
    ("1e37", "10000000000000000000000000000000000000"),
    ("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001"),
    ("0.000000000000000000000000000000000000010", "0.00000000000000000000000000000000000001"),
    ("10e-39", "0.00000000000000000000000000000000000001"),
  ])
  func decimals(_ text: String, _ written: String) {
    #expect(DecimalNumber(text)?.description == written)
  }

  @Test(arguments: [
    "", "-", "+1", ".5", "5.", "1.e3", "1e", "1e+", "1e1.5", "1,5", "1 ", " 1", "0x10", "1_000", "NaN", "inf", "--1",
    "1.2.3", "１", "999999999999999999999999999999999999990", "100000000000000000000000000000000000000", "1e38", "1e77",
    "1e-39", "0.000000000000000000000000000000000000001", "1e9223372036854775807", "1e-9223372036854775808",
    "1e99999999999999999999",
  ])
  func notDecimals(_ text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  /// Groups in ascending order. Numbers within a group are equal and have the same hash.
  private static let ascending = [
    ["-99999999999999999999999999999999999999"], ["-2", "-2.0"], ["-1.5", "-1.50"], ["-1.2"], ["-1e-38"],
    ["0", "-0.0", "0e5"], ["1e-38"], ["0.1", "0.10", "1e-1"], ["0.9999999999999999999999999999999999999"],
    ["1", "1.0000000000000000000000000000000000000"], ["1.0000000000000000000000000000000000001"], ["9.99"],
    ["10", "1e1", "10.00"], ["99999999999999999999999999999999999998"], ["99999999999999999999999999999999999999"],
  ]

  @Test func decimalsCompareAcrossScales() throws {
    let groups = try ModelValueTests.ascending.map { group in
      try group.map { text in try #require(DecimalNumber(text), "\(text)") }
    }
    for (i, a) in groups.enumerated() {
      for (j, b) in groups.enumerated() {
        for x in a {
          for y in b {
            #expect((x < y) == (i < j), "\(x) \(y)")
            #expect((x == y) == (i == j), "\(x) \(y)")
            if i == j { #expect(x.hashValue == y.hashValue, "\(x) \(y)") }
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("0.1", "0.2", "0.3"), ("19.99", "0.01", "20.00"), ("1", "-1.000", "0.000"),
    ("99999999999999999999999999999999999998", "1", "99999999999999999999999999999999999999"),
  ])
  func sumsAreExact(_ a: String, _ b: String, _ sum: String) throws {
    let (a, b) = (try #require(DecimalNumber(a)), try #require(DecimalNumber(b)))
    #expect(a.adding(b)?.description == sum)
    #expect(b.adding(a)?.description == sum)
  }

  @Test func sumsThatNeedTooManyDigits() throws {
    let large = try #require(DecimalNumber("99999999999999999999999999999999999999"))
    #expect(large.adding(large) == nil)
    #expect(large.adding(try #require(DecimalNumber("0.1"))) == nil)
  }

  // MARK: Identifiers

  @Test func identifiersAreBytes() {
    let (composed, decomposed) = (AccountID("\u{e9}"), AccountID("e\u{301}"))
    #expect(composed.text == decomposed.text)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(decomposed < composed)
    #expect(ItemID("a") == ItemID("a"))
    #expect(ItemID("a").hashValue == ItemID("a").hashValue)
  }

  @Test func identifiersSortByBytes() {
    let sorted = ["", "\0", "A", "B", "a", "a\0", "aa", "b", "é", "€", "\u{fffd}", "😀"]
    #expect(sorted.reversed().map { NotificationID($0) }.sorted().map(\.text) == sorted)
    for (i, a) in sorted.enumerated() {
      for (j, b) in sorted.enumerated() {
        #expect(a.compareBytes(b).signum() == (i - j).signum())
      }
    }
  }

  // MARK: Hashes

  /// Values from a separate implementation, which produces the published 128-bit vectors of SipHash-2-4, with this code's key. The
  /// hashed bytes are 0, 1, 2, … up to the given count.
  @Test(arguments: [
    (0, "92de3cb18ddbbce3773565bb9480a599"), (1, "4998f2fe7823932e10e5a1c5b8b854df"),
    (7, "0df7a1841d9617b1b86eaec7e93f2085"), (8, "974c292a73bb391af62fbfeff7ab07b8"),
    (9, "776b9687b1f588b6067079021bdd7448"), (15, "11a7ca48d7b8128a4791385bacf3d6d8"),
    (16, "f870180268f601896caeaf40426b82c3"), (17, "745506e6731762b6a9651cf963819443"),
    (64, "a9a6f683f0f2f92a2e5b1e707f1a2e36"),
  ])
  func stableHashes(_ count: Int, _ expected: String) {
    let bytes = (0..<count).map { UInt8($0) }
    #expect(StableHash(bytes.span).hexadecimal == expected)
  }

  @Test(arguments: [
    ("u-1", "560066a5085ec178393ae1c57aada88c"), ("é", "663b408b302b256f4479372bc3bb87ec"),
    ("focusflow.task.t1", "f35498d544b25ce616003f2654d38fda"),
  ])
  func stableHashesOfTexts(_ text: String, _ expected: String) {
    #expect(StableHash(text).hexadecimal == expected)
    // A slice of another text has the same hash as a text of its own.
    #expect(StableHash(String("<\(text)>".dropFirst().dropLast())) == StableHash(text))
  }

  @Test("a hash is read from the digits it is written with, and from no others")
  func hashesOfDigits() {
    let digits = Array("0123456789abcdef".utf8)
    for place in 0..<32 {
      for byte in UInt8.min...UInt8.max {
        var text = digits + digits.reversed()
        text[place] = byte
        let number = { UInt64(String(decoding: text[$0], as: UTF8.self), radix: 16)! }
        let expected = digits.contains(byte) ? StableHash(high: number(0..<16), low: number(16..<32)) : nil
        #expect(StableHash(hexadecimal: text.span) == expected, "\(byte) at \(place)")
      }
    }
    #expect(StableHash(hexadecimal: digits.span) == nil)
  }

  @Test func hexadecimal() {
    #expect(String(hexadecimal: [0x00, 0x0f, 0xa0, 0xff]) == "000fa0ff")
  }

  // MARK: Kinds and reasons

  @Test("compares kinds by name, and orders them as pages do, declared ones after shipped ones")
  func kindsAreNames() {
    let names = KindCatalog.shipped.names
    for (position, name) in names.enumerated() { #expect(Kind(name).index == position) }
    let (own, other) = (Kind("water-the-plants"), Kind("a kind of a policy's own"))
    #expect(own == Kind("water-the-plants") && own != other && own != .bill)
    #expect([own, .digest, other, .dailyReminder].sorted() == [.dailyReminder, .digest, other, own])
  }

  @Test func reasonsAreIndexedByPosition() {
    for (position, reason) in Reason.allCases.enumerated() {
      #expect(reason.index == position)
      #expect(Reason(code: reason.code) == reason)
    }
    #expect(Reason(code: "none") == nil && Reason.slotLimit.code == "slotLimit")
    let checks = Reason.allCases.map(\.check)
    #expect(checks == checks.sorted())
    #expect(Set(checks) == Set(1...22))
  }

  // MARK: Identifiers

  @Test(
    arguments: [
      ("bill.{id}.{date}", ["id", "date"], "bill.<id>.<date>"), ("plain", [], "plain"), ("", [], ""),
      ("{id}", ["id"], "<id>"), ("{id}{id}", ["id", "id"], "<id><id>"), ("{ id }", ["id"], "<id>"),
      ("a } b", [], "a } b"), ("é{a}é", ["a"], "é<a>é"),
    ] as [(String, [String], String)])
  func identifierPatterns(_ text: String, _ fields: [String], _ filled: String) throws {
    let pattern = try IdentifierPattern(text)
    #expect(pattern.fields == fields)
    #expect(pattern.filled { "<\($0)>" } == filled)
  }

  @Test(arguments: [
    ("a {id", "\"{\" without \"}\""), ("{}", "{}"), ("{ }", "{ }"), ("{id-1}", "{id-1}"), ("{é}", "{é}"),
    ("{a{b}", "{a{b}"), ("{{a}}", "{{a}"),
  ])
  func malformedIdentifierPatterns(_ text: String, _ found: String) {
    let error = #expect(throws: IdentifierPattern.Malformed.self) { try IdentifierPattern(text) }
    #expect(error?.found == found)
  }
}
