import CivilTime

/// The content of a notification, without its time.
///
/// All occurrences of a repeating notification share one request.
public struct NotificationRequest: Sendable {
  public let kind: Kind
  public let identifier: NotificationID
  /// The item behind it; nil for kinds without one.
  public let item: ItemID?
  /// The start of its `uid`: the same for every occurrence, in every run, on every machine.
  public let uidStem: StableHash
  /// The stem of the occurrence that it reminds of, which a person's calendar shows; nil if that is its own.
  public let eventStem: StableHash?
  public let delivery: DeliverySettings
  public let title: String
  public let body: String
  /// The subject for the duplicate check, before trimming and case folding.
  public let subject: String
  /// The variant of the kind's texts, if there are several.
  public let variant: String?
  /// The target of a tap, in the app's own terms: `task/t1`.
  public let destination: String?
  /// The destination as an address for any program (RFC 3986): `focusflow://task/t1`.
  public let url: String?
  /// The values that are passed to the app.
  public let data: [DeliverySettings.Datum<String>]
  /// Whether its `uid` is the same regardless of the date: the request has a single occurrence, which may move.
  public let isOneOff: Bool
  /// Whether it is about a date without an hour. The policy sets the time, and a calendar shows a whole day.
  public let isAllDay: Bool
  /// The seconds that its item lasts; nil if unknown.
  public let duration: Int?
  /// The time at which a device can repeat it; nil if it cannot.
  public let repeating: RepeatingTime?
  /// The zone of its wall times; nil for the account's.
  public let zone: Zone?
  /// Whether the device must keep its instant when it travels: the time comes from an instant or from the item's own zone.
  public let isBound: Bool
  public let location: RecordLocation?

  // Without inlining, this and the copies that follow take 1.6 % of a run's instructions.
  @inlinable @inline(__always)
  public init(
    kind: Kind, identifier: NotificationID, item: ItemID?, uidStem: StableHash, eventStem: StableHash? = nil,
    delivery: DeliverySettings, title: String, body: String, variant: String?, destination: String? = nil,
    url: String? = nil, data: [DeliverySettings.Datum<String>] = [], subject: String,
    isOneOff: Bool, isAllDay: Bool = false, duration: Int? = nil, repeating: RepeatingTime? = nil, zone: Zone? = nil,
    isBound: Bool = false,
    location: RecordLocation?
  ) {
    self.kind = kind
    self.identifier = identifier
    self.item = item
    self.uidStem = uidStem
    self.eventStem = eventStem
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
    self.duration = duration
    self.repeating = repeating
    self.zone = zone
    self.isBound = isBound
    self.location = location
  }

  /// Returns the request with another delivery. Making these properties variables took 1 % of a run's instructions.
  public func with(
    _ delivery: DeliverySettings, destination: String?, url: String?, data: [DeliverySettings.Datum<String>]
  ) -> NotificationRequest {
    NotificationRequest(
      kind: kind, identifier: identifier, item: item, uidStem: uidStem, eventStem: eventStem, delivery: delivery,
      title: title, body: body, variant: variant, destination: destination, url: url, data: data, subject: subject,
      isOneOff: isOneOff,
      isAllDay: isAllDay, duration: duration, repeating: repeating, zone: zone, isBound: isBound, location: location)
  }

  /// Returns the request with other words.
  public func reworded(_ title: String, _ body: String, variant: String?) -> NotificationRequest {
    NotificationRequest(
      kind: kind, identifier: identifier, item: item, uidStem: uidStem, eventStem: eventStem, delivery: delivery,
      title: title, body: body, variant: variant, destination: destination, url: url, data: data, subject: subject,
      isOneOff: isOneOff,
      isAllDay: isAllDay, duration: duration, repeating: repeating, zone: zone, isBound: isBound, location: location)
  }

  public var priority: Int { delivery.priority }
  public var isCritical: Bool { delivery.isCritical }
  public var channel: String? { delivery.channel }
  public var category: String? { delivery.category }
}

/// The hash that identifies a request for good. It covers everything that distinguishes the request, and nothing else.
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

  /// Absorbs a text after its length and a colon, so that no other parts give the same bytes.
  public mutating func absorbPart(_ text: String) {
    text.withUTF8Bytes { bytes in
      absorb(decimal: bytes.count)
      absorb(bytes)
    }
  }
}
