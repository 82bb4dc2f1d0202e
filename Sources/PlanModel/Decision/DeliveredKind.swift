/// What a policy's identifiers say about a delivered notification that the plan lacks.
public struct DeliveredKind: Hashable, Sendable {
  public var kind: Kind
  /// What a tap opens; nil if the identifier lacks a value that the destination needs.
  public var destination: String?

  public init(_ kind: Kind, destination: String?) { (self.kind, self.destination) = (kind, destination) }
}

/// How many of an account's items have a reminder ahead.
public struct RemindedItems: Hashable, Sendable {
  /// The kind of item.
  public var kind: String
  public var planned: Int
  public var all: Int

  public init(kind: String, planned: Int, all: Int) { (self.kind, self.planned, self.all) = (kind, planned, all) }
}
