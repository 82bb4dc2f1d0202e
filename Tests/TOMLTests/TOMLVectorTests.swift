import Diagnostics
import Foundation
import TOML
import TestSupport
import Testing

/// toml-test, the files for TOML 1.0.0 (Tests/Corpus/README.md).
@Suite struct TOMLVectorTests {
  static let folder = TestFiles.unpacked("toml")

  /// Returns the TOML files in a folder, by relative path.
  static func names(_ kind: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.appending(path: kind).path)!.compactMap { $0 as? String }
    return paths.filter { $0.hasSuffix(".toml") }.sorted()
  }

  static func bytes(_ name: String) -> [UInt8] {
    [UInt8](FileManager.default.contents(atPath: folder.appending(path: name).path)!)
  }

  @Test func theSuiteIsComplete() {
    #expect(TOMLVectorTests.names("valid").count == 210)
    #expect(TOMLVectorTests.names("invalid").count == 499)
  }

  @Test("a valid file has the values of its JSON", arguments: names("valid"))
  func valid(_ name: String) throws {
    let root = try TOMLDocument(TOMLVectorTests.bytes("valid/\(name)"), file: name).root
    let json = FileManager.default.contents(
      atPath: TOMLVectorTests.folder.appending(path: "valid/\(name.dropLast(5)).json").path)
    let expected = try JSONSerialization.jsonObject(with: #require(json))
    let differences = TOMLVectorTests.differences(root, expected)
    #expect(differences == [])
  }

  @Test("every key and value of a valid file is at its place", arguments: names("valid"))
  func places(_ name: String) throws {
    let text = TOMLVectorTests.bytes("valid/\(name)")
    #expect(PlacedText(text).misplaced(try TOMLDocument(text, file: name).root) == [])
  }

  @Test("rejects an invalid file at a place inside it", arguments: names("invalid"))
  func invalid(_ name: String) throws {
    let text = TOMLVectorTests.bytes("invalid/\(name)")
    let fault = #expect(throws: TOMLFault.self) { try TOMLDocument(text, file: name) }
    #expect(PlacedText(text).offset(try #require(fault).location) != nil)
    #expect(fault?.isLimit == false)
  }

  // MARK: Faults

  // Tests/Corpus/reading/toml-vectors.txt records the place and reason of each.

  private static func outcome(_ name: String) -> String {
    do {
      _ = try TOMLDocument(bytes("invalid/\(name)"), file: name)
      return "\(name): accepted"
    } catch {
      return "\(error.location): \(error.found); expected \(error.expected)"
    }
  }

  @Test func faults() throws {
    let lines = TOMLVectorTests.names("invalid").map { TOMLVectorTests.outcome($0) + "\n" }
    #expect(try RecordedFile("Tests/Corpus/reading/toml-vectors.txt").difference(from: lines.joined()) == nil)
  }

  // MARK: Typed JSON

  /// Returns all differences with their paths.
  private static func differences(_ value: TOMLValue, _ expected: Any) -> [String] {
    if let list = expected as? [Any] {
      guard value.type == .array, value.children.count == list.count else { return ["\(value.path): no such list"] }
      return zip(value.children, list).flatMap(differences)
    }
    guard let object = expected as? [String: Any] else { return ["\(value.path): \(expected)"] }
    if object.count == 2, let type = object["type"] as? String, let text = object["value"] as? String {
      let found = tagged(value)
      return found == [type, canonical(type, text)] ? [] : ["\(value.path): \(found), not \(type) \(text)"]
    }
    let keys = value.children.map { Array($0.key.utf8) }
    guard value.type == .table, keys.count == object.count, Set(keys) == Set(object.keys.map { Array($0.utf8) }) else {
      return ["\(value.path): not a table of \(object.keys.sorted())"]
    }
    return object.flatMap { key, inner in value[key].map { differences($0, inner) } ?? ["\(value.path): no \(key)"] }
  }

  private static func tagged(_ value: TOMLValue) -> [String] {
    switch value.type {
    case .string: ["string", canonical("string", value.string!)]
    case .integer: ["integer", String(value.integer!)]
    case .float: ["float", canonical("float", "\(value.float!)")]
    case .boolean: ["bool", String(value.boolean!)]
    case .dateTime: ["datetime", canonical("datetime", value.written)]
    case .localDateTime: ["datetime-local", canonical("datetime-local", value.written)]
    case .localDate: ["date-local", value.written]
    case .localTime: ["time-local", canonical("time-local", value.written)]
    case .array, .table: ["a list or table", ""]
    }
  }

  /// Returns the canonical form of a value: strings by their bytes, floats as the nearest `Double`, times without trailing zeros.
  private static func canonical(_ type: String, _ text: String) -> String {
    switch type {
    case "string": return "\(Array(text.utf8))"
    case "float": return Double(text)!.isNaN ? "nan" : "\(Double(text)!)"
    case "integer", "bool", "date-local": return text
    default:
      let capital = text.uppercased().replacingOccurrences(of: " ", with: "T")
      guard let dot = capital.firstIndex(of: ".") else { return capital }
      let rest = capital[dot...].dropFirst().drop { $0.isNumber }
      var fraction = capital[dot..<rest.startIndex]
      while fraction.last == "0" { fraction.removeLast() }
      return String(capital[..<dot] + fraction + rest)
    }
  }
}
