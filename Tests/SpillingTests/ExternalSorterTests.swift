import Diagnostics
import PlanModel
import TestSupport
import Testing

@testable import Formats
@testable import Spilling

/// Checks that places are found whether sorted in memory, in runs on disk, or in several passes.
@Suite struct ExternalSorterTests {
  /// Memory limits: the number of places in memory before they go to a file, and how runs are merged.
  struct Room: CustomTestStringConvertible, Sendable {
    var held: Int
    var merging: Merging
    var testDescription: String { "\(held) held, \(merging.runs) runs of \(merging.bytes) bytes at once" }
  }

  static let rooms = [
    Room(held: .max, merging: Merging()),
    Room(held: 1, merging: Merging(runs: 2, bytes: 40)),
    Room(held: 3, merging: Merging(runs: 2, bytes: 80)),
    Room(held: 100, merging: Merging(runs: 3, bytes: 280)),
    Room(held: 1000, merging: Merging(runs: 128, bytes: 2560)),
    Room(held: 2999, merging: Merging()),
    Room(held: 3000, merging: Merging()),
  ]

  private static func place(
    _ owner: StableHash, input: Int = 0, at place: Place = Place(line: 1, column: 1), isAccount: Bool = false,
    _ start: Int64, _ size: Int64
  ) -> RecordPlace? {
    var sketch = RecordSketch(isAccount: isAccount)
    (sketch.owner, sketch.place, sketch.start, sketch.end) = (owner, place, start, start + size)
    return RecordPlace(sketch, input: input)
  }

  private static func place(_ number: Int, _ owner: StableHash, _ numbers: inout Numbers) -> RecordPlace? {
    place(
      owner, input: number % 3,
      at: Place(
        line: Int.random(in: 1...Int(Int32.max), using: &numbers),
        column: Int.random(in: 1...Int(Int32.max), using: &numbers)), isAccount: number % 7 == 0,
      Int64.random(in: 0...1 << 40, using: &numbers), Int64.random(in: 2...Int64(UInt32.max), using: &numbers))
  }

  @Test(arguments: rooms)
  func everyPlaceIsFoundByItsOwner(_ room: Room) throws {
    var numbers = Numbers(seed: 20_261_120)
    // Some owners differ only in the low half, one has hundreds of places, and most have a few.
    let owners = (0..<600).map { number in
      StableHash(high: number < 50 ? UInt64(number / 10) : numbers.next(), low: UInt64(number))
    }
    var expected: [StableHash: [RecordPlace]] = [:]
    var sorter = ExternalSorter<RecordPlace>(merging: room.merging)
    for number in 0..<3000 {
      let owner = number % 5 == 0 ? owners[300] : owners[Int.random(in: 0..<600, using: &numbers)]
      let place = try #require(ExternalSorterTests.place(number, owner, &numbers))
      expected[owner, default: []].append(place)
      sorter.append(place)
      if sorter.heldCount >= room.held { try sorter.spill() }
    }
    #expect(sorter.hasSpilled == (room.held <= 3000))
    var seen: [StableHash] = []
    let places = try SortedPlaces(&sorter) { seen.append($0.owner) }
    #expect(seen.count == 3000)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { ($0.high, $0.low) <= ($1.high, $1.low) })
    #expect(places.isEmpty == false)
    for owner in owners {
      let found = try places.places(of: owner)
      #expect(found == (expected[owner] ?? []).sorted { ($0.input, $0.start) < ($1.input, $1.start) })
    }
    for high in [0, 4, 5, UInt64.max, owners[400].high] {
      #expect(try places.places(of: StableHash(high: high, low: 1 << 40)) == [])
    }
  }

  @Test func nothingHasNoPlaces() throws {
    var sorter = ExternalSorter<RecordPlace>()
    try sorter.spill()
    #expect(sorter.hasSpilled == false)
    let places = try SortedPlaces(&sorter) { _ in Issue.record("there is none") }
    #expect(places.isEmpty)
    #expect(try places.places(of: StableHash("a")) == [])
  }

  /// One owner with many blocks of the file, so that the first block starting with the owner is not its first block.
  @Test func anOwnerMayFillManyBlocks() throws {
    var sorter = ExternalSorter<RecordPlace>()
    let owners = [3, 5, 9].map { StableHash(high: $0, low: 0) }
    for number in 0..<1500 {
      let owner = owners[number < 100 ? 0 : number < 1400 ? 1 : 2]
      sorter.append(try #require(ExternalSorterTests.place(owner, Int64(number) * 10, 5)))
      if number == 700 { try sorter.spill() }
    }
    let places = try SortedPlaces(&sorter) { _ in }
    #expect(try owners.map { try places.places(of: $0).count } == [100, 1300, 100])
    #expect(try places.places(of: owners[1]).map(\.start) == (100..<1400).map { Int64($0) * 10 })
  }

  @Test func aRecordOfFourGigabytesHasNoPlace() {
    let owner = StableHash("a")
    let place = ExternalSorterTests.place(owner, 7, Int64(UInt32.max))
    #expect(place?.owner == owner)
    #expect(place?.end == 7 + Int64(UInt32.max))
    #expect(ExternalSorterTests.place(owner, 7, Int64(UInt32.max) + 1) == nil)
  }
}
