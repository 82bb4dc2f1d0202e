import CivilTime

/// A digest of a zone's results for many wall times. Tests/Tools/zone_digests.py defines it and computes it too.
struct ZoneDigest: CustomStringConvertible {
  /// From 2020 to 2040.
  private static let first = LocalDate(year: 2020, month: 1, day: 1)!.at(.midnight)
  private static let days = LocalDate(year: 2041, month: 1, day: 1)!.days(since: first.date)

  private var value: UInt64 = 14_695_981_039_346_656_037

  var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  init(of zone: Zone) {
    var noonBefore = ZoneDigest.reading(zone, ZoneDigest.first.adding(seconds: -43_200))
    for day in 0..<Int64(ZoneDigest.days) {
      let midnight = ZoneDigest.first.adding(seconds: day * 86_400)
      let noon = ZoneDigest.reading(zone, midnight.adding(seconds: 43_200))
      add(noon)
      if noon.first - noonBefore.first != 86_400 {
        for step in 0..<96 { add(ZoneDigest.reading(zone, midnight.adding(seconds: Int64(step) * 1800 - 86_400))) }
      }
      noonBefore = noon
    }
  }

  init(ofEveryHalfHour zone: Zone) {
    for step in 0..<Int64(ZoneDigest.days) * 48 {
      add(ZoneDigest.reading(zone, ZoneDigest.first.adding(seconds: step * 1800)))
    }
  }

  private typealias Reading = (kind: Int64, first: Int64, last: Int64)

  private static func reading(_ zone: Zone, _ local: LocalDateTime) -> Reading {
    switch zone.mapping(of: local) {
    case .unique(let instant): (0, instant.epochSeconds, instant.epochSeconds)
    case .fold(let first, let last): (1, first.epochSeconds, last.epochSeconds)
    case .gap(let before, let after, _):
      (2, local.instant(at: before).epochSeconds, local.instant(at: after).epochSeconds)
    }
  }

  private mutating func add(_ reading: Reading) {
    for word in [reading.kind, reading.first, reading.last] {
      value = (value ^ UInt64(bitPattern: word)) &* 1_099_511_628_211
    }
  }
}
