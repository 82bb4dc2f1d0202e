import Bytes
import TestSupport
import Testing

/// Compares appended and overwritten bytes with arrays that change in the same way.
struct ByteWriterTests {
  @Test("random writes produce the same bytes as an array", arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = Numbers(seed: seed)
    var (text, array) = (WrittenBytes(), [UInt8]())
    for _ in 0..<20 {
      var out = text.takeWriter()
      #expect(text.isEmpty)
      for _ in 0..<random.next(below: 60) { ByteWriterTests.step(&random, &out, &array) }
      #expect(out.count == array.count)
      text = WrittenBytes(out)
    }
    #expect(text.array == array)
    #expect(text.count == array.count)
    #expect(text.withSpan { span in span.indices.allSatisfy { span[$0] == array[$0] } })
  }

  private static func step(_ random: inout Numbers, _ out: inout ByteWriter, _ array: inout [UInt8]) {
    let word = random.next()
    switch random.next(below: 10) {
    case 0:
      out.append(UInt8(truncatingIfNeeded: word))
      array.append(UInt8(truncatingIfNeeded: word))
    case 1:
      let count = random.next(below: 9)
      out.append(word, count: count)
      array += (0..<count).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    case 2:
      let count = 16 + random.next(below: 9)
      out.append((word, ~word, word), count: count)
      let all = [word, ~word, word].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
      }
      array += all.prefix(count)
    case 3:
      let text = String(repeating: "é", count: random.next(below: 3000))
      out.append(text: text)
      array += Array(text.utf8)
    case 4:
      let number = Int(truncatingIfNeeded: word) >> random.next(below: 64)
      out.append(decimal: number)
      array += Array(String(number).utf8)
    case 5:
      out.append(hexadecimal: word, ~word)
      for word in [word, ~word] {
        let digits = String(word, radix: 16)
        array += Array((String(repeating: "0", count: 16 - digits.count) + digits).utf8)
      }
    case 6:
      out.append("a text of the program")
      array += Array("a text of the program".utf8)
    case 7 where (8..<200_000).contains(array.count):
      let start = random.next(below: array.count - 7)
      let range = start..<start + 8 + random.next(below: array.count - start - 7)
      let place = random.next(below: range.count - 7)
      out.appendCopy(of: range) { $0.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self) }
      var copy = Array(array[range])
      for index in 0..<8 { copy[place + index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index)) }
      array += copy
    case 8 where !array.isEmpty:
      let start = random.next(below: array.count)
      let range = start..<start + min(random.next(below: 40), array.count - start)
      out.remove(range)
      array.removeSubrange(range)
    default:
      let count = array.count - random.next(below: min(array.count, 5) + 1)
      out.removeAll(after: count)
      array.removeLast(array.count - count)
    }
  }

  @Test(
    "writes numbers around every change of their digit count",
    arguments: [Int.min, -1, 0, 9, 10, 99, 100, 99_999_999, 100_000_000, .max])
  func decimals(number: Int) {
    var out = ByteWriter()
    out.append(decimal: number)
    #expect(WrittenBytes(out).text == String(number))
  }

  @Test("a copy and its original do not affect each other")
  func copies() {
    var first = WrittenBytes()
    var out = first.takeWriter()
    out.append("one")
    first = WrittenBytes(out)
    var second = first
    out = second.takeWriter()
    out.append(", two")
    second = WrittenBytes(out)
    first.removeAll()
    out = first.takeWriter()
    out.append("three")
    first = WrittenBytes(out)
    #expect(first.text == "three")
    #expect(second.text == "one, two")
  }

  @Test("an unused writer has no bytes and frees no memory twice")
  func empty() {
    var text = WrittenBytes()
    for _ in 0..<3 { text = WrittenBytes(text.takeWriter()) }
    #expect(text.isEmpty && text.array == [] && text.text == "")
    var out = ByteWriter()
    out.append([UInt8]().span)
    out.append(text: "")
    out.append(json: "")
    out.appendCopy(of: 0..<0)
    #expect(WrittenBytes(out).text == "\"\"")
  }

  @Test("copying or dropping bytes beyond the written ones traps")
  func outside() async {
    await #expect(processExitsWith: .failure) {
      var out = ByteWriter()
      out.append("four")
      out.appendCopy(of: 2..<5)
    }
    await #expect(processExitsWith: .failure) {
      var out = ByteWriter()
      out.append("four")
      out.appendCopy(of: -1..<2)
    }
    await #expect(processExitsWith: .failure) {
      var out = ByteWriter()
      out.append("four")
      out.removeAll(after: 5)
    }
    await #expect(processExitsWith: .failure) {
      var out = ByteWriter()
      out.append(0, count: 9)
    }
    await #expect(processExitsWith: .failure) {
      var out = ByteWriter()
      out.append("four")
      out.appendCopy(of: 0..<4) { $0.storeBytes(of: 0, toByteOffset: 1, as: UInt32.self) }
    }
  }
}
