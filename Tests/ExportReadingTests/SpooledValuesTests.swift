import TestSupport
import Testing

@testable import ExportReading

/// What XML records lose on their way through the temporary file: nothing.
@Suite struct SpooledValuesTests {
  static let numbers: [UInt32] = [0, 1, 63, 64, 127, 128, 16_383, 16_384, 1 << 21, .max - 1, .max]

  /// What XML has: a name stands where its value does, and only an unknown one has a text.
  private static func value(
    _ type: Record.ValueType, _ name: FieldName, text: (UInt32, UInt32) = (0, 0), name text2: (UInt32, UInt32) = (0, 0),
    at place: (UInt32, UInt32), next: UInt32
  ) -> Record.Value {
    Record.Value(
      type: type, name: name, textStart: text.0, textCount: text.1, nameStart: text2.0, nameCount: text2.1,
      line: place.0, column: place.1, nameLine: place.0, nameColumn: place.1, next: next)
  }

  private static func copied(_ values: [Record.Value]) -> [Record.Value] {
    var bytes = [UInt8](repeating: 0, count: values.count * SpooledValues.mostBytes)
    let written = bytes.withUnsafeMutableBufferPointer { SpooledValues.write(values, to: $0.baseAddress!) }
    #expect(written <= bytes.count)
    return Array(unsafeUninitializedCapacity: values.count) { target, count in
      let read = bytes.withUnsafeBufferPointer {
        SpooledValues.read(values.count, from: $0.baseAddress!, into: target.baseAddress!)
      }
      #expect(read == written)
      count = values.count
    }
  }

  private static func fields(_ value: Record.Value) -> [UInt32] {
    [
      UInt32(value.type.rawValue), UInt32(value.name.index), value.textStart, value.textCount, value.nameStart,
      value.nameCount, value.line, value.column, value.nameLine, value.nameColumn, value.next,
    ]
  }

  private func expectSame(_ values: [Record.Value]) {
    #expect(SpooledValuesTests.copied(values).map(SpooledValuesTests.fields) == values.map(SpooledValuesTests.fields))
  }

  @Test("records of every size come back, those larger than the spool's room among them")
  func records() throws {
    let spool = try RecordSpool(name: "in.xml")
    let sizes = [0, 1, 5000, 262_128 - 12, 262_128, 262_129, 400_000, 3, 20_000]
    var ranges: [Range<Int64>] = []
    for (index, size) in sizes.enumerated() {
      let values = (0..<UInt32(size / 20)).map { number in
        SpooledValuesTests.value(
          .untyped, FieldName(index: 17), text: (number, 1), at: (number + 1, 5), next: number + 1)
      }
      let text = [UInt8](repeating: UInt8(index), count: size)
      ranges.append(try spool.append(values, text, isAccount: index % 2 == 0))
    }
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    let file = try spool.finish()
    #expect(file.size == ranges.last?.upperBound)
    var bytes = [UInt8](repeating: 0, count: Int(file.size))
    #expect(try file.read(at: 0, count: bytes.count, into: &bytes) == bytes.count)
    for (index, size) in sizes.enumerated() {
      bytes.withUnsafeMutableBufferPointer { bytes in
        var record = Record()
        let start = bytes.baseAddress! + Int(ranges[index].lowerBound)
        let (isAccount, count) = RecordSpool.read(start, into: &record)
        #expect(isAccount == (index % 2 == 0))
        #expect(count == ranges[index].count)
        #expect(record.values.count == size / 20)
        #expect(record.values.enumerated().allSatisfy { $1.line == $0 + 1 && $1.textStart == $0 && $1.next == $0 + 1 })
        #expect(UnsafeBufferPointer(start: record.text, count: size).allSatisfy { $0 == UInt8(index) })
      }
    }
  }

  @Test("every type and name")
  func typesAndNames() {
    let types: [Record.ValueType] = [.object, .list, .string, .untyped, .number, .true, .false, .null]
    var values: [Record.Value] = []
    for (index, name) in [0, 1, 127, 128, .max].map(FieldName.init(index:)).enumerated() {
      values.append(
        SpooledValuesTests.value(types[index % 8], name, at: (7, UInt32(index)), next: UInt32(index + 1)))
    }
    expectSame(values)
    expectSame([])
  }

  @Test("numbers at the limits of their lengths, forwards and backwards", arguments: numbers)
  func limits(_ first: UInt32) {
    var values: [Record.Value] = []
    for second in SpooledValuesTests.numbers {
      let index = UInt32(values.count)
      values.append(
        SpooledValuesTests.value(
          .untyped, FieldName(index: 17), text: (first, second), at: (second, first), next: index + 1))
      values.append(
        SpooledValuesTests.value(
          .untyped, .unknown, text: (second, first), name: (first, max(second, 1)), at: (first, second), next: index + 2
        ))
      values.append(SpooledValuesTests.value(.object, .items, at: (second, second), next: max(first, index + 3)))
    }
    expectSame(values)
  }

  @Test("a plain attribute takes six bytes")
  func size() {
    let values = (0..<100 as Range<UInt32>).map { index in
      SpooledValuesTests.value(
        .untyped, FieldName(index: 17), text: (index * 10, 10), at: (3, index * 20), next: index + 1)
    }
    var bytes = [UInt8](repeating: 0, count: values.count * SpooledValues.mostBytes)
    let written = bytes.withUnsafeMutableBufferPointer { SpooledValues.write(values, to: $0.baseAddress!) }
    #expect(written == 6 * values.count)
    expectSame(values)
  }
}
