import Diagnostics
import Testing

@testable import Verifying

/// Tests that looking ahead loses no element.
struct LookaheadTests {
  /// Returns a reader of the numbers up to `count`, which then ends or throws.
  private static func numbers(_ count: Int, isFaulty: Bool = false) -> Lookahead<Int> {
    var next = 0
    return Lookahead { () throws(RunFault) in
      if next == count {
        if isFaulty { throw RunFault(.dataError, "damaged") }
        return nil
      }
      next += 1
      return next
    }
  }

  @Test("gives each element once, in order, and then the fault", arguments: [0, 1, 63, 500], [false, true])
  func order(count: Int, isFaulty: Bool) throws {
    let reader = LookaheadTests.numbers(count, isFaulty: isFaulty)
    for number in 0..<count { #expect(try reader.next() == number + 1) }
    if isFaulty {
      #expect(throws: RunFault.self) { try reader.next() }
    } else {
      for _ in 0..<2 { #expect(try reader.next() == nil) }
    }
  }

  @Test("looks ahead without taking, up to its reach")
  func lookahead() throws {
    let reader = LookaheadTests.numbers(200)
    #expect(try reader.distance { $0 == 40 } == 39)
    #expect(try reader.distance { $0 == 65 } == nil)
    #expect(try reader.isNext { $0 == 1 })
    for number in 1...40 { #expect(try reader.next() == number) }
    #expect(try reader.peek() == 41)
    #expect(try reader.distance { $0 == 104 } == 63)
    for number in 41...200 { #expect(try reader.next() == number) }
    #expect(try reader.next() == nil)
    #expect(try !reader.isNext { _ in true })
  }
}
