/// What an app asks the system to show: everything about a notification but its time.
///
/// One request stands behind all the occurrences of a repeating notification.
package struct NotificationRequest: Sendable {
  package var kind: Kind
  package var identifier: NotificationID
  /// The item it comes from; nil for the kinds without one.
  package var item: ItemID?
  /// What its `uid` begins with: the same for every occurrence, in every run, on every machine.
  package var uidStem: StableHash
  package var priority: Int
  package var isCritical: Bool
  package var title: String
  package var body: String
  /// What the duplicate check takes as its subject, before trimming and folding.
  package var subject: String
  /// Which of the kind's texts it has, where there are several.
  package var variant: String?
  package var channel: String?
  package var category: String?
  package var destination: String?
  /// Its `uid` is the same whatever the date: the request has one occurrence, which may be moved.
  package var isOneOff: Bool
  package var location: RecordLocation?

  package init(
    kind: Kind, identifier: NotificationID, item: ItemID?, uidStem: StableHash, settings: Policy.KindSettings,
    title: String, body: String, variant: String?, subject: String, isOneOff: Bool, location: RecordLocation?
  ) {
    self.kind = kind
    self.identifier = identifier
    self.item = item
    self.uidStem = uidStem
    self.priority = settings.priority
    self.isCritical = settings.isCritical
    self.title = title
    self.body = body
    self.variant = variant
    self.subject = subject
    self.channel = settings.channel
    self.category = settings.category
    self.destination = settings.destination
    self.isOneOff = isOneOff
    self.location = location
  }
}

/// The hash that names a request for good, by everything that tells it from others and nothing else.
package struct UIDStem: Sendable {
  private let owner: [UInt8]

  package init(app: String, account: AccountID) {
    var bytes: [UInt8] = []
    bytes.appendPart(app)
    bytes.appendPart(account.text)
    owner = bytes
  }

  package func of(_ kind: Kind, item: ItemID?, _ identifier: NotificationID) -> StableHash {
    var bytes = owner
    bytes.appendPart(kind.rawValue)
    bytes.appendPart(item?.text ?? "")
    bytes.appendPart(identifier.text)
    return bytes.withUnsafeBufferPointer { StableHash($0) }
  }
}

extension [UInt8] {
  /// The length keeps the parts apart, whatever they hold.
  fileprivate mutating func appendPart(_ text: String) {
    let count = text.utf8.count
    if count >= 10 {
      append(contentsOf: String(count).utf8)
    } else {
      append(UInt8(ascii: "0") + UInt8(count))
    }
    append(UInt8(ascii: ":"))
    append(contentsOf: text.utf8)
  }
}
