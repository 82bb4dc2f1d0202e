import CivilTime

/// Fuzzes TZif. In every accepted file, an instant's wall time must map back to it, and instants between two transitions must stay
/// between them.
enum FuzzZone {
  private static let instants: [Instant] = {
    let far: [Int64] = [
      -62_135_596_800, -2_200_000_000, -1, 0, 1_700_000_000, 2_200_000_000, 4_300_000_000, 32_000_000_000,
    ]
    return ([.distantPast, .distantFuture] + far.compactMap { Instant(epochSeconds: $0) }).sorted()
  }()

  static func run(_ bytes: [UInt8]) {
    guard let zone = try? Zone(name: "Fuzz", tzif: bytes) else { return }
    for instant in instants {
      let offset = zone.offset(at: instant)
      precondition(zone.localTimeType(at: instant).offset == offset, "two offsets at once")
      // At the ends of time, arithmetic saturates and does not map back.
      if instant == .distantPast || instant == .distantFuture { continue }
      let local = instant.local(at: offset)
      switch zone.mapping(of: local) {
      case .unique(let one): precondition(one == instant, "another instant")
      case .fold(let first, let last): precondition(first == instant || last == instant, "another instant")
      case .gap: preconditionFailure("a time that a clock shows is passed over")
      }
    }
    for (start, end) in zip(instants, instants.dropFirst()) where start < end {
      var last = start
      for transition in zone.transitions(in: start..<end) {
        precondition(transition.at >= last, "changes out of order")
        last = transition.at
      }
    }
  }
}
