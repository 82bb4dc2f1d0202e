import Bytes
import Diagnostics
import Formats
import PlanModel
import System

/// Locates single accounts of a plan with `sizes.ndjson`, without reading the plan.
///
/// A plan of a million accounts has 110 MB of sizes, so lines are not parsed. Each line is compared with the prefixes
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

  /// - Returns: nil if the folder has no sizes of this plan, or they are damaged.
  init?(of keys: [StableHash], in folder: PlanFolder) throws(RunFault) {
    guard try Folder.exists(folder.path), let accounts = folder.accounts, let start = try folder.details()?.offset,
      let file = try InputFile.planFile("\(folder.path)/\(AccountSizes.fileName)")
    else { return nil }
    wanted = keys.map { Array("{\"account\":\"\($0.hexadecimal)\"".utf8) }
    (plan, details, actions) = (try folder.planLines().offset, start, 0)
    var lines = LineReader(file)
    do throws(RunFault) {
      guard let head: SizesHead = try lines.next(), head.plan == SizesHead(folder.header).plan else { return nil }
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
    guard block.isEmpty, plan == folder.plan.size, details == accounts.size, actions == folder.actions?.size ?? 0 else {
      return nil
    }
  }

  /// - Returns: The number of bytes in the complete lines at the beginning.
  private mutating func take(linesOf bytes: Span<UInt8>) -> Int {
    var start = 0
    while start < bytes.count {
      guard let sizes = LineSizes(bytes, at: start), sizes.end < bytes.count else { return start }
      let (plan, details, actions) = (plan, details, actions)
      self.plan += sizes.plan
      self.details += sizes.details
      self.actions += sizes.actions
      for wanted in wanted where bytes.extracting(start..<start + wanted.count).equals(wanted.span) {
        found.append(Place(plan: plan..<self.plan, details: details..<self.details, actions: actions..<self.actions))
      }
      start = sizes.end + 1
    }
    return start
  }
}

/// The sizes in a line written by ``AccountSizes``, without its account.
private struct LineSizes {
  var (plan, details, actions): (Int64, Int64, Int64) = (0, 0, 0)
  /// The index of the line break.
  var end: Int

  /// - Returns: nil if the line is malformed or incomplete.
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
    guard skips(",\"planBytes\":") else { return nil }
    plan = number()
    guard skips(",\"accountBytes\":") else { return nil }
    details = number()
    if skips(",\"actionBytes\":") { actions = number() }
    end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index)
  }
}
