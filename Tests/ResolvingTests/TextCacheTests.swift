import Bytes
import Testing

@testable import Resolving

/// Checks that a text has its last cached value, or none.
@Suite struct TextCacheTests {
  private static func value<Value>(_ cache: TextCache<Value>, _ text: String) -> Value? { cache[text.utf8Span.span] }

  private static func keep<Value>(_ value: Value, _ text: String, in cache: inout TextCache<Value>) {
    cache.keep(value, for: text)
  }

  @Test func nothingIsFoundInAnEmptyOne() {
    let cache = TextCache<Int>(size: 64)
    #expect(TextCacheTests.value(cache, "") == nil)
    #expect(TextCacheTests.value(cache, "FREQ=DAILY") == nil)
  }

  @Test func whatIsKeptIsFound() {
    var cache = TextCache<Int>(size: 64)
    TextCacheTests.keep(1, "FREQ=DAILY", in: &cache)
    TextCacheTests.keep(2, "FREQ=DAILY;INTERVAL=2", in: &cache)
    #expect(TextCacheTests.value(cache, "FREQ=DAILY") == 1)
    #expect(TextCacheTests.value(cache, "FREQ=DAILY;INTERVAL=2") == 2)
    #expect(TextCacheTests.value(cache, "FREQ=DAIL") == nil)
    #expect(TextCacheTests.value(cache, "FREQ=DAILZ") == nil)
    TextCacheTests.keep(3, "FREQ=DAILY", in: &cache)
    #expect(TextCacheTests.value(cache, "FREQ=DAILY") == 3)
  }

  /// Empty texts and texts of more than 127 bytes are not cached.
  @Test(arguments: [0, 1, 63, 64, 127, 128, 300])
  func lengths(_ count: Int) {
    var cache = TextCache<Int>(size: 64)
    let text = String(repeating: "x", count: count)
    TextCacheTests.keep(7, text, in: &cache)
    #expect(TextCacheTests.value(cache, text) == ((1...127).contains(count) ? 7 : nil))
    #expect(TextCacheTests.value(cache, text + "x") == nil)
  }

  /// The cache grows with the number of texts. When full, it forgets some, but never confuses two.
  @Test func growth() {
    var cache = TextCache<Int>(size: 256)
    for number in 0..<100 { TextCacheTests.keep(number, "text \(number)", in: &cache) }
    let found = (0..<100).filter { (number: Int) in TextCacheTests.value(cache, "text \(number)") == number }
    #expect(found.count > 95)
    for number in 100..<5000 { TextCacheTests.keep(number, "text \(number)", in: &cache) }
    let kept = (0..<5000).filter { (number: Int) in TextCacheTests.value(cache, "text \(number)") != nil }
    #expect((100...256).contains(kept.count))
    #expect(kept.allSatisfy { (number: Int) in TextCacheTests.value(cache, "text \(number)") == number })
    #expect(TextCacheTests.value(cache, "text 4999") == 4999)
  }
}
