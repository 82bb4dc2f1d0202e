import CivilTime
import PlanModel
import TestSupport
import Testing

/// Checks that everything that the tables allow can be read, with the same result from each format.
struct RandomExportTests {
  /// Returns the content of accounts, without places.
  private static func words(_ reading: Reading) -> [Substring] {
    reading.accounts.flatMap { account in
      var text = ""
      dump(
        (
          account.id, account.app, account.zone.name, account.zoneChanges.map { "\($0.at) \($0.zone.name)" },
          account.platform, account.authorization, account.locale, account.personalityTrait, account.analyzedAt
        ), to: &text)
      dump((account.delivered, account.pending, account.active), to: &text)
      var preferences = account.preferences
      text += preferences.kinds.map { "\($0) \($1)" }.sorted().joined(separator: ", ")
      preferences.kinds = [:]
      dump(preferences, to: &text)
      dump(account.items, to: &text)
      return text.split(separator: "\n").filter { line in
        let field = line.drop { " ▿-".contains($0) }
        return !["input:", "line:", "column:"].contains { field.hasPrefix($0) }
      }
    }
  }

  @Test("reads random exports without a diagnostic, as JSON, NDJSON and XML", arguments: seeds(20))
  func formats(seed: UInt64) throws {
    var exports = RandomExports(seed: seed)
    let document = exports.document(accounts: Int.random(in: 1...4, using: &exports.numbers))
    let json = Reading([Export("in.json", try Encodings.json(document))])
    #expect(json.messages == [])
    #expect(json.accounts.count == (document["accounts"] as? [Any])?.count)
    let expected = RandomExportTests.words(json)
    for (name, text) in [("in.ndjson", try Encodings.ndjson(document)), ("in.xml", Encodings.xml(document))] {
      let reading = Reading([Export(name, text)])
      #expect(reading.messages == [], "\(name)")
      let words = RandomExportTests.words(reading)
      #expect(words.count == expected.count, "\(name)")
      let different = zip(words, expected).first { $0 != $1 }
      #expect(different == nil, "\(name)")
    }
  }
}
