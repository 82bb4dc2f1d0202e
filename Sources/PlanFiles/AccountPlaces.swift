import Bytes
import Diagnostics
import Formats
import PlanModel
import System

/// Locates single accounts of a plan with `marks.ndjson`, without reading the plan.
///
/// A plan of a million accounts has 200 MB of marks, so lines are not parsed. Each line is compared with the prefixes
/// of the requested accounts, and its sizes are added up. That takes a tenth of a second and one block of memory.
struct AccountPlaces {
  struct Place {
    var plan: Range<Int64>
    var details: Range<Int64>
    var actions: Range<Int64>
  }

  private static let blockSize = 1 << 20

  /// The line prefix of each requested account.
  private let wanted: [[UInt8]]
  /// The offsets of the next account's lines.
  private var (plan, details, actions): (Int64, Int64, Int64)
  private(set) var found: [Place] = []

  /// - Returns: nil if the folder has no marks of this plan, or they are damaged.
  init?(of keys: [StableHash], in folder: PlanFolder) throws(FatalInput) {
    guard try Folder.exists(folder.path), let accounts = folder.accounts, let start = try folder.details()?.offset,
      let file = try InputFile.planFile("\(folder.path)/\(PlanMark.fileName)")
    else { return nil }
    wanted = keys.map { Array("{\"account\":\"\($0.hexadecimal)\"".utf8) }
    (plan, details, actions) = (try folder.planLines().offset, start, 0)
    var lines = LineReader(file)
    do throws(FatalInput) {
      guard let head: MarksHead = try lines.next(), head.plan == MarksHead(folder.header).plan else { return nil }
    } catch {
      if error.status == .dataError { return nil }
      throw error
    }
    var (block, offset): ([UInt8], Int64) = ([], lines.offset)
    while true {
      let count = try file.append(upTo: AccountPlaces.blockSize, from: offset, to: &block)
      offset += Int64(count)
      let read = take(linesOf: block.span)
      block.removeFirst(read)
      if count == 0 { break }
    }
    // The rest is the last line, which holds the hash of the marks.
    guard plan == folder.plan.size, details == accounts.size, actions == folder.actions?.size ?? 0 else { return nil }
  }

  /// - Returns: The number of bytes in the complete marks at the beginning.
  private mutating func take(linesOf bytes: Span<UInt8>) -> Int {
    var start = 0
    while start < bytes.count {
      guard let mark = MarkSizes(bytes, at: start), mark.end < bytes.count else { return start }
      let (plan, details, actions) = (plan, details, actions)
      self.plan += mark.plan
      self.details += mark.details
      self.actions += mark.actions
      for wanted in wanted where bytes.extracting(start..<start + wanted.count).equals(wanted.span) {
        found.append(Place(plan: plan..<self.plan, details: details..<self.details, actions: actions..<self.actions))
      }
      start = mark.end + 1
    }
    return start
  }
}

/// The sizes in a line written by ``PlanMark``, without its account, fingerprint and sequences.
private struct MarkSizes {
  var (plan, details, actions): (Int64, Int64, Int64) = (0, 0, 0)
  /// The index of the line break.
  var end: Int

  /// - Returns: nil if the line is not a mark or is incomplete.
  init?(_ bytes: Span<UInt8>, at start: Int) {
    var index = start + 45
    func skips(_ name: StaticString) -> Bool {
      let end = index + name.utf8CodeUnitCount
      guard end <= bytes.count, name.isSpelled(bytes.extracting(index..<end)) else { return false }
      index = end
      return true
    }
    func number() -> Int64 {
      var number: Int64 = 0
      while index < bytes.count, bytes[index] &- 48 < 10 {
        number = number &* 10 &+ Int64(bytes[index] &- 48)
        index += 1
      }
      return number
    }
    if skips(",\"device\":\"") { index += 33 }
    if skips(",\"fingerprint\":\"") { index += 33 }
    guard skips(",\"decisions\":") else { return nil }
    _ = number()
    guard skips(",\"planBytes\":") else { return nil }
    plan = number()
    guard skips(",\"accountBytes\":") else { return nil }
    details = number()
    if skips(",\"actionBytes\":") { actions = number() }
    end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index)
  }
}
