import Foundation
import TestSupport
import Testing

/// Checks the library's public symbols, as the compiler lists them.
@Suite struct SymbolTests {
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct DocComment: Decodable {}
      struct Kind: Decodable { var identifier: String }
      var kind: Kind
      var pathComponents: [String]
      var docComment: DocComment?
    }
    var symbols: [Symbol]
  }

  @Test(
    "every public symbol is documented",
    arguments: [
      ("TicklerKit", 150), ("CivilTime", 200), ("TicklerExports", 8), ("TicklerFoundation", 7),
      ("TicklerUserNotifications", 4),
    ])
  func documented(module: String, least: Int) throws {
    let symbols = try symbols(of: module)
    #expect(symbols.count >= least)
    #expect(symbols.filter { $0.docComment == nil }.map { $0.pathComponents.joined(separator: ".") } == [])
  }

  @Test("every symbol of the model that TicklerKit gives a name is documented")
  func reexported() throws {
    let names = try lines(of: "TicklerKit").compactMap { _, line in
      line.firstMatch(of: /typealias \w+ = (?:PlanModel\.)?([A-Z][A-Za-z.]*)/).map { String($0.1) }
    }
    let symbols = try symbols(of: "PlanModel").filter { symbol in
      let path = symbol.pathComponents.joined(separator: ".")
      return names.contains { path == $0 || path.hasPrefix("\($0).") }
    }
    #expect(names.count > 25 && symbols.count > 300)
    // The table of reasons documents each one.
    let undocumented = symbols.filter { symbol in
      symbol.docComment == nil && !(symbol.pathComponents[0] == "Reason" && symbol.kind.identifier == "swift.enum.case")
    }
    #expect(undocumented.map { $0.pathComponents.joined(separator: ".") } == [])
  }

  private func symbols(of module: String) throws -> [Graph.Symbol] {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "Modules").path
    let machine = String(decoding: try Shell.run("uname -m", in: folder), as: UTF8.self)
    // C modules that the program's modules need.
    let maps = ["CCompression", "CCrypto", "CLibXML2", "CProcess/include"].map { name in
      "-Xcc -fmodule-map-file='\(TestFiles.root.path)/Sources/\(name)/module.modulemap'"
    }.joined(separator: " ")
    try Shell.run(
      """
      swift symbolgraph-extract -module-name \(module) -I '\(modules)' -output-dir . -minimum-access-level public \
        -skip-synthesized-members \(maps) -target \(machine.trimmingCharacters(in: .whitespacesAndNewlines))-unknown-linux-gnu
      """, in: folder)
    // Extensions of other modules' types have separate files.
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".symbols.json")
    }
    return try files.flatMap { file in
      try JSONDecoder().decode(Graph.self, from: Data(contentsOf: folder.appending(path: file))).symbols
    }
  }

  /// The modules of the library.
  private static let modules = [
    "CivilTime", "Diagnostics", "PlanModel", "Planning", "PolicyReading", "TOML", "Templating", "TicklerKit",
  ]

  private func lines(of module: String) throws -> [(file: String, line: Substring)] {
    let folder = TestFiles.root.appending(path: "Sources/\(module)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    return try files.flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
        .filter { $0.firstMatch(of: /^\s*\/\//) == nil }.map { (file, $0) }
    }
  }

  @Test("the library's modules import neither Foundation nor C", arguments: modules)
  func imports(module: String) throws {
    for (file, line) in try lines(of: module) where file != "Lock.swift" {
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index < 2 else { continue }
      #expect(SymbolTests.modules.contains(String(words.last!)), "\(file): \(line)")
    }
  }

  /// See `String.withUTF8Bytes`.
  @Test("no module takes a span of a text's own memory, which optimized builds lose")
  func spansOfTexts() throws {
    let sources = TestFiles.root.appending(path: "Sources").path
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources).filter {
      !$0.hasPrefix("C") || $0 == "Calendars" || $0 == "CivilTime"
    }
    for module in modules {
      for (file, line) in try lines(of: module) {
        #expect(line.firstMatch(of: /\butf8\.span\b|\butf8Span\b/) == nil, "\(module)/\(file): \(line)")
      }
    }
    #expect(modules.count > 20)
  }

  @Test(
    "needs no Apple API beyond `platforms` of Package.swift; `make apple-check` compiles it",
    arguments: modules)
  func systems(module: String) throws {
    let newer = /\b(U?Int128|InlineArray|UTF8Span|utf8Span|Synchronization|Mutex|utf8\.span|Duration|ContinuousClock)\b/
    for (file, line) in try lines(of: module) where !["EarlierSystems.swift", "Lock.swift"].contains(file) {
      #expect(line.firstMatch(of: newer) == nil, "\(file): \(line)")
    }
  }
}
