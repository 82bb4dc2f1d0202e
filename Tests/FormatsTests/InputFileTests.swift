import Bytes
import Diagnostics
import Formats
import Foundation
import Testing

/// Checks that inputs can be read twice while only a few are open at once.
@Suite struct InputFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "inputs-\(UUID().uuidString)")

  private func file(_ name: String, _ text: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: name)
    try Data(text.utf8).write(to: path)
    return path.path
  }

  private func append(_ text: String, to path: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    handle.seekToEndOfFile()
    handle.write(Data(text.utf8))
    try handle.close()
  }

  @Test("a file that changes between its two readings ends the run")
  func changes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var bytes: [UInt8] = []
    for change in ["appended to", "written over", "replaced by another"] {
      let path = try file("a.json", "0123456789")
      let input = try InputFile.open(path, format: .json)
      #expect(try input.append(upTo: 100, from: 0, to: &bytes) == 10)
      try input.read(0, upTo: 10, into: &bytes)
      // Modification times are accurate to a few milliseconds.
      Thread.sleep(forTimeInterval: 0.02)
      switch change {
      case "appended to": try append("more", to: path)
      case "written over":
        let handle = try #require(FileHandle(forWritingAtPath: path))
        handle.write(Data("9876543210".utf8))
        try handle.close()
      default:
        try FileManager.default.removeItem(atPath: path)
        _ = try file("a.json", "0123456789")
      }
      // These files take its place among the open ones.
      for number in 0..<10 {
        let other = try InputFile.open(try file("\(number).json", "{}"), format: .json)
        _ = try other.append(upTo: 2, from: 0, to: &bytes)
      }
      let fault = #expect(throws: RunFault.self, "\(change)") { try input.read(0, upTo: 10, into: &bytes) }
      #expect(fault?.status == .ioError)
      #expect(fault?.messages == ["tickler: error: \(path) has changed while it was being read"])
    }
  }

  @Test("any number of inputs keeps about ten files open")
  func descriptors() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let before = try open()
    var bytes: [UInt8] = []
    let inputs = try (0..<100).map { try InputFile.open(try file("\($0).json", "{}"), format: .json) }
    for _ in 0..<2 {
      for input in inputs { #expect(try input.append(upTo: 10, from: 0, to: &bytes) == 2) }
    }
    // Other tests open files at the same time.
    #expect(try open() < before + 60)
    #expect(inputs.count == 100)
  }
}
