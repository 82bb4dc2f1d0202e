import Formats
import PlanModel
import TestSupport
import Testing

/// Tests exports with random changes: the result is always accounts and diagnostics.
@Suite struct MutationTests {
  /// Pieces that are more likely to cause faults than random bytes.
  private static let pieces: [[UInt8]] =
    ["\"", "\\", "\\u", "\\ud83d", "{", "}", "[", "]", ",", ":", "\n", "\r\n", "null", "true", "-", "0", "1e-9", "e"]
    .map { Array($0.utf8) } + [[0x00], [0x80], [0xc3], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf], [0xff]]

  private static let export: [UInt8] = {
    let items = ItemTexts.all.map { "{\($0)}" }.joined(separator: ",\n")
    let apart = ItemTexts.all.map { "{\"account\": \"b\", \($0)}" }.joined(separator: ",\n")
    return Array(
      """
      {"format": "tickler-export/1", "app": "all", "exportedAt": "2026-11-20T12:00:00Z", "accounts": [
      {"id": "a", "timeZone": "Europe/London", "zoneChanges": [{"at": "2026-11-21T00:00:00Z", "timeZone": "UTC"}],
      "preferences": {"enabled": true, "kinds": {"task": false}, "quietHours": {"start": "22:00", "end": "07:00"}},
      "delivered": [{"id": "n", "at": "2026-11-19T09:00:00Z"}], "pending": [{"id": "n"}], "items": [
      \(items)]},
      {"id": "b", "timeZone": "US/Eastern"}], "items": [
      \(apart)]}
      """.utf8)
  }()

  private static let lines: [UInt8] = {
    let items = ItemTexts.all.map { "{\"item\": {\"account\": \"a\", \($0.split(separator: "\n").joined())}}\n" }
    return Array(
      """
      {"format": "tickler-export/1", "app": "all"}
      {"account": {"id": "a", "timeZone": "Europe/London"}}
      \(items.joined())
      """.utf8)
  }()

  private static func mutated(_ bytes: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<3, using: &numbers) {
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: pieces.randomElement(using: &numbers)!, at: place)
      case 3:
        let end = min(bytes.count, place + Int.random(in: 1..<200, using: &numbers))
        bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &numbers))
      default: bytes.removeLast(Int.random(in: 0..<min(bytes.count, 40), using: &numbers))
      }
    }
    return bytes
  }

  @Test(arguments: ["in.json", "in.ndjson"], [1, 2, 3, 4] as [UInt64])
  func nothingBreaksTheReading(_ name: String, _ seed: UInt64) {
    var numbers = Numbers(seed: seed)
    let sound = name == "in.json" ? MutationTests.export : MutationTests.lines
    #expect(Reading([Export(name, sound)]).messages == [])
    var fatal = 0
    for round in 0..<250 {
      let bytes = MutationTests.mutated(sound, &numbers)
      let reading = Reading([Export(name, bytes)])
      if reading.isFatal {
        fatal += 1
        #expect(reading.messages.count == 1, "seed \(seed), round \(round)")
      }
      // Every rejection is reported with its place.
      #expect(reading.isFatal || (reading.rejected > 0) == reading.diagnostics.contains { $0.severity == .error })
      #expect(reading.messages.allSatisfy { $0.hasPrefix(name + ":") }, "seed \(seed), round \(round)")
    }
    // Some inputs were unusable, and some were not.
    #expect(fatal > 0 && fatal < 250)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func windowsMakeNoDifference(_ seed: UInt64) {
    var numbers = Numbers(seed: seed)
    for round in 0..<100 {
      let bytes = MutationTests.mutated(MutationTests.export, &numbers)
      let whole = TokenTrace(bytes)
      for window in [1, 7, 100] {
        #expect(TokenTrace(bytes, window: window) == whole, "seed \(seed), round \(round)")
      }
    }
  }
}
