/// An operator's limits for a run. Beyond a gate, the run ends with status 76 and the existing plan stays.
public struct Gates: Hashable, Sendable {
  /// A number, or a share of a total.
  public enum Limit: Hashable, Sendable, CustomStringConvertible {
    case count(Int)
    /// In hundredths of a percent.
    case share(Int)

    /// Reads `20`, `5%` and `0.25%`.
    public init?(_ text: String) {
      guard text.last == "%" else {
        guard let count = Int(text), (0...1_000_000_000).contains(count) else { return nil }
        self = .count(count)
        return
      }
      let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isWholeNumber) }),
        let whole = Int(parts[0]), whole <= 100, parts.count == 1 || parts[1].count <= 2,
        let hundredths = parts.count == 1 ? 0 : Int(parts[1] + (parts[1].count == 1 ? "0" : ""))
      else { return nil }
      self = .share(whole * 100 + hundredths)
    }

    public var description: String {
      switch self {
      case .count(let count): return "\(count)"
      case .share(let share):
        let rest = share % 100
        let digits = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
        return "\(share / 100)" + (rest == 0 ? "" : ".\(digits)") + "%"
      }
    }

    /// Returns whether a number of a total is within the limit.
    ///
    /// - Parameter fifths: The part of the limit that counts: 4 for four fifths of it.
    public func allows(_ number: Int, of total: Int, fifths: Int = 5) -> Bool {
      switch self {
      case .count(let count): number * 5 <= count * fifths
      case .share(let share):
        number == 0 || Double(number) * 50_000 <= Double(share) * Double(total) * Double(fifths)
      }
    }
  }

  /// The rejected records; a share is relative to the accounts in the inputs.
  public var maxRejected: Limit?
  /// The previous plan's notifications that this one lacks, except through the passing of time; a share is relative to all its
  /// future ones.
  public var maxRemoved: Limit?
  /// The previous plan's accounts that this one lacks. An input without accounts exceeds any limit.
  public var maxGone: Limit?
  /// The accounts that keep an earlier plan because an input was broken; a share is relative to all accounts of the run.
  public var maxStale: Limit?
  /// The notifications that the previous plan had ahead and this one loses, beyond which the verdict is `look`; a share is relative to
  /// those ahead. nil for 2 %, at least 5.
  public var lost: Limit?
  /// The maximum seconds from an input's `exportedAt` to `now`.
  public var maxAge: Int64?

  /// The gates with a limit, by their keys in policies and run files.
  public static let limits: [(key: String, gate: any WritableKeyPath<Gates, Limit?> & Sendable, meaning: String)] = [
    (
      "maxRejected", \.maxRejected,
      "Most rejected records: 20, or 0.5% of the inputs' accounts. Beyond: status 76, nothing written."
    ),
    (
      "maxRemoved", \.maxRemoved,
      "Most future notifications of the previous plan that may be gone: 500, or 2% of them."
    ),
    (
      "maxGone", \.maxGone,
      "Most accounts of the previous plan that may be gone: 500, or 20%. Every input must have an account."
    ),
    (
      "maxStale", \.maxStale,
      "Most accounts that may keep an earlier plan because an input is broken: 20, or 0.5%."
    ),
    (
      "lost", \.lost,
      "Most notifications lost since the previous plan before the verdict is look: 20, or 2% of those ahead (default: 2%, at least 5)."
    ),
  ]

  public init() {}

  public var isEmpty: Bool { self == Gates() }

  /// Reads `90m`, `36h` and `2d`.
  ///
  /// - Returns: The age in seconds.
  public static func age(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()),
      (0...1_000_000).contains(number)
    else { return nil }
    return number * unit
  }

  /// Returns the age in the largest unit that leaves no remainder, such as `36h`.
  public static func words(ofAge seconds: Int64) -> String {
    let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("m", 60)]
    let unit = units.first { seconds > 0 && seconds % $0.seconds == 0 } ?? ("s", 1)
    return "\(seconds / unit.seconds)\(unit.name)"
  }
}
