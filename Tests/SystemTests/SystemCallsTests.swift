import Foundation
import System
import Testing

/// Tests calls on files and folders, and the system's messages on failure.
@Suite struct SystemCallsTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("calls-\(UUID().uuidString)").path

  struct Pair: AnyBits, Equatable {
    var a: Int64
    var b: UInt32
    var c: UInt32
  }

  @Test func whatIsWrittenIsRead() throws {
    let file = try OpenFile.temporary()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try file.write(bytes.span)
    try file.write("".utf8Span.span)
    #expect(try file.identity().size == 300_000)
    var read: [UInt8] = [1, 2]
    #expect(try file.append(upTo: 299_999, from: 1, to: &read) == 299_999)
    #expect(read == [1, 2] + bytes[1...])
    #expect(try file.append(upTo: 10, from: 299_995, to: &read) == 5)
    #expect(try file.append(upTo: 10, from: 300_000, to: &read) == 0)
    #expect(try file.append(upTo: 0, from: 0, to: &read) == 0)
    #expect(read.count == 2 + 299_999 + 5)
    #expect(throws: SystemError.self) { try file.append(upTo: 10, from: -1, to: &read) }
  }

  @Test func elementsComeBackByTheirNumbers() throws {
    let file = try OpenFile.temporary()
    let pairs = (0..<1000).map { Pair(a: Int64($0) << 40 | -1 & 0xff, b: .max - $0, c: $0) }
    try file.write(elements: pairs)
    var read: [Pair] = []
    #expect(try file.read(3, from: 997, into: &read))
    #expect(read == Array(pairs[997...]))
    #expect(try file.read(0, from: 0, into: &read))
    #expect(read == [])
    #expect(try !file.read(2, from: 999, into: &read))
    #expect(read == [])
  }

  @Test func filesAreReadInTheirOrder() throws {
    #expect(try Folder.make(folder) == [folder])
    defer { Folder.remove(folder) }
    let file = try OpenFile("\(folder)/a", for: .writing)
    try file.write("twelve bytes".utf8Span.span)
    try file.synchronize()
    try file.close()
    let copy = try OpenFile("\(folder)/a", for: .reading)
    var bytes: [UInt8] = []
    while try copy.appendNext(upTo: 5, to: &bytes) > 0 {}
    #expect(String(decoding: bytes, as: UTF8.self) == "twelve bytes")
  }

  @Test func foldersAndPaths() throws {
    #expect(try Folder.make("\(folder)/b/c") == [folder, "\(folder)/b", "\(folder)/b/c"])
    #expect(try Folder.make("\(folder)/b/c") == [])
    defer { Folder.remove(folder) }
    for name in ["z", "ä", ".hidden", "a"] { _ = try OpenFile("\(folder)/\(name)", for: .writing) }
    #expect(try Folder.names(in: folder) == [".hidden", "a", "b", "z", "ä"])
    #expect(throws: SystemError.absence) { try Folder.names(in: "\(folder)/none") }
    #expect(
      try Path.kind(folder) == .folder && Path.kind("\(folder)/a") == .regular && Path.kind("\(folder)/none") == nil)
    #expect(Path.link("\(folder)/a", to: "\(folder)/d") && !Path.link("\(folder)/none", to: "\(folder)/e"))
    try Path.move("\(folder)/d", to: "\(folder)/b/d")
    #expect(try Folder.names(in: "\(folder)/b") == ["c", "d"])
    #expect(throws: SystemError.self) { try Folder.makeNew("\(folder)/b") }
    Folder.removeEmpty("\(folder)/b")
    #expect(try Path.kind("\(folder)/b") == .folder)
    Folder.remove("\(folder)/b")
    #expect(try Folder.names(in: folder) == [".hidden", "a", "z", "ä"])
    Folder.remove("\(folder)/none")
    #expect(Path.target(ofLink: "/proc/self/exe")?.hasPrefix("/") == true)
    #expect(Path.target(ofLink: "\(folder)/a") == nil)
  }

  @Test func namesBelowAFolderFollowNoLink() throws {
    for name in ["in/a", "out/kept"] { _ = try Folder.make("\(folder)/\(name)") }
    defer { Folder.remove(folder) }
    for name in ["in/a/file", "in/file", "out/file"] { try Path.write(name, to: "\(folder)/\(name)") }
    for name in ["in/link", "in/a/link"] { try Path.makeLink("\(folder)/\(name)", to: "\(folder)/out") }
    let inner = try OpenFile("\(folder)/in", for: .folder)
    #expect(try inner.kind(of: "a/file") == .regular && inner.kind(of: "a") == .folder && inner.kind(of: "b/c") == nil)
    #expect(try inner.kind(of: "link") == .other)
    for path in ["link/file", "a/link/file", "file/x"] {
      #expect(throws: SystemError.noFolder, "\(path)") { try inner.kind(of: path) }
      #expect(throws: SystemError.noFolder, "\(path)") { try inner.move(path, to: "moved") }
      #expect(throws: SystemError.noFolder, "\(path)") { try inner.move("file", to: path) }
      #expect(throws: SystemError.noFolder, "\(path)") { try inner.makeFolder(path) }
      #expect(!inner.link("file", to: path))
      inner.remove(path)
    }
    for path in ["", "/", "..", "../out/file", "a/../file", "a//file", "a/", "./file", "\(folder)/out/file"] {
      #expect(throws: SystemError.self, "\(path)") { try inner.move("file", to: path) }
      inner.remove(path)
    }
    try inner.move("a/file", to: "moved")
    #expect(try Folder.names(in: "\(folder)/in") == ["a", "file", "link", "moved"])
    // What a link in a removed folder leads to stays.
    inner.remove("a")
    Folder.remove("\(folder)/in/link")
    #expect(try Folder.names(in: "\(folder)/in") == ["file", "moved"])
    #expect(try Folder.names(in: "\(folder)/out") == ["file", "kept"])
  }

  @Test func aFileIsReadUpToALimit() throws {
    let path = "\(folder).large"
    defer { Folder.remove(path) }
    try Path.write("twelve bytes", to: path)
    #expect(try Path.contents(of: path, for: .named).count == 12)
    #expect(try Path.beginning(of: path, 3, for: .listed) == Array("twe".utf8))
    #expect(truncate(path, 1 << 40) == 0)
    #expect(throws: SystemError.tooLarge) { try Path.contents(of: path, for: .named) }
    #expect(SystemError.tooLarge.words == "it is larger than 64 MB")
  }

  @Test func faultsAreToldInWords() throws {
    let fault = #expect(throws: SystemError.self) { try OpenFile("\(folder)/none", for: .reading) }
    #expect(fault?.words == "No such file or directory")
    #expect(throws: SystemError.self) { try OpenFile("/dev/null", for: .folder) }
    // Only a file is allowed here.
    for use in [OpenFile.Use.inspecting, .readingOwn, .writing, .appending] {
      for path in ["/dev/full", "/dev"] {
        #expect(throws: SystemError.noFile, "\(use) of \(path)") { try OpenFile(path, for: use) }
      }
    }
    #expect(throws: SystemError.noFile) { try OpenFile("/dev/zero", for: .named) }
    #expect(throws: SystemError.noFile) { try OpenFile("/dev/zero", for: .listed) }
    let null = try OpenFile("/dev/null", for: .reading)
    #expect(try null.identity().kind == .other)
    #expect(!null.isTerminal && null.terminalColumns == nil)
    #expect(throws: SystemError.self) { try null.write(elements: [Pair(a: 1, b: 2, c: 3)]) }
  }

  @Test func onlyOneHoldsALock() throws {
    _ = try Folder.make(folder)
    defer { Folder.remove(folder) }
    var first: OpenFile? = try OpenFile(folder, for: .folder)
    let second = try OpenFile(folder, for: .folder)
    #expect(try first?.lock() == true)
    #expect(try !second.lock())
    first = nil
    #expect(try second.lock())
  }
}
