import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Formats

/// Tests compressed inputs made by other programs: their contents, and the diagnostics of broken ones.
@Suite struct UnpackingTests {
  /// Numbered lines such as `line 00001`, 11 bytes each.
  private static let text = (1...20_000).map { "line \(String("0000\($0)".suffix(5)))\n" }.joined()

  private func unpack(_ commands: String, _ limits: UnpackingLimits = UnpackingLimits()) throws -> (
    text: String, fault: RunFault?, sha256: String?
  ) {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(UnpackingTests.text.utf8).write(to: folder.appending(path: "text"))
    try Shell.run(commands, in: folder)
    let file = try InputFile.open(folder.appending(path: "in").path, format: .json).unpacked(after: nil, limits)
    var bytes: [UInt8] = []
    #expect(try file.append(upTo: 1 << 22, from: 0, to: &bytes) == file.size)
    if let known = file.sha256 {
      let digest = String(decoding: try Shell.run("sha256sum in", in: folder), as: UTF8.self)
      #expect(digest.hasPrefix(known))
    }
    return (String(decoding: bytes, as: UTF8.self), file.fault, file.sha256)
  }

  @Test(
    "reads a file completely, in any compressed form",
    arguments: [
      ("gzip", "gzip -c text > in"), ("zstd", "zstd -qc text > in"),
      ("zstd with a checksum", "zstd -qC --check -c text > in"),
      (
        "gzip with a name, from Python",
        "python3 -c \"import gzip; gzip.GzipFile('x', 'wb', fileobj=open('in', 'wb'), mtime=1).write(open('text', 'rb').read())\""
      ),
      ("gzip in members", "(head -c 1000 text | gzip; tail -c +1001 text | gzip -1) > in"),
      ("gzip with an empty member", "(printf '' | gzip; gzip -c text; printf '' | gzip) > in"),
      ("gzip before zeros, as on tapes", "(gzip -c text; head -c 3000 /dev/zero) > in"),
      ("zstd in frames", "(head -c 1000 text | zstd -q; tail -c +1001 text | zstd -q -19) > in"),
      (
        "zstd after a skippable frame", "(printf '\\120\\052\\115\\030\\002\\000\\000\\000ab'; zstd -qc text) > in"
      ),
    ])
  func whole(what: String, commands: String) throws {
    let file = try unpack(commands)
    #expect(file.fault == nil && file.sha256 != nil)
    #expect(file.text == UnpackingTests.text)
  }

  @Test("reads an uncompressed file in place")
  func plain() throws {
    let file = try unpack("cp text in")
    #expect(file.text == UnpackingTests.text && file.sha256 == nil)
  }

