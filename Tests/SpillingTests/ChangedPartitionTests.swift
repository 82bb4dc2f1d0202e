import Diagnostics
import Formats
import Foundation
import Resolving
import Spilling
import TestSupport
import Testing

@Suite struct ChangedPartitionTests {
  @Test("a file that changes after its lines were copied gives no hash of other bytes", arguments: [nil, 0..<200])
  func changed(range: Range<Int64>?) throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "in.ndjson")
    let account = #"{"account":{"id":"a","timeZone":"UTC"}}"# + "\n"
    let text = #"{"format":"tickler-export/1","app":"focusflow"}"# + "\n" + account
    let names = Schema.shipped.names
    func survey(_ change: String) throws -> String {
      try Data(text.utf8).write(to: url)
      let part = try Partition.of(try InputDiscovery.file(url.path), range, app: nil, names: names, isHashed: true)
      if !change.isEmpty { try Data((text + change).utf8).write(to: url) }
      return try Survey.survey(part, index: 0, names: names) { _ in }.sha256
    }
    #expect(try survey("").count == 64)
    let fault = #expect(throws: RunFault.self) { _ = try survey(account) }
    #expect(fault?.status == .ioError && fault?.messages.first?.contains("has changed while") == true)
  }
}
