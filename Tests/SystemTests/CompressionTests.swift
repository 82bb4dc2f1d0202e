import Foundation
import System
import TestSupport
import Testing

/// Compares gzip and zstd with the programs of these names.
@Suite struct CompressionTests {
  /// Returns text that compresses well, or bytes that do not.
  private static func bytes(_ count: Int) -> [UInt8] {
    var seed: UInt64 = 7
    return (0..<count).map { index in
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return index % 1000 < 900 ? UInt8(index / 10 % 64 + 32) : UInt8(truncatingIfNeeded: seed >> 56)
    }
  }

  private static func compress(_ bytes: [UInt8], _ compression: Compression, piece: Int) throws -> [UInt8] {
    let compressor = try Compressor(compression)
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try compressor.compress(bytes.span.extracting(start..<min(start + piece, bytes.count)), into: &output)
    }
    try compressor.finish(into: &output)
    return output
  }

  private static func decompress(
    _ bytes: [UInt8], _ compression: Compression, piece: Int, room: Int
  ) throws -> [UInt8] {
    let decompressor = try Decompressor(compression)
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      var rest = bytes.span.extracting(start..<min(start + piece, bytes.count))
      var before = -1
      while !rest.isEmpty || output.count - before == room {
        before = output.count
        rest = rest.extracting(try decompressor.decompress(rest, into: &output, upTo: room)...)
      }
    }
    try decompressor.finish()
    return output
  }

  static let sizes = [0, 1, 1023, 1024, 131_071, 131_072, 131_073, 700_000]

  @Test("the other program reads what this one compresses", arguments: Compression.allCases, sizes)
  func written(compression: Compression, size: Int) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = CompressionTests.bytes(size)
    let packed = try CompressionTests.compress(bytes, compression, piece: 60_000)
    #expect(try Shell.run("\(compression) -dc", input: packed, in: folder) == bytes)
    #expect(Compression(beginning: packed.span) == compression)
    #expect(try CompressionTests.compress(bytes, compression, piece: 60_000) == packed)
    // RFC 1952 section 2.3: deflate; no flags, so no name; no time.
    if compression == .gzip { #expect(packed.prefix(8) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]) }
  }

  @Test(
    "this program reads what the other one compresses, in pieces of any size", arguments: Compression.allCases, sizes)
  func read(compression: Compression, size: Int) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = CompressionTests.bytes(size)
    for level in [1, 9] {
      let packed = try Shell.run("\(compression) -\(level) -c", input: bytes, in: folder)
      for (piece, room) in [(1 << 18, 1 << 18), (4096, 1000), (packed.count, 1 << 20)] + (size < 2000 ? [(1, 1)] : []) {
        #expect(try CompressionTests.decompress(packed, compression, piece: piece, room: room) == bytes)
      }
    }
  }

  @Test(
    "text without a known signature is not compressed",
    arguments: [[], [0x1f], [0x1f, 0x8c, 8, 0], [0x28, 0xb5, 0x2f], [0x28, 0xb5, 0x2f, 0xfc], Array("{\"a\"".utf8)])
  func plain(bytes: [UInt8]) {
    #expect(Compression(beginning: bytes.span) == nil)
  }

  @Test(
    "removes a compression suffix from a name",
    arguments: [
      ("a.json.gz", "a.json"), ("a.xml.zst", "a.xml"), ("a.json", "a.json"), (".gz", ""), ("a.gz.gz", "a.gz"),
    ])
  func names(name: String, bare: String) {
    #expect(Compression.bareName(name) == bare)
  }
}
