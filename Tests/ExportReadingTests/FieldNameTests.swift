import ExportReading
import Testing

@Suite struct FieldNameTests {
  private func name(_ text: String) -> FieldName {
    Array(text.utf8).withUnsafeBufferPointer { FieldName($0) }
  }

  @Test func everyNameIsFound() {
    for field in FieldName.allCases { #expect(name(field.rawValue) == field) }
  }

  @Test func indicesArePositions() {
    for (position, field) in FieldName.allCases.enumerated() { #expect(field.index == position) }
    #expect(FieldName.allCases.count <= 128)
  }

  /// Every name with a letter left out, doubled, added, changed or in the other case is unknown, unless it is a name.
  @Test func nearMissesAreNotFound() {
    let names = Set(FieldName.allCases.map(\.rawValue))
    for field in names where !field.isEmpty {
      let letters = Array(field)
      var misses = [field + "s", field + " ", " " + field, field + "\0", field.uppercased(), field + field]
      for index in letters.indices {
        for change in [[], [letters[index], letters[index]], ["x"], [Character(letters[index].uppercased())]] {
          misses.append(String(letters[..<index] + change + letters[(index + 1)...]))
        }
      }
      for miss in misses where !names.contains(miss) { #expect(name(miss) == .unknown, "\(miss)") }
    }
  }

  /// Names are told by their length and all their bytes; longer ones than any field has are none.
  @Test(arguments: [
    "completedAt", "completedOm", "completionS", "dailyRemindex", "streakMilestonE", "\0\0id", "i\0", "id\0\0\0\0\0\0",
    String(repeating: "timeZone", count: 100), String(repeating: "a", count: 65_536),
  ])
  func namesThatBeginAlike(_ text: String) {
    #expect(name(text) == .unknown)
  }

  @Test func setsHoldWhatWasPutIn() {
    var set = FieldSet()
    for field in FieldName.allCases {
      #expect(!set.contains(field))
      let isNew = set.insert(field)
      let isNewAgain = set.insert(field)
      #expect(isNew && !isNewAgain)
      #expect(set.contains(field))
    }
    let union = FieldSet([.id, .period]).union([.kind])
    #expect(FieldName.allCases.filter(union.contains) == [.id, .kind, .period])
  }
}
