import PlanModel

/// A mark of an account in a site's lists and search: the reason of a decision, or a state of the account.
enum SiteMark: Sendable {
  case reason(Reason)
  case rejected, stale

  /// The name in addresses and in the search.
  var code: String {
    switch self {
    case .reason(let reason): reason.code
    case .rejected: "rejected"
    case .stale: "stale"
    }
  }

  var words: String {
    switch self {
    case .reason(let reason): reason.summary
    case .rejected: "records rejected"
    case .stale: "stale"
    }
  }

  var isProblem: Bool {
    if case .reason(let reason) = self { reason.isProblem } else { true }
  }

  /// Every mark by number: reasons first, then states.
  static let all: [SiteMark] = {
    let all = Reason.allCases.map(SiteMark.reason) + [.rejected, .stale]
    precondition(all.count <= letters.count, "SiteMarks has no room for \(all.count) marks")
    return all
  }()

  /// The index in ``all``.
  var number: Int {
    switch self {
    case .reason(let reason): reason.index
    case .rejected: Reason.allCases.count
    case .stale: Reason.allCases.count + 1
    }
  }

  /// The mark in search lines: one ASCII character, in the order of the numbers.
  var letter: UInt8 { SiteMark.letters[number] }

  private static let letters =
    Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    + Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
}

/// A set of marks. ``SiteMark/all`` checks that they fit.
struct SiteMarks: Equatable, Sendable {
  private var bits: UInt64 = 0

  func contains(_ mark: SiteMark) -> Bool { bits & 1 << UInt64(mark.number) != 0 }
  mutating func insert(_ mark: SiteMark) { bits |= 1 << UInt64(mark.number) }
  mutating func formUnion(_ other: SiteMarks) { bits |= other.bits }

  var members: [SiteMark] { SiteMark.all.filter(contains) }
}