  @Test(
    "reports a damaged file at the last readable place of its text",
    arguments: [
      (
        "gzip that is cut short", "gzip -c text | head -c 20000 > in", nil,
        "the gzip data are cut short after 20000 bytes; expected a whole file"
      ),
      (
        "the first two bytes of gzip", "printf '\\037\\213' > in", 1,
        "the gzip data are cut short after 2 bytes; expected a whole file"
      ),
      (
        "zstd that is cut short", "zstd -qc text | head -c 2000 > in", nil,
        "the zstd data are cut short after 2000 bytes; expected a whole file"
      ),
      (
        "gzip with another checksum", "gzip -c text > a; (head -c -8 a; printf 'abcdefgh') > in", 20_001,
        "found a fault in the gzip data after byte"
      ),
      (
        "zstd with another checksum", "zstd -qc --check text > a; (head -c -4 a; printf abcd) > in", nil,
        "found a fault in the zstd data after byte"
      ),
      (
        "gzip that is something else from the tenth byte on",
        "gzip -nc text > a; (head -c 10 a; tr l '\\377' < text) > in", 1,
        "found a fault in the gzip data after byte"
      ),
      (
        "gzip followed by a line", "(gzip -c text; echo more) > in", 20_001,
        "other bytes follow; expected a whole gzip file"
      ),
      (
        "gzip followed by zeros and a line", "(gzip -c text; printf '\\0\\0more') > in", 20_001,
        "other bytes follow; expected a whole gzip file"
      ),
      (
        "zstd followed by a line", "(zstd -qc text; echo more) > in", 20_001,
        "found a fault in the zstd data after byte"
      ),
      (
        "zstd that looks too far back",
        "cat text text | zstd -qc --long=27 --no-check > a; python3 -c \"b=bytearray(open('a','rb').read()); b[4] &= 0x1f; b[5] = 0x88; open('in','wb').write(b)\"",
        1,
        "the zstd data need too much memory; expected a window of at most 8 MB, as without --ultra and --long"
      ),
    ] as [(String, String, Int?, String)])
  func broken(what: String, commands: String, line: Int?, message: String) throws {
    let file = try unpack(commands)
    let fault = try #require(file.fault)
    #expect(fault.status == .dataError)
    #expect(fault.messages.count == 1 && fault.messages[0].contains(message), "\(fault.messages)")
    #expect(UnpackingTests.text.hasPrefix(file.text))
    // The place is right after the last unpacked byte.
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = "/in:\(lines.count):\(lines.last!.utf8.count + 1): error: "
    #expect(fault.messages[0].contains(place), "\(fault.messages), \(place)")
    if let line { #expect(lines.count == line) }
  }

  @Test("reads most of a truncated file", arguments: ["gzip -c", "zstd -qc"])
  func half(command: String) throws {
    let file = try unpack("\(command) text > a; head -c $(($(stat -c %s a) * 9 / 10)) a > in")
    #expect(file.text.utf8.count > UnpackingTests.text.utf8.count / 2 && file.fault != nil)
  }

  @Test("unpacks no more than the limit", arguments: ["gzip", "zstd -q"])
  func limits(command: String) throws {
    let zeros = "head -c 3000000 /dev/zero | \(command) -c > in"
    var limits = UnpackingLimits()
    #expect(try unpack(zeros, limits).fault == nil, "few bytes may be as many times more as they like")
    limits = UnpackingLimits()
    limits.free = 1_000_000
    let ratio = try unpack(zeros, limits)
    #expect(
      ratio.fault?.messages[0].contains("expand suspiciously; expected at most 250 times their size") == true
    )
    #expect(ratio.text.utf8.count <= 1_000_000)
    // Used limits include what was unpacked before.
    func fresh(size: Int64) -> UnpackingLimits {
      var limits = UnpackingLimits()
      (limits.free, limits.ratio, limits.size) = (1_000_000, 100_000, size)
      return limits
    }
    limits = fresh(size: 6_000_000)
    #expect(try unpack(zeros, limits).fault == nil)
    #expect(try unpack(zeros, limits).fault == nil)
    let third = try unpack("head -c 1 /dev/zero | \(command) -c > in", limits)
    #expect(
      third.fault?.messages[0].contains("expand too much with the inputs before; expected at most 6000000 bytes")
        == true)
    limits = fresh(size: 2_999_999)
    let size = try unpack(zeros, limits)
    #expect(size.fault?.messages[0].contains("expand too much; expected at most 2999999 bytes") == true)
    limits = fresh(size: 3_000_000)
    #expect(try unpack(zeros, limits).fault == nil)
  }

  @Test("any number of inputs share one temporary file")
  func shared() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var last: InputFile?
    var files: [InputFile] = []
    for number in 0..<50 {
      try Shell.run("echo \(number) | \(number % 2 == 0 ? "gzip" : "zstd -q") -c > \(number)", in: folder)
      let file = try InputFile.open(folder.appending(path: "\(number)").path, format: .json).unpacked(after: last)
      if let last { #expect(last.copy === file.copy) }
      last = file
      files.append(file)
    }
    for (number, file) in files.enumerated() {
      var bytes: [UInt8] = []
      #expect(try file.append(upTo: 100, from: 0, to: &bytes) == file.size)
      #expect(bytes == Array("\(number)\n".utf8))
      #expect(try file.append(upTo: 100, from: file.size, to: &bytes) == 0)
    }
  }
}
