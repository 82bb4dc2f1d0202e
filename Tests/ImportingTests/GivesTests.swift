import Foundation
import TestSupport
import Testing

/// Makes the table in docs/imports.md of what each tool's file gives, from the samples.
@Suite struct GivesTests {
  private static let card =
    "BEGIN:VCARD\nVERSION:4.0\nUID:u\nFN:Ada\nBDAY:19901129\nX-ABDATE:20260101\nEND:VCARD\n"

  /// The content of sample files, by format or mapping, in the order of the table.
  private static var samples: [(name: String, files: [Data])] {
    get throws {
      let root = TestFiles.unpacked("samples")
      func folder(_ name: String) throws -> [Data] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: name).path).sorted()
          .map { try Data(contentsOf: root.appending(path: "\(name)/\($0)")) }
      }
      let tools = [
        "icalendar", "gnucash", "homebank", "apple-health", "taskwarrior", "tasks-org", "habitica", "dayone",
        "super-productivity",
      ]
      let read = try tools.map { (name: $0, files: try folder($0)) }
      return read + [("vcard", [Data(card.utf8)])]
        + MappingTests.shipped.map { ($0.testDescription, [Data($0.text.utf8)]) }
    }
  }

  /// Words by which the singular and the plural of a message are one.
  private static func stem(_ message: String) -> String {
    let same = ["has": "have", "is": "are", "was": "were", "it": "they", "repeats": "repeat"]
    return message.split(separator: " ").map { word in
      same[String(word)]
        ?? (word.hasSuffix("ies")
          ? word.dropLast(3) + "y" : word.hasSuffix("s") ? String(word.dropLast()) : String(word))
    }.joined(separator: " ")
  }

  /// Returns what a message says is left out; nil if it is about something else.
  private static func leftOut(_ diagnostic: String) -> String? {
    guard let match = diagnostic.firstMatch(of: /warning: \d+ (.*)$/) else { return nil }
    let message = String(match.1)
    guard let end = message.firstMatch(of: /(: (it|they) (is|are)| (is|are)) (not planned|left out)( by.*)?(;.*)?$/)
    else {
      return nil
    }
    if message.contains("by `except`") { return "row that `except` names" }
    return String(message[..<end.range.lowerBound])
  }

  private static func table() throws -> String {
    let rows = try samples.map { name, files in
      var (kinds, left): (Set<String>, [String: String]) = ([], [:])
      for file in files {
        let imported = try Imported(file, ["--goal", "8000"])
        kinds.formUnion(imported.items.map { String($0.dropFirst(5).prefix { $0 != "," }) })
        for message in imported.diagnostics.compactMap(leftOut) {
          let known = left[stem(message)]
          if known == nil || known!.count < message.count { left[stem(message)] = message }
        }
      }
      let what = kinds.isEmpty ? "nothing" : kinds.sorted().map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(name == "dayone" ? "day-one" : name)` | \(what) | \(left.values.sorted().joined(separator: "; ")) |"
    }
    return (["| file | items | counted and left out, in the samples |", "| --- | --- | --- |"] + rows).joined(
      separator: "\n")
  }

  @Test("docs/imports.md has the table of what the samples give")
  func documents() throws {
    let page = try String(contentsOf: TestFiles.root.appending(path: "docs/imports.md"), encoding: .utf8)
    let table = try GivesTests.table()
    #expect(page.contains("<!-- made by GivesTests -->\n\(table)\n"), "expected:\n\(table)")
  }
}
