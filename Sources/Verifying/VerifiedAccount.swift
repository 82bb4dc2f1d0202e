import CivilTime
import PlanFiles
import PlanModel

/// The content of a plan's folder for one account, with line numbers.
struct VerifiedAccount {
  var name: AccountName
  /// Its line of `accounts.ndjson`; nil if the file or the line is missing.
  var details: AccountLine?
  var detailsLine = 0
  /// Its lines of `plan.ndjson`.
  var lines: [Shared<PlanLine>] = []
  var firstLine = 0
  /// Its lines of `actions.ndjson`; nil without the file.
  var actions: [Shared<ActionLine>]?
  var firstAction = 0

  var app: String { name.app ?? "" }

  var words: String {
    "account \(AccountName(name.id, app: nil, name.device)) of \(app.quotedForDiagnostic)"
  }

  /// The `now` of the earlier plan that is kept; nil if the account was planned.
  var stale: Instant? { details?.stale ?? lines.first?.stale }

  func line(_ index: Int) -> Int { firstLine + index }

  /// The lines that the device holds.
  var undropped: [Int] { lines.indices.filter { lines[$0].outcome != .dropped } }
}

extension PlanLine {
  /// Whether it goes out at an instant, in the window or after it.
  var isTimed: Bool { outcome == .scheduled || outcome == .ahead }

  /// Whether it is an occurrence of a repeating request: its request id is the identifier alone, but its `uid` has a
  /// date.
  var repeats: Bool {
    guard let request, uid.date != nil else { return false }
    return request.part(of: notification) != .once
  }
}

final class VerifiedClock {
  private let stays: [AccountLine.Stay]
  private let zones: ZoneTable
  /// The last zone looked up, which nearly every line repeats: looking each one up takes 4 % of the time.
  private var last: (name: String, zone: Zone?) = ("", nil)

  /// - Parameter details: nil if lines name their zones.
  init(_ details: AccountLine?, _ zones: ZoneTable) {
    stays = details?.zones ?? []
    self.zones = zones
  }

  var travels: Bool { stays.count > 1 }

  /// Returns whether the account is ever in a zone.
  func isHome(_ zone: String) -> Bool { stays.contains { $0.zone == zone } }

  /// Returns the zone at an instant, or nil if unknown.
  func zoneName(at instant: Instant) -> String? {
    if stays.count < 2 { return stays.first?.zone }
    return stays[max(0, stays.partitioningIndex { $0.from.map { $0 > instant } ?? false } - 1)].zone
  }

  /// Returns the local time on the account's clock; nil if its zone is unknown.
  func local(at instant: Instant) -> LocalDateTime? { zoneName(at: instant).flatMap { local(at: instant, in: $0) } }

  func local(at instant: Instant, in zone: String) -> LocalDateTime? {
    known(zone).map { instant.local(at: $0.offset(at: instant)) }
  }

  private func known(_ zone: String) -> Zone? {
    if last.name != zone { last = (zone, zones.known(zone)) }
    return last.zone
  }

  /// Returns the local time at which a line goes out, or would have.
  func local(of line: Shared<PlanLine>) -> LocalDateTime? {
    line.at.flatMap { at in (line.clock ?? line.zone).map { local(at: at, in: $0) } ?? local(at: at) }
  }

  /// Returns the offset at an instant, in seconds.
  func offset(at instant: Instant) -> Int? {
    zoneName(at: instant).flatMap { known($0)?.offset(at: instant).seconds }
  }
}
