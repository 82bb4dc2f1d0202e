import Foundation
import TestSupport
import Testing

/// The result of `tickler import`.
struct Imported: Sendable {
  var status: Int32
  /// The items as JSON without quotation marks, account and source: `kind:task,id:a,title:Run,date:2026-11-20,time:09:00`.
  var items: [String] = []
  /// The diagnostics without the file's name.
  var diagnostics: [String] = []
  var account = ""

  /// - Parameters:
  ///   - name: The file's name, which does not reveal the format.
  ///   - options: Options of the command line.
  init(
    _ text: String, name: String = "file", zone: String? = "Europe/Berlin", now: String = "2026-11-22T12:00:00Z",
    _ options: [String] = []
  ) throws {
    try self.init(Data(text.utf8), name: name, zone: zone, now: now, options)
  }

  init(
    _ data: Data, name: String = "file", zone: String? = "Europe/Berlin", now: String = "2026-11-22T12:00:00Z",
    _ options: [String] = []
  ) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try data.write(to: folder.appending(path: name))
    let zoneOption = zone.map { ["--time-zone", $0] } ?? []
    let result = try Program.run(
      ["import", name, "--now", now, "--templates", TestFiles.templates, "--zoneinfo", TestFiles.zoneinfo] + zoneOption
        + options, in: folder)
    status = result.status
    diagnostics = result.errors.split(separator: "\n").map { line in
      line.hasPrefix("\(name):") ? String(line.dropFirst(name.count + 1)) : String(line)
    }
    for line in result.output.split(separator: "\n").dropFirst() {
      let isItem = line.hasPrefix("{\"item\":{")
      var text = line.dropFirst(isItem ? 9 : 12).dropLast(2)
      if isItem {
        let source = try #require(text.ranges(of: ",\"source\":").last)
        #expect(text[source.upperBound...].hasPrefix("\"\(name)"))
        text = text[..<source.lowerBound]
      }
      let words = text.replacing("\"account\":\"me\",", with: "").filter { $0 != "\"" }
      if isItem { items.append(words) } else { account = words }
    }
  }
}

extension Imported {
  /// An error page that a server sends instead of a file.
  static let errorPage = "<!DOCTYPE html>\n<html><body><h1>502 Bad Gateway</h1></body></html>\n"

  /// Checks that JSON in an encoding other than UTF-8 is rejected.
  ///
  /// - Parameter latin1: The expected diagnostic for Latin-1.
  static func checkEncodings(of text: String, _ format: String, _ latin1: String) throws {
    let latin = try Imported(try #require(text.data(using: .isoLatin1)))
    #expect(latin.diagnostics == [latin1])
    #expect(latin.status == 65)
    let wide = try Imported(
      Data([0xff, 0xfe]) + (try #require(text.data(using: .utf16LittleEndian))), ["--from", format])
    #expect(wide.diagnostics == ["1:1: error: found byte 0xFF; expected a value"])
    #expect(wide.status == 65)
  }
}

extension String {
  /// Returns an incomplete copy that stops after a text.
  func cut(behind end: String) -> String { String(self[..<self.ranges(of: end)[0].upperBound]) }
}

/// A text of another tool, and the expected result.
struct ImportCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var text: String
  var items: [String]
  var diagnostics: [String]
  var status: Int32
  var options: [String]
  var zone: String

  init(
    _ sentence: String, _ text: String, _ items: [String], _ diagnostics: [String] = [], status: Int32 = 0,
    options: [String] = [], zone: String = "Europe/Berlin"
  ) {
    (testDescription, self.text, self.items, self.diagnostics, self.status) = (
      sentence, text, items, diagnostics, status
    )
    (self.options, self.zone) = (options, zone)
  }

  func check() throws {
    let imported = try Imported(text, zone: zone, options)
    #expect(imported.items == items)
    #expect(imported.diagnostics == diagnostics)
    #expect(imported.status == status)
  }
}
