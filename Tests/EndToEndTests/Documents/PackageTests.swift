import Foundation
import TestSupport
import Testing

/// Checks the packages of the fuzzers and benchmarks. They compile the program's modules through a link and list them again, but are not
/// built on every change.
struct PackageTests {
  @Test("a module has the same dependencies in each package", arguments: ["Benchmarks", "Tests/Fuzzing"])
  func modules(of package: String) throws {
    let program = try PackageTests.modules("Package.swift")
    let shared = try PackageTests.modules("\(package)/Package.swift").filter { program[$0.key] != nil }
    #expect(shared.count > 10)
    for (name, dependencies) in shared { #expect(dependencies == program[name], "\(name)") }
    let folders = try ["Library", "Sources"].flatMap {
      try FileManager.default.contentsOfDirectory(atPath: TestFiles.root.appending(path: "\(package)/\($0)").path)
    }
    #expect(Set(folders).isSuperset(of: shared.keys))
  }

  /// Returns the dependencies of each target of a manifest.
  private static func modules(_ manifest: String) throws -> [String: Set<String>] {
    let text = try String(contentsOf: TestFiles.root.appending(path: manifest), encoding: .utf8)
    let target = /\.(?:target|systemLibrary)\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    let pairs = text.matches(of: target).map { match in
      (String(match.1), Set((match.2 ?? "").matches(of: /"[\w-]+"/).map { String($0.0) }))
    }
    return Dictionary(pairs) { $0.union($1) }
  }
}
