import CivilTime

/// Example data of an export that triggers a kind. `tickler init` writes it for every kind of a policy.
public struct KindSample: Sendable {
  /// An item, as JSON.
  public struct Item: Hashable, Sendable {
    /// The members that identify it in its account.
    public let key: String
    /// All members.
    public let text: String

    public init(_ kind: ItemKind, _ id: String, _ members: String) {
      key = #""kind": "\#(kind.name)", "id": "\#(id)""#
      text = members.isEmpty ? "{ \(key) }" : "{ \(key), \(members) }"
    }
  }

  /// The instant that sample data is relative to.
  public struct Clock: Sendable {
    public let now: Instant

    public init(now: Instant) { self.now = now }

    public func at(minutes: Int64) -> Instant { now.advanced(bySeconds: minutes * 60) }
    public func day(_ days: Int) -> LocalDate { now.utc.date.adding(days: days) }
  }

  /// The account preference that the kind needs, as a JSON member; nil if it needs none.
  public let preference: String?
  public let items: @Sendable (Clock) -> [Item]

  public init(preference: String? = nil, items: @escaping @Sendable (Clock) -> [Item] = { _ in [] }) {
    (self.preference, self.items) = (preference, items)
  }
}
