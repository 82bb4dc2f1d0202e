import CivilTime
import Diagnostics
import Formats
import PlanModel
import Planning
import Resolving
import Spilling
import System

/// Fuzzes exports from bytes to accounts. Accounts and diagnostics must not depend on the size of the chunks.
enum FuzzExport {
  static func run(_ bytes: [UInt8], _ format: InputFile.Format) {
    let whole = outcome(bytes, format, chunkSize: Chunk.targetSize)
    let pieces = outcome(bytes, format, chunkSize: 1)
    precondition(
      whole == pieces,
      """
      chunks of another size make another outcome
      whole: \(whole.filter { !pieces.contains($0) })
      small: \(pieces.filter { !whole.contains($0) })
      """)
  }

  /// Returns the diagnostics and accounts, in order.
  static func outcome(_ bytes: [UInt8], _ format: InputFile.Format, chunkSize: Int64) -> [String] {
    do throws(RunFault) {
      return try read(bytes, format, chunkSize: chunkSize)
    } catch {
      return error.messages
    }
  }

  private static func read(
    _ bytes: [UInt8], _ format: InputFile.Format, chunkSize: Int64
  ) throws(RunFault) -> [String] {
    let copy = try OpenFile.temporaryOrFault()
    do throws(SystemError) {
      try copy.write(bytes.span)
    } catch {
      preconditionFailure("the temporary file cannot be written")
    }
    let file = InputFile(name: "in", format: format, file: copy, size: Int64(bytes.count))
    var roster = Roster(room: Roster.Room(bytes: 1 << 20))
    var inputs = [
      try Survey.survey(file, index: 0, names: Schema.shipped.names, chunkSize: chunkSize) {
        (sketch: RecordSketch) throws(RunFault) in try roster.add(sketch, input: 0)
      }
    ]
    try roster.settle(&inputs)
    let context = ResolvingContext(zones: zones, policies: ["all": everything], inputs: inputs)
    var reader = ChunkReader(context: context, roster: roster)
    var reported = inputs[0].warnings.map(\.description)
    var accepted: [String] = []
    // A reader reports an unknown field once a chunk, a run once an input.
    var unknown: Set<String> = []
    for chunk in inputs.flatMap(\.chunks) {
      var names: [String] = []
      try reader.forEachAccount(in: chunk) { account, _ in
        names.append("\(account.value.app) \(account.value.id.text) \(account.value.settingsHash.hexadecimal)")
      }
      accepted += names
      let report = reader.takeReport()
      reported += report.diagnostics.filter { $0.code != .unknownField || unknown.insert($0.field ?? "").inserted }
        .map(\.description)
    }
    return reported + accepted
  }

  /// A policy with every kind.
  private static let everything: Policy = {
    var policy = Policy(app: "all", name: "All", file: "all.toml", sha256: "")
    for kind in Kinds.catalog.kinds {
      policy.set(Policy.KindSettings(kind, identifiers: ["default": IdentifierPattern(literal: kind.kind.name)]))
    }
    return policy
  }()

  /// UTC, under three names.
  private static let zones: ZoneDatabase = {
    let database = try? ZoneDatabase(path: "memory") { name, _ in
      ["UTC", "Etc/UTC", "Europe/Berlin"].contains(name) ? utc : nil
    }
    return database!
  }()

  /// A TZif file of version 2 with one type.
  private static let utc: [UInt8] = {
    let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
    let block =
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts + [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
    return block + block + Array("\nUTC0\n".utf8)
  }()
}
