import CivilTime

/// A kind of notification, by its name: `task`, `bill`.
///
/// What a kind is, its ``KindDescription`` says, and its policy; this is its name alone. Two kinds are equal where their names are.
public struct Kind: Hashable, Sendable {
  public let name: String
  /// Numbers the kinds of this process from 0, for tables in memory. Never written: it depends on what was named before.
  public let index: Int

  /// The kind of that name, whether or not there was one before.
  public init(_ name: String) {
    self = Kind.registry.withLock { $0.kind(named: name) }
  }

  /// The kind of that name, if anything has named it in this process: a shipped kind or a policy's.
  public init?(known name: String) {
    guard let kind = Kind.registry.withLock({ $0.kinds[name] }) else { return nil }
    self = kind
  }

  /// The kind of that name in a plan, whose policy nobody has: one that is known, or what a policy might declare. nil: it is neither,
  /// or there are more than any policy has.
  public init?(inPlan name: String) {
    let isName =
      name.utf8.count <= 64
      && name.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      }
    let kind = Kind.registry.withLock { registry in
      registry.kinds[name]
        ?? (isName && !name.isEmpty && registry.kinds.count < 1000 ? registry.kind(named: name) : nil)
    }
    guard let kind else { return nil }
    self = kind
  }

  private init(name: String, index: Int) {
    self.name = name
    self.index = index
  }

  public static func == (a: Kind, b: Kind) -> Bool { a.index == b.index }
  public func hash(into hasher: inout Hasher) { hasher.combine(index) }

  private struct Registry {
    var kinds: [String: Kind] = [:]

    init() {
      for name in Kind.shippedOrder { _ = kind(named: name) }
    }

    mutating func kind(named name: String) -> Kind {
      if let kind = kinds[name] { return kind }
      let kind = Kind(name: name, index: kinds.count)
      kinds[name] = kind
      return kind
    }
  }

  private static let registry = Lock(Registry())
}

extension Kind: Comparable {
  /// The order in which pages and summaries list kinds. One that is not here comes after these, by its name.
  static let shippedOrder = [
    "dailyReminder", "nudge", "recap", "task", "session", "habit", "location", "streakMilestone", "insight", "morning",
    "bedtime", "goal", "milestone", "workout", "unlock", "bill", "overdue", "overspend", "digest", "quietDigest",
  ]

  public static func < (a: Kind, b: Kind) -> Bool {
    let first = min(a.index, shippedOrder.count)
    let second = min(b.index, shippedOrder.count)
    return first != second ? first < second : a.name.compareBytes(b.name) < 0
  }
}

extension Kind {
  /// What quiet hours held back, told at their end.
  public static let quietDigest = Kind("quietDigest")
}

extension Kind: CustomStringConvertible {
  public var description: String { name }
}

extension Kind {
  /// How many kinds anything in this process has named: more than any of their indices.
  public static var count: Int { registry.withLock { $0.kinds.count } }

  /// All kinds that anything in this process has named, in the order of pages and summaries.
  public static var all: [Kind] { registry.withLock { $0.kinds.values.sorted() } }
}

extension Kind {
  /// Those that ship, in their order.
  public static let shipped = shippedOrder.map { Kind($0) }

  /// The kind of a record that has not been read yet.
  public static let unread = shipped[0]

  /// A policy declares it.
  public var isDeclared: Bool { index >= Kind.shippedOrder.count }
}
