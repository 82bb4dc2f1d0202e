import Foundation
import TestSupport
import Testing

/// What the compiler says of the library's public symbols.
@Suite struct SymbolTests {
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct DocComment: Decodable {}
      var pathComponents: [String]
      var docComment: DocComment?
    }
    var symbols: [Symbol]
  }

  @Test(
    "every public symbol is documented", arguments: [("TicklerKit", 200), ("CivilTime", 200), ("TicklerExports", 8)])
  func documented(module: String, least: Int) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "Modules").path
    let machine = String(decoding: try Shell.run("uname -m", in: folder), as: UTF8.self)
    // Modules of C that the program's own need.
    let maps = ["CCompression", "CCrypto", "CLibXML2"].map { name in
      "-Xcc -fmodule-map-file='\(TestFiles.root.path)/Sources/\(name)/module.modulemap'"
    }.joined(separator: " ")
    try Shell.run(
      """
      swift symbolgraph-extract -module-name \(module) -I '\(modules)' -output-dir . -minimum-access-level public \
        -skip-synthesized-members -Xcc -I/usr/include/libxml2 \(maps) -target \(machine.trimmingCharacters(in: .whitespacesAndNewlines))-unknown-linux-gnu
      """, in: folder)
    let data = try Data(contentsOf: folder.appending(path: "\(module).symbols.json"))
    let symbols = try JSONDecoder().decode(Graph.self, from: data).symbols
    #expect(symbols.count >= least)
    #expect(symbols.filter { $0.docComment == nil }.map { $0.pathComponents.joined(separator: ".") } == [])
  }

  @Test(
    "what the library is made of imports neither Foundation nor anything of C",
    arguments: [
      "CivilTime", "Diagnostics", "PlanModel", "Planning", "PolicyReading", "TOML", "Templating", "TicklerKit",
    ])
  func imports(module: String) throws {
    let own: Set<String> = [
      "CivilTime", "Diagnostics", "PlanModel", "Planning", "PolicyReading", "TOML", "Templating", "Synchronization",
    ]
    let folder = TestFiles.root.appending(path: "Sources/\(module)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index < 2, !line.hasPrefix("//") else { continue }
        #expect(own.contains(String(words.last!)), "\(file): \(line)")
      }
    }
  }
}
