import Formats
import Foundation
import TestSupport
import Testing

/// The JSON Parsing Test Suite (Nicolas Seriot, "Parsing JSON is a Minefield"; Tests/Corpus/README.md).
@Suite struct JSONVectorTests {
  private static let folder = TestFiles.unpacked("json")
  private static let table = "Tests/Corpus/reading/json-vectors.txt"

  private static let names: [String] = try! FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".json") }.sorted()

  private static func bytes(_ name: String) -> [UInt8] {
    [UInt8](FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)!)
  }

  /// The recorded outcome of each file: `name: accepted` or `name: line:column: error: …`.
  private static let recorded: [String: String] = {
    let text = String(
      decoding: FileManager.default.contents(atPath: TestFiles.root.appending(path: table).path) ?? Data(),
      as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
  }()

  @Test func theSuiteIsComplete() {
    let counts = Dictionary(grouping: JSONVectorTests.names) { $0.first! }.mapValues(\.count)
    #expect(counts == ["y": 95, "n": 188, "i": 35])
  }

  @Test(arguments: names.filter { $0.hasPrefix("y_") })
  func mustBeAccepted(_ name: String) {
    #expect(TokenTrace(JSONVectorTests.bytes(name)).fault == nil)
  }

  @Test(arguments: names.filter { $0.hasPrefix("n_") })
  func mustBeRefused(_ name: String) {
    #expect(TokenTrace(JSONVectorTests.bytes(name)).fault != nil)
  }

  /// Compares where and why each file is rejected, and the outcome of files that readers may accept or not.
  @Test(arguments: names)
  func outcomeIsAsRecorded(_ name: String) {
    #expect(JSONVectorTests.recorded[name] == outcome(name))
  }

  @Test(arguments: names, [1, 2, 3, 7, 64])
  func windowsMakeNoDifference(_ name: String, _ window: Int) {
    let bytes = JSONVectorTests.bytes(name)
    #expect(TokenTrace(bytes, window: window) == TokenTrace(bytes))
  }

  @Test(.enabled(if: TestFiles.isRecording))
  func record() throws {
    let lines = JSONVectorTests.names.map { "\($0): \(outcome($0))\n" }
    #expect(try RecordedFile(JSONVectorTests.table).difference(from: lines.joined()) == nil)
  }

  private func outcome(_ name: String) -> String {
    let outcome = TokenTrace(JSONVectorTests.bytes(name)).outcome
    return outcome.hasPrefix(":") ? String(outcome.dropFirst()) : outcome
  }

  /// A duplicate key is grammatical, so the token reader accepts it. The record reader does not.
  @Test(arguments: [
    ("y_object_duplicated_key.json", 1, 10), ("y_object_duplicated_key_and_value.json", 1, 10),
  ])
  func duplicateKeysAreForRecordsToRefuse(_ name: String, _ line: Int, _ column: Int) throws {
    let bytes = JSONVectorTests.bytes(name)
    #expect(TokenTrace(bytes).fault == nil)
    let fault = #expect(throws: JSONFault.self) { try record(bytes) }
    #expect(fault?.found == .duplicateKey("a"))
    #expect(fault?.line == line)
    #expect(fault?.column == column)
  }

  /// The record reader accepts the suite's other objects and lists.
  @Test(arguments: names.filter { $0.hasPrefix("y_") && !$0.hasPrefix("y_object_duplicated_key") })
  func recordsAreReadAsWell(_ name: String) throws {
    let values = try record(JSONVectorTests.bytes(name)).values
    #expect(Int(try #require(values.first).next) == values.count)
  }

  private func record(_ bytes: [UInt8]) throws -> Record {
    var record = Record()
    record.text = bytes
    var reader = JSONReader()
    var builder = RecordBuilder(names: FieldNames())
    try builder.read(&reader, into: &record)
    return record
  }
}
