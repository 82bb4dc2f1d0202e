import Resolving
import TestSupport
import Testing

@testable import Formats

@Suite struct FieldNameTests {
  private static let names = Schema.shipped.names
  private static let texts = (1..<names.count).map { names[FieldName(index: UInt16($0))] }

  @Test func everyNameIsFound() {
    for (position, text) in FieldNameTests.texts.enumerated() {
      #expect(FieldNameTests.names.name(text).index == position + 1)
    }
    #expect(Set(FieldNameTests.texts).count == FieldNameTests.texts.count)
  }

  /// The readers have fixed numbers for some names.
  @Test func readersKnowTheNamesOfTheDocument() {
    let known: [(FieldName, String)] = [
      (.unknown, ""), (.format, "format"), (.app, "app"), (.exportedAt, "exportedAt"), (.accounts, "accounts"),
      (.items, "items"), (.account, "account"), (.item, "item"), (.id, "id"), (.updatedAt, "updatedAt"),
      (.device, "device"),
    ]
    for (name, text) in known { #expect(FieldNames()[name] == text) }
    #expect(FieldNames().count == known.count)
  }

  /// Every name with a letter removed, doubled, added, changed or in the other case is unknown, unless it is also a name.
  @Test func nearMissesAreNotFound() {
    let names = Set(FieldNameTests.texts)
    for field in names {
      let letters = Array(field)
      var misses = [field + "s", field + " ", " " + field, field + "\0", field.uppercased(), field + field]
      for index in letters.indices {
        for change in [[], [letters[index], letters[index]], ["x"], [Character(letters[index].uppercased())]] {
          misses.append(String(letters[..<index] + change + letters[(index + 1)...]))
        }
      }
      for miss in misses where !names.contains(miss) { #expect(FieldNameTests.names.name(miss) == .unknown, "\(miss)") }
    }
  }

  /// Names are distinguished by their length and all their bytes.
  @Test(arguments: [
    "completedAt", "completedOm", "completionS", "dailyRemindex", "streakMilestonE", "\0\0id", "i\0", "id\0\0\0\0\0\0",
    String(repeating: "timeZone", count: 100), String(repeating: "a", count: 65_536), "",
  ])
  func namesThatBeginAlike(_ text: String) {
    #expect(FieldNameTests.names.name(text) == .unknown)
  }

  /// More names than the set was sized for, up to 300 bytes long, most with equal beginnings and ends.
  @Test func namesOfAnyLength() {
    var names = FieldNames()
    let texts = (0..<2000).map { number in
      String(repeating: "x", count: number % 150) + "\(number)" + String(repeating: "y", count: number % 151)
    }
    let numbers = texts.map { names.intern($0) }
    #expect(Set(numbers).count == texts.count)
    for (number, text) in zip(numbers, texts) {
      #expect(names.intern(text) == number)
      #expect(names[number] == text)
      #expect(names.name(text + "z") == .unknown)
    }
  }

  @Test func elementsMakeUpTheirLists() {
    func list(_ element: String) -> String? {
      FieldNameTests.names.list(of: FieldNameTests.names.name(element)).map { FieldNameTests.names[$0] }
    }
    #expect(list("item") == "items")
    #expect(list("zoneChange") == "zoneChanges")
    #expect(list("sample") == "samples")
    #expect(["delivered", "pending", "active"].map(list) == ["delivered", "pending", "active"])
    #expect(list("account") == nil)
    #expect(list("location") == nil)
  }

  @Test func setsHoldWhatWasPutIn() {
    var set = FieldSet()
    for name in (0..<600).map({ FieldName(index: $0) }) {
      let isNew = set.insert(name)
      let isNewAgain = set.insert(name)
      #expect(isNew == FieldSet.holds(name) && !isNewAgain)
    }
  }
}
