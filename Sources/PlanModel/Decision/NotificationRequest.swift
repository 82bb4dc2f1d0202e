/// What an app asks the system to show: everything about a notification but its time.
///
/// One request stands behind all the occurrences of a repeating notification.
public struct NotificationRequest: Sendable {
  public let kind: Kind
  public let identifier: NotificationID
  /// The item it comes from; nil for the kinds without one.
  public let item: ItemID?
  /// What its `uid` begins with: the same for every occurrence, in every run, on every machine.
  public let uidStem: StableHash
  public let delivery: DeliverySettings
  public let title: String
  public let body: String
  /// What the duplicate check takes as its subject, before trimming and folding.
  public let subject: String
  /// Which of the kind's texts it has, where there are several.
  public let variant: String?
  /// What a tap opens, in the app's own words: `task/t1`.
  public let destination: String?
  /// The same as an address that any program opens (RFC 3986): `focusflow://task/t1`.
  public let url: String?
  /// The values that the app gets with it.
  public let data: [DeliverySettings.Datum<String>]
  /// Its `uid` is the same whatever the date: the request has one occurrence, which may be moved.
  public let isOneOff: Bool
  /// What it is about has a date and no hour: the time is the policy's, and a person's calendar has a whole day.
  public let isAllDay: Bool
  /// When a device repeats it, if it can do so at all.
  public let repeating: RepeatingTime?
  public let location: RecordLocation?

  // Not inlined, it and the copies that follow take 1.6 % of the instructions of a run.
  @inlinable @inline(__always)
  public init(
    kind: Kind, identifier: NotificationID, item: ItemID?, uidStem: StableHash, delivery: DeliverySettings,
    title: String, body: String, variant: String?, destination: String? = nil, url: String? = nil,
    data: [DeliverySettings.Datum<String>] = [], subject: String,
    isOneOff: Bool, isAllDay: Bool = false, repeating: RepeatingTime? = nil, location: RecordLocation?
  ) {
    self.kind = kind
    self.identifier = identifier
    self.item = item
    self.uidStem = uidStem
    self.delivery = delivery
    self.title = title
    self.body = body
    self.variant = variant
    self.destination = destination
    self.url = url
    self.data = data
    self.subject = subject
    self.isOneOff = isOneOff
    self.isAllDay = isAllDay
    self.repeating = repeating
    self.location = location
  }

  /// Returns the request with another delivery. To have these properties be variables took 1 % of the instructions of a run.
  public func with(
    _ delivery: DeliverySettings, destination: String?, url: String?, data: [DeliverySettings.Datum<String>]
  ) -> NotificationRequest {
    NotificationRequest(
      kind: kind, identifier: identifier, item: item, uidStem: uidStem, delivery: delivery, title: title, body: body,
      variant: variant, destination: destination, url: url, data: data, subject: subject, isOneOff: isOneOff,
      isAllDay: isAllDay, repeating: repeating, location: location)
  }

  public var priority: Int { delivery.priority }
  public var isCritical: Bool { delivery.isCritical }
  public var channel: String? { delivery.channel }
  public var category: String? { delivery.category }
}

/// The hash that names a request for good, by everything that tells it from others and nothing else.
public struct UIDStem: Sendable {
  private var owner = StableHasher()

  public init(app: String, account: AccountID, _ device: DeviceID? = nil) {
    owner.absorbPart(app)
    owner.absorbPart(account.text)
    if let device { owner.absorbPart(device.text) }
  }

  public func of(_ kind: Kind, item: ItemID?, _ identifier: NotificationID) -> StableHash {
    var hasher = owner
    hasher.absorbPart(kind.name)
    if let item { hasher.absorbPart(item.text) } else { hasher.absorbPart("") }
    hasher.absorbPart(identifier.text)
    return hasher.finish()
  }
}

extension StableHasher {
  private mutating func absorb(decimal number: Int) {
    if number < 10 {
      absorb(UInt64(48 + number) | UInt64(UInt8(ascii: ":")) << 8, count: 2)
      return
    }
    if number < 100 {
      absorb(UInt64(48 + number / 10) | UInt64(48 + number % 10) << 8 | UInt64(UInt8(ascii: ":")) << 16, count: 3)
      return
    }
    absorb("\(number):")
  }

  /// The length, in decimal digits and with a colon, keeps the parts apart, whatever they hold.
  public mutating func absorbPart(_ text: String) {
    text.withUTF8Bytes { bytes in
      absorb(decimal: bytes.count)
      absorb(bytes)
    }
  }
}
