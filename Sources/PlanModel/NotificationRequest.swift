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
    kind: Kind, identifier: NotificationID, item: ItemID?, uidStem: StableHash, settings: borrowing Policy.KindSettings,
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
  private var owner = StableHasher()

  package init(app: String, account: AccountID) {
    owner.absorbPart(app)
    owner.absorbPart(account.text)
  }

  package func of(_ kind: Kind, item: ItemID?, _ identifier: NotificationID) -> StableHash {
    var hasher = owner
    hasher.absorbPart(kind.rawValue)
    hasher.absorbPart(item?.text ?? "")
    hasher.absorbPart(identifier.text)
    return hasher.finish()
  }
}

extension StableHasher {
  private mutating func absorb(decimal number: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { text in
      var (start, rest) = (20, number)
      text[start] = UInt8(ascii: ":")
      repeat {
        start -= 1
        text[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      absorb(UnsafeBufferPointer(rebasing: text[start...20]))
    }
  }

  /// The length, in decimal digits and with a colon, keeps the parts apart, whatever they hold.
  fileprivate mutating func absorbPart(_ text: String) {
    absorb(decimal: text.utf8.count)
    absorb(text)
  }
}
