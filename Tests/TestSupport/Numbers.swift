import Foundation

/// Reproducible random values by SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, 2014). A seed gives the same values everywhere.
package struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  package mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  package mutating func member<Member>(_ members: [Member]) -> Member { members.randomElement(using: &self)! }

  /// Returns true with a probability of one in `count`.
  package mutating func chance(_ count: Int = 2) -> Bool { number(1...count) == 1 }
}

/// Returns the seeds of a random sweep: a quarter in `make test`, all in `make nightly`, which sets `TICKLER_SWEEP`.
package func seeds(_ count: UInt64) -> ClosedRange<UInt64> {
  1...(ProcessInfo.processInfo.environment["TICKLER_SWEEP"] == nil ? (count + 3) / 4 : count)
}
