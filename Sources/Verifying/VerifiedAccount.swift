import CivilTime
import PlanFiles
import PlanModel

/// Everything that a plan's folder says of one account, and where.
struct VerifiedAccount {
  var name: AccountName
  /// Its line of `accounts.ndjson`; nil: there is no such file, or the account is not in it.
  var details: AccountLine?
  var detailsLine = 0
  /// Its lines of `plan.ndjson`.
  var lines: [Shared<PlanLine>] = []
  var firstLine = 0
  /// Its lines of `actions.ndjson`; nil: there is no such file.
  var actions: [Shared<ActionLine>]?
  var firstAction = 0

  var app: String { name.app ?? "" }

  var words: String {
    "account \(AccountName(name.id, app: nil, name.device)) of \(app.quotedForDiagnostic)"
  }

  /// The `now` of the earlier plan that it keeps; nil: it was planned.
  var stale: Instant? { details?.stale ?? lines.first?.stale }

  func line(_ index: Int) -> Int { firstLine + index }

  /// The lines of what the device holds.
  var going: [Int] { lines.indices.filter { lines[$0].outcome != .dropped } }
}

extension PlanLine {
  /// It goes out at an instant, in the window or past it.
  var isTimed: Bool { outcome == .scheduled || outcome == .ahead }

  /// One of the occurrences of a request that the device repeats: that has the identifier alone for its id, and the line a date in its
  /// `uid`.
  var repeats: Bool {
    guard let request, uid.date != nil else { return false }
    return request.part(of: notification) != .once
  }
}

/// The clock that an account carries.
final class VerifiedClock {
  private let stays: [AccountLine.Stay]
  private let zones: ZoneTable
  /// The zone that was asked for last, which nearly every line has: looking each one up takes 4 % of the time.
  private var last: (name: String, zone: Zone?) = ("", nil)

  /// - Parameter details: nil: lines name their zones themselves.
  init(_ details: AccountLine?, _ zones: ZoneTable) {
    stays = details?.zones ?? []
    self.zones = zones
  }

  var travels: Bool { stays.count > 1 }

  /// The zone at an instant; nil: it is not known.
  func zoneName(at instant: Instant) -> String? {
    if stays.count < 2 { return stays.first?.zone }
    return stays[max(0, stays.partitioningIndex { $0.from.map { $0 > instant } ?? false } - 1)].zone
  }

  /// What the account's clock shows; nil: its zone is not known.
  func local(at instant: Instant) -> LocalDateTime? { zoneName(at: instant).flatMap { local(at: instant, in: $0) } }

  func local(at instant: Instant, in zone: String) -> LocalDateTime? {
    known(zone).map { instant.local(at: $0.offset(at: instant)) }
  }

  private func known(_ zone: String) -> Zone? {
    if last.name != zone { last = (zone, zones.known(zone)) }
    return last.zone
  }

  /// What it shows when a line goes out, or would have.
  func local(of line: Shared<PlanLine>) -> LocalDateTime? {
    line.at.flatMap { at in (line.clock ?? line.zone).map { local(at: at, in: $0) } ?? local(at: at) }
  }

  /// The offset when a line goes out, in seconds.
  func offset(at instant: Instant) -> Int? {
    zoneName(at: instant).flatMap { known($0)?.offset(at: instant).seconds }
  }
}
