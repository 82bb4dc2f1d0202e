import CivilTime
import Diagnostics
import ExportReading
import PlanModel
import Reporting
import SystemFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A plan that a run wrote: `plan.ndjson`, and beside it, where they are there, `actions.ndjson`, `accounts.ndjson` and
/// `summary.json`, without which less is known of each account.
package final class PlanFolder: Sendable {
  /// As it was named.
  package let path: String
  package let header: RunHeader
  package let remarks: PlanRemarks
  let plan: InputFile
  let actions: InputFile?
  let accounts: InputFile?
  let builder: AccountPlanBuilder

  /// - Parameters:
  ///   - path: A plan's folder, or a `plan.ndjson`.
  ///   - zones: Where zones are taken from that the plan itself does not describe.
  package init(_ path: String, zones: ZoneDatabase?) throws(FatalInput) {
    self.path = path
    let isFolder = Folder.exists(path)
    let folder = isFolder ? path : path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    if isFolder, access("\(path)/plan.ndjson", F_OK) != 0 {
      throw FatalInput(
        .noInput,
        "there is no plan.ndjson in \(path); tickler plan --out \(path) writes one, unless --emit leaves it out")
    }
    plan = try InputFile.open(isFolder ? "\(path)/plan.ndjson" : path, format: .ndjson)
    actions = try PlanFolder.open("\(folder)/actions.ndjson")
    accounts = try PlanFolder.open("\(folder)/accounts.ndjson")
    var lines = LineReader(plan)
    guard var header = try lines.next({ bytes, line in try RunHeader(try JSONValue(bytes, line: line)) }) else {
      throw FatalInput(.dataError, "\(plan.name) is empty; expected a tickler plan")
    }
    var summary = JSONValue.null
    if let file = try PlanFolder.open("\(folder)/summary.json") {
      summary = try PlanFolder.whole(file)
    }
    remarks = PlanRemarks(summary, header)
    header.command = remarks.command
    self.header = header
    builder = AccountPlanBuilder(header, summary: summary, zones: zones)
  }

  private static func open(_ path: String) throws(FatalInput) -> InputFile? {
    guard access(path, F_OK) == 0 else { return nil }
    return try InputFile.open(path, format: .ndjson)
  }

  private static func whole(_ file: InputFile) throws(FatalInput) -> JSONValue {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, Int(file.size)), alignment: 16)
    defer { buffer.deallocate() }
    let count = try file.read(at: 0, count: Int(file.size), into: buffer)
    do throws(JSONFault) {
      return try JSONValue(UnsafeRawBufferPointer(start: buffer, count: count).bindMemory(to: UInt8.self))
    } catch {
      throw FatalInput(error.diagnostic(file: file.name))
    }
  }

  /// Every account in the plan's order, with its decisions and actions.
  package func forEachAccount(_ body: (AccountPlan) throws(FatalInput) -> Void) throws(FatalInput) {
    var reader = try AccountReader(self)
    while let plan = try reader.next() { try body(plan) }
  }

  /// The first account with this id; nil where the plan has none.
  package func account(_ id: AccountID) throws(FatalInput) -> AccountPlan? {
    var reader = try AccountReader(self)
    while let plan = try reader.next(where: { $0 == id }) {
      if plan.account.id == id { return plan }
    }
    return nil
  }
}
