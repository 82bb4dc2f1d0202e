import Diagnostics
import Testing

@testable import Verifying

/// Tests reading ahead in another task: nothing is lost, and a fault comes after all elements before it.
struct ReadAheadTests {
  /// Returns a reader of the numbers up to `count`, which then ends or throws.
  private static func numbers(_ count: Int, isFaulty: Bool) -> ReadAhead<Int> {
    var next = 0
    return ReadAhead(weight: { $0 % 50 }) { () throws(FatalInput) in
      if next == count {
        if isFaulty { throw FatalInput(.dataError, "damaged") }
        return nil
      }
      next += 1
      return next
    }
  }

  @Test("gives each element once, in order, and then the fault", arguments: [1, 2, 4], [0, 1, 63, 5_000])
  func order(jobs: Int, count: Int) async throws {
    for isFaulty in [false, true] {
      let reader = ReadAheadTests.numbers(count, isFaulty: isFaulty)
      var (found, fault): ([Int], FatalInput?) = ([], nil)
      await withDiscardingTaskGroup { tasks in
        do throws(FatalInput) {
          while true {
            // Also starts tasks after the file has ended.
            for _ in 1..<jobs where reader.ahead.takeFillRequest() || found.count % 7 == 0 {
              tasks.addTask { reader.ahead.fill() }
            }
            guard let number = try reader.next() else { return }
            found.append(number)
          }
        } catch {
          fault = error
        }
      }
      #expect(found == Array(0..<count).map { $0 + 1 })
      #expect((fault != nil) == isFaulty)
    }
  }

  @Test("looks ahead without taking, up to its reach")
  func lookahead() throws {
    let reader = ReadAheadTests.numbers(200, isFaulty: false)
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
