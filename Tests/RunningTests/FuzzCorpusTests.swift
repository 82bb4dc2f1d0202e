import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Replays libFuzzer's corpora: inputs that once broke a reader, and those that cover most of its code. Tests/Fuzzing has the promises of
/// each reader, and `make fuzzers` searches for more.
struct FuzzCorpusTests {
  @Test("reads the corpus of each reader", arguments: FuzzTarget.allCases)
  func corpus(_ target: FuzzTarget) throws {
    let folder = TestFiles.unpacked("fuzz").appending(path: target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files { target.run([UInt8](try Data(contentsOf: file))) }
  }

  @Test("each reader accepts no bytes, one byte, and bytes that are not text", arguments: FuzzTarget.allCases)
  func small(_ target: FuzzTarget) {
    target.run([])
    for byte in UInt8.min...UInt8.max { target.run([byte]) }
    target.run(Array(UInt8.min...UInt8.max))
  }
}
