import Bytes
import Diagnostics
import Dispatch
import Formats
import PlanModel
import Synchronization

/// The check that a folder's lines may be copied: `plan.ndjson` and `actions.ndjson` have the lines of the accounts in
/// `accounts.ndjson`, in order, each a JSON object, and nothing else.
///
/// It runs on another thread, since copying half a gigabyte takes no longer than the check.
package final class LineCheck: Sendable {
  private let group = DispatchGroup()
  private let fault = Mutex<RunFault?>(nil)

  package init(_ folder: PlanFolder) {
    DispatchQueue.global().async(group: group) { [self] in
      do throws(RunFault) {
        try LineCheck.check(folder)
      } catch {
        fault.withLock { $0 = error }
      }
    }
  }

  package func finish() throws(RunFault) {
    group.wait()
    if let fault = fault.withLock({ $0 }) { throw fault }
  }

  private static func check(_ folder: PlanFolder) throws(RunFault) {
    var (plan, actions) = (try folder.planLines(), folder.actions.map { LineReader($0) })
    guard var details = try folder.details() else { return }
    while let account: AccountLine = try details.next(omitting: "facts") {
      let owner = OwnerPrefix(account)
      try plan.pass(account.decisions, of: owner)
      try actions?.pass(account.actions, of: owner)
    }
    try plan.requireEnd()
    try actions?.requireEnd()
  }
}

/// The bytes with which the lines of an account begin.
private struct OwnerPrefix {
  private let text: [UInt8]
  private let hasDevice: Bool

  init(_ account: AccountLine) {
    var out = ByteWriter()
    out.append("{\"account\":")
    out.append(json: account.account.text)
    out.append(",\"app\":")
    out.append(json: account.app)
    if let device = account.device {
      out.append(",\"device\":")
      out.append(json: device.text)
    }
    text = WrittenBytes(out).array
    hasDevice = account.device != nil
  }

  func begins(_ line: Span<UInt8>) -> Bool {
    guard line.count > text.count, line.extracting(0..<text.count).equals(text.span) else { return false }
    let device: StaticString = ",\"device\":"
    let end = text.count + device.utf8CodeUnitCount
    return hasDevice || line.count < end || !device.isSpelled(line.extracting(text.count..<end))
  }
}

extension LineReader {
  /// Checks that the next lines are JSON objects of one account.
  fileprivate mutating func pass(_ count: Int, of owner: OwnerPrefix) throws(RunFault) {
    for _ in 0..<count {
      var (isOwned, fault): (Bool, JSONFault?) = (false, nil)
      let number = line + 1
      let isLine = try nextLine { line in
        isOwned = owner.begins(line)
        if isOwned { fault = JSONReader.fault(inObject: line, line: number) }
      }
      guard isLine, isOwned else { throw mismatch }
      if let fault { throw RunFault(fault.diagnostic(file: file.name)) }
    }
  }

  /// Checks that no line follows.
  mutating func requireEnd() throws(RunFault) {
    if try nextLine() { throw mismatch }
  }
}

extension JSONReader {
  /// Returns the fault in a line that begins with `{`; nil if it is one object.
  fileprivate static func fault(inObject bytes: Span<UInt8>, line: Int) -> JSONFault? {
    var reader = JSONReader(line: line, stringLimit: bytes.count)
    do throws(JSONFault) {
      _ = try reader.next(in: bytes)
      _ = try reader.skip(to: 0, in: bytes)
      if try reader.next(in: bytes) == .end { return nil }
      return JSONFault(
        .missingLineBreak, at: Place(line: line, column: reader.column(of: reader.position)), expected: "one line each")
    } catch {
      return error
    }
  }
}
