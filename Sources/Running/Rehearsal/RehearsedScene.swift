import CivilTime
import Diagnostics
import Formats
import PlanModel
import Rehearsing
import Resolving
import System

/// The state that all tasks of a rehearsal share: the exports over time, the moves, and the devices' tz rules.
struct RehearsedScene: Sendable {
  struct Export: Sendable {
    /// The instant from which the export's accounts are in force.
    let start: Instant
    let sources: Sources
    let chunks: [Chunk]
    /// The chunk of each account; empty if there is only one export.
    var chunkOf: [AccountName: Int] = [:]
  }

  let options: PlanOptions
  let question: RehearseRun.Question
  /// The exports, ordered by start.
  let exports: [Export]
  /// The moves, ordered by instant.
  let travel: [Account.ZoneChange]
  let end: Instant
  private let deviceZones: ZoneDatabase?

  init(_ options: PlanOptions, _ question: RehearseRun.Question) throws(RunFault) {
    (self.options, self.question) = (options, question)
    let later = question.later.sorted { $0.at < $1.at }
    if let first = later.first, first.at <= options.now {
      throw RunFault(.usage, "--next takes an instant after --now, not \(first.at)")
    }
    var exports: [Export] = []
    for (start, path) in [(options.now, nil)] + later.map({ ($0.at, Optional($0.path)) }) {
      var options = options
      if let path { options.paths = [path] }
      let sources = try Sources.read(options)
      var export = Export(start: start, sources: sources, chunks: Array(sources.chunks))
      if !later.isEmpty {
        var reader = ChunkReader(context: sources.context, roster: sources.roster)
        for (number, chunk) in export.chunks.enumerated() {
          try reader.forEachAccount(in: chunk) { (account: Shared<Account>, _) throws(RunFault) in
            export.chunkOf[account.value.owner] = number
          }
        }
      }
      exports.append(export)
    }
    self.exports = exports
    var travel: [Account.ZoneChange] = []
    for move in question.travel {
      travel.append(Account.ZoneChange(at: move.at, zone: try SimulateRun.zone(move.zone, exports[0].sources)))
    }
    self.travel = travel.sorted { $0.at < $1.at }
    end = options.now.advanced(bySeconds: Int64(question.nights) * 86_400)
    deviceZones = try question.deviceZoneinfo.map { path throws(RunFault) in
      guard let zones = try ZoneDatabase.open(path) else {
        throw RunFault(.noInput, "\(path) has no tz database (--device-zoneinfo)")
      }
      return zones
    }
  }

  /// An empty rehearsal with this setup.
  var rehearsal: Rehearsal {
    var rehearsal = Rehearsal(now: options.now, nights: question.nights, regime: question.regime)
    rehearsal.tzdata = exports[0].sources.zones.version
    rehearsal.deviceTzdata = deviceZones?.version
    if question.missShare > 0 { rehearsal.miss = (question.missShare, question.seed) }
    rehearsal.travel = travel.map { ($0.at, $0.zone.name) }
    rehearsal.gap = question.gap
    rehearsal.later = exports.dropFirst().map { export in
      (export.start, export.sources.disclosure.input(export.sources.inputs.first?.file.path ?? ""))
    }
    return rehearsal
  }

  /// The instants at which an ideal plan is made: every night, and whenever accounts or clocks change.
  var steps: [Instant] {
    let nights = (0..<question.nights).map { options.now.advanced(bySeconds: Int64($0) * 86_400) }
    let others = exports.map(\.start) + travel.map(\.at)
    return Set(nights + others.filter { $0 > options.now && $0 < end }).sorted()
  }

  /// Returns the number of the night that starts at an instant; `nil` if none does.
  func night(at instant: Instant) -> Int? {
    let seconds = instant.epochSeconds - options.now.epochSeconds
    return seconds % 86_400 == 0 ? Int(seconds / 86_400) : nil
  }

  /// Returns the nights on which an account's device is not planned.
  func missedNights(_ name: AccountName) throws(RunFault) -> Set<Int> {
    if question.missShare <= 0 { return [] }
    var missed: Set<Int> = []
    for night in 1..<max(2, question.nights) {
      let text = "\(question.seed)/\(name.app ?? "")/\(name.id)/\(name.deviceOrEmpty)/\(night)"
      let number = try SHA256.digest(of: Array(text.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      if Double(number) / 18_446_744_073_709_551_616 < question.missShare { missed.insert(night) }
    }
    return missed
  }

  func clock(_ account: Account) -> DeviceClock {
    let zones = exports[0].sources.zones
    let find: @Sendable (String) -> Zone? = { [deviceZones] name in
      (try? deviceZones?.zone(named: name)) ?? (try? zones.zone(named: name))
    }
    let range = ZoneTimeline.range(now: options.now, days: question.nights)
    let timeline = ZoneTimeline(
      zone: find(account.zone.name) ?? account.zone,
      changes: (account.zoneChanges + travel).map { ($0.at, find($0.zone.name) ?? $0.zone) }, range: range)
    return DeviceClock(timeline, gap: question.gap, zone: find)
  }
}

extension Account {
  /// The account's name without a device.
  var owner: AccountName { AccountName(id, app: app, nil) }
}
