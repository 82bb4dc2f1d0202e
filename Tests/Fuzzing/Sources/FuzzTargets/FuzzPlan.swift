import Bytes
import Diagnostics
import Formats
import PlanFiles
import PlanModel
import System

/// Fuzzes a folder of plan files: `plan.ndjson`, then, separated by lines with only `%%`, `accounts.ndjson`, `actions.ndjson` and
/// `summary.json`. What is read must be the same after writing and reading it again.
enum FuzzPlan {
  static let names = ["plan.ndjson", "accounts.ndjson", "actions.ndjson", "summary.json"]
  private static let separator = Array("\n%%\n".utf8)

  static func run(_ bytes: [UInt8]) {
    let folder = "\(OpenFile.temporaryFolder)/tickler-fuzz-\(Machine.milliseconds)-\(UInt32.random(in: 0 ... .max))"
    guard (try? Folder.make(folder)) != nil else { preconditionFailure("no folder to work in") }
    defer { Folder.remove(folder) }
    guard let once = rewritten(parts(of: bytes), folder) else { return }
    guard let twice = rewritten(once, folder) else { preconditionFailure("what was written is not read") }
    precondition(once == twice, "what was written is read as something else")
  }

  private static func parts(of bytes: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var index = 0
    while index < bytes.count {
      if parts.count < names.count, bytes[index...].starts(with: separator) {
        parts[parts.count - 1].append(UInt8(ascii: "\n"))
        parts.append([])
        index += separator.count
      } else {
        parts[parts.count - 1].append(bytes[index])
        index += 1
      }
    }
    return parts
  }

  /// Returns the first three files as written from what was read; nil if they are rejected.
  private static func rewritten(_ parts: [[UInt8]], _ folder: String) -> [[UInt8]]? {
    do throws(RunFault) {
      for (name, bytes) in zip(names, parts) { try write(bytes, "\(folder)/\(name)") }
      let plan = try PlanFolder(folder, zones: nil)
      var (lines, details, actions) = (WrittenBytes(), WrittenBytes(), WrittenBytes())
      var planWriter = PlanWriter()
      var accountWriter = AccountWriter()
      var actionWriter = ActionWriter()
      try plan.forEachAccount { (gone) throws(RunFault) in
        accountWriter.append(gone, to: &details)
      } _: { (account) throws(RunFault) in
        planWriter.append(account, to: &lines)
        accountWriter.append(account, to: &details)
        actionWriter.append(account, to: &actions)
      }
      var written = [PlanWriter.header(plan.header).array + lines.array]
      if parts.count > 1 { written.append(AccountWriter.header(plan.header).array + details.array) }
      if parts.count > 2 { written.append(actions.array) }
      return written
    } catch {
      precondition(!error.messages.isEmpty, "a fault without words")
      return nil
    }
  }

  private static func write(_ bytes: [UInt8], _ path: String) throws(RunFault) {
    do throws(SystemError) {
      let file = try OpenFile(path, for: .writing)
      try file.write(bytes.span)
      try file.close()
    } catch {
      preconditionFailure("\(path) cannot be written: \(error.words)")
    }
  }
}
