/// How an app has the notifications of a kind delivered. All requests of the kind share one.
public final class DeliverySettings: Sendable {
  public let priority: Int
  public let isCritical: Bool
  /// The name of one of the policy's channels.
  public let channel: String?
  /// The name of one of the policy's categories.
  public let category: String?
  /// What a tap opens, with the fields that the kind's identifiers have.
  public let destination: IdentifierPattern?
  /// The same as an address, in which the fields' values are percent-encoded.
  public let url: IdentifierPattern?
  /// There is any of these four.
  public let hasNames: Bool

  public init(
    priority: Int = 5, isCritical: Bool = false, channel: String? = nil, category: String? = nil,
    destination: IdentifierPattern? = nil, url: IdentifierPattern? = nil
  ) {
    self.priority = priority
    self.isCritical = isCritical
    self.channel = channel
    self.category = category
    self.destination = destination
    self.url = url
    hasNames = channel != nil || category != nil || destination != nil || url != nil
  }
}
