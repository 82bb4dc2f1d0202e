import Bytes
import Resolving
import TestSupport
import Testing

@testable import Formats
@testable import Spilling

/// Checks that records in the temporary file lose nothing, and that a damaged file is rejected.
@Suite struct SpooledRecordTests {
  static let numbers: [UInt32] = [0, 1, 63, 64, 127, 128, 16_383, 16_384, 1 << 21, .max - 1, .max]
  private static let names = Schema.shipped.names
  private static let title = names.name("title")

  /// Returns a value of a front end that copies its texts: its name has the value's place, and only an unknown name has text.
  private static func value(
    _ type: Record.ValueType, _ name: FieldName, text: (UInt32, UInt32) = (0, 0), name text2: (UInt32, UInt32) = (0, 0),
    at place: (UInt32, UInt32), next: UInt32
  ) -> Record.Value {
    var value = Record.Value(type, name, line: place.0, column: place.1, next: next)
    (value.textStart, value.textCount) = text
    (value.nameStart, value.nameCount) = text2
    return value
  }

  private static func bytes(_ record: Record, isAccount: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    SpooledRecord.write(record, isAccount: isAccount, to: &bytes)
    return bytes
  }

  private static func read(_ bytes: [UInt8]) throws(SpooledRecord.Damaged) -> Record {
    var record = Record()
    record.text = bytes
    _ = try SpooledRecord.read(at: 0, into: &record, names: names)
    return record
  }

  private static func fields(_ value: Record.Value) -> [UInt32] {
    [
      UInt32(value.type.rawValue), UInt32(value.name.index), value.textStart, value.textCount, value.nameStart,
      value.nameCount, value.line, value.column, value.nameLine, value.nameColumn, value.next,
    ]
  }

  /// Checks that values and the positions of their texts are restored.
  private func expectSame(_ values: [Record.Value], text: Int = 0) throws {
    var record = Record()
    record.values = values
    record.text = [UInt8](repeating: 0x61, count: text)
    let bytes = SpooledRecordTests.bytes(record)
    let read = try SpooledRecordTests.read(bytes)
    func length(_ number: Int) -> Int { max(1, (number.bitWidth - number.leadingZeroBitCount + 6) / 7) }
    let start = UInt32(length(values.count) + length(2 * text))
    let expected = values.map { value in
      var value = value
      if value.nameCount > 0 { value.nameStart += start }
      if value.type != .object, value.type != .list { value.textStart += start }
      return value
    }
    #expect(read.values.map(SpooledRecordTests.fields) == expected.map(SpooledRecordTests.fields))
  }

  /// Returns a record with `size` bytes of text, and a value for every twenty bytes.
  private static func record(_ size: Int, _ byte: UInt8) -> Record {
    var record = Record()
    record.text = [UInt8](repeating: byte, count: size)
    record.values = (0..<UInt32(size / 20)).map { number in
      value(.untyped, SpooledRecordTests.title, text: (number, 1), at: (number + 1, 5), next: number + 1)
    }
    return record
  }

  @Test("restores records of every size, including those larger than the spool's buffer")
  func records() throws {
    var spool = try RecordSpool(name: "in.xml")
    let sizes = [0, 1, 5000, 262_128 - 12, 262_128, 262_129, 400_000, 3, 20_000]
    var ranges: [Range<Int64>] = []
    for (index, size) in sizes.enumerated() {
      ranges.append(try spool.append(SpooledRecordTests.record(size, UInt8(index)), isAccount: index % 2 == 0))
    }
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    let file = try spool.finish()
    #expect(file.size == ranges.last?.upperBound)
    var record = Record()
    try file.read(0, upTo: file.size, into: &record.text)
    for (index, size) in sizes.enumerated() {
      let (isAccount, end) = try SpooledRecord.read(
        at: Int(ranges[index].lowerBound), into: &record, names: SpooledRecordTests.names)
      #expect(isAccount == (index % 2 == 0))
      #expect(end == ranges[index].upperBound)
      #expect(record.values.count == size / 20)
      let text = record.values.first.map { Int($0.textStart) } ?? end - size
      #expect(record.values.enumerated().allSatisfy { $1.line == $0 + 1 && $1.textStart == text + $0 })
      #expect(record.text[text..<text + size].allSatisfy { $0 == UInt8(index) })
    }
  }

