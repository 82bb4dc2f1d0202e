import CivilTime
import Diagnostics

/// A kind of notification, by its name: `task`, `bill`.
///
/// Its ``KindDescription`` and the policy describe it; this is only the name. Two kinds are equal if their names are.
public struct Kind: Hashable, Sendable {
  /// The name in policies and plans.
  public let name: String
  /// The number of the kind in this process, from 0, for tables in memory. Never written to files, since it depends on the order of
  /// naming.
  public let index: Int

  /// Creates the kind with a name, new or known.
  public init(_ name: String) {
    self = Kind.registry.withLock { $0.kind(named: name) }
  }

  /// Creates a kind of a plan whose policy is missing: a known kind, or one that a policy may declare. nil if the name cannot be a
  /// kind's, or there are more kinds than any policy has.
  public init?(inPlan name: String) {
    let isName = name.utf8.count <= 64 && name.utf8.allSatisfy(\.isLetterOrDigit)
    let kind = Kind.registry.withLock { registry in
      registry.kinds[name]
        ?? (isName && !name.isEmpty && registry.kinds.count < 1000 ? registry.kind(named: name) : nil)
    }
    guard let kind else { return nil }
    self = kind
  }

  private init(name: String, index: Int) {
    (self.name, self.index) = (name, index)
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
  public static func < (a: Kind, b: Kind) -> Bool {
    let first = min(a.index, shippedOrder.count)
    let second = min(b.index, shippedOrder.count)
    return first != second ? first < second : a.name.compareBytes(b.name) < 0
  }
}

extension Kind {
  /// The kind that reports, when quiet hours end, what they held back.
  public static let quietDigest = Kind("quietDigest")
}

extension Kind: CustomStringConvertible {
  public var description: String { name }
}

extension Kind {
  /// The number of kinds named in this process, which is greater than any index.
  public static var count: Int { registry.withLock { $0.kinds.count } }

  /// All kinds named in this process, in the order of pages and summaries.
  public static var all: [Kind] { registry.withLock { $0.kinds.values.sorted() } }
}

extension Kind {
  /// The shipped kinds in order.
  public static let shipped = shippedOrder.map { Kind($0) }

  /// The kind of a record that has not been read yet.
  public static let unread = shipped[0]

  /// Whether a policy declares it.
  public var isDeclared: Bool { index >= Kind.shippedOrder.count }
}