  @Test("restores every type and name")
  func typesAndNames() throws {
    let types: [Record.ValueType] = [.object, .list, .string, .untyped, .number, .true, .false, .null]
    var values: [Record.Value] = []
    for index in 0..<SpooledRecordTests.names.count {
      let name = FieldName(index: UInt16(index))
      values.append(
        SpooledRecordTests.value(types[index % 8], name, at: (7, UInt32(index)), next: UInt32(index + 1)))
    }
    try expectSame(values)
    try expectSame([])
  }

  @Test("restores numbers at the limits of their lengths, forwards and backwards", arguments: numbers)
  func limits(_ first: UInt32) throws {
    var values: [Record.Value] = []
    for second in SpooledRecordTests.numbers {
      let index = UInt32(values.count)
      // There are fewer bytes of text than lines.
      let (a, b) = (first & 0xffff, second & 0xffff)
      values.append(
        SpooledRecordTests.value(.untyped, SpooledRecordTests.title, text: (a, b), at: (second, first), next: index + 1)
      )
      values.append(
        SpooledRecordTests.value(
          .untyped, .unknown, text: (b, a), name: (0, max(b, 1)), at: (first, second), next: index + 2))
      values.append(SpooledRecordTests.value(.object, .items, at: (second, second), next: index + 3))
    }
    try expectSame(values, text: 1 << 17)
  }

  @Test("a plain attribute takes six bytes")
  func size() throws {
    let values = (0..<100 as Range<UInt32>).map { index in
      SpooledRecordTests.value(
        .untyped, SpooledRecordTests.names.name("date"), text: (index * 10, 10), at: (3, index * 20), next: index + 1)
    }
    var record = Record()
    let empty = SpooledRecordTests.bytes(record).count
    record.values = values
    #expect(SpooledRecordTests.bytes(record).count == empty + 6 * values.count)
    try expectSame(values, text: 1000)
  }

  @Test(
    "rejects foreign bytes",
    arguments: [
      ("no bytes", []), ("an end in the head", [1]), ("a text behind the end", [0, 4, 0x61]),
      ("a type that there is not", [1, 0, 8, 0, 0, 0, 0, 0]),
      ("a name that there is not", [1, 0, 3, 0xff, 0x7f, 0, 0, 0, 0]),
      ("an end inside a value", [1, 0, 3, 1, 0, 0, 0]), ("an end inside a number", [1, 0, 3, 1, 0, 0, 0, 0x80]),
      ("a number without an end", [1, 0, 3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
      ("a text before the first", [1, 0, 3, 1, 0, 0, 1, 0]),
      ("a text after the last", [1, 2, 0x61, 3, 1, 0, 0, 0, 2]),
      ("an object that spans nothing", [1, 0, 0, 1, 0, 0, 0]),
      ("an object that spans too much", [1, 0, 0, 1, 0, 0, 2]),
      ("more values than bytes", [0xff, 0xff, 0xff, 0xff, 0x0f, 0, 7, 1, 0, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func damage(_ what: String, _ bytes: [UInt8]) {
    #expect(throws: SpooledRecord.Damaged.self) { try SpooledRecordTests.read(bytes) }
  }

  /// Changes each byte to several others, and cuts the record at each. The result is rejected, or stays in bounds.
  @Test func aDamagedRecordLeadsNowhere() throws {
    var spool = try RecordSpool(name: "in.xml")
    _ = try spool.append(SpooledRecordTests.record(60, 0x61), isAccount: true)
    let file = try spool.finish()
    var sound = Record()
    try file.read(0, upTo: file.size, into: &sound.text)
    var damaged: [[UInt8]] = sound.text.indices.map { Array(sound.text[..<$0]) }
    for index in sound.text.indices {
      for byte in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        damaged.append(sound.text)
        damaged[damaged.count - 1][index] = byte
      }
    }
    var refused = 0
    for text in damaged {
      var record = Record()
      record.text = text
      do {
        let (_, end) = try SpooledRecord.read(at: 0, into: &record, names: SpooledRecordTests.names)
        #expect(record.values.allSatisfy { $0.textRange.upperBound <= end && $0.next <= record.values.count })
      } catch {
        refused += 1
      }
    }
    #expect(refused > sound.text.count)
  }
}
