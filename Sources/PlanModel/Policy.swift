import CivilTime

/// What an app plans and how: one TOML file.
package struct Policy: Sendable {
  package enum SlotHolds: String, CaseIterable, Sendable {
    /// A repeating trigger takes one slot for all its occurrences.
    case trigger
    /// Each occurrence is scheduled by itself.
    case occurrence
  }

  package enum QuietHoursAction: String, CaseIterable, Sendable { case `defer`, drop }

  package enum BadgeReset: String, CaseIterable, Sendable {
    /// Badges start at 1 on every local date.
    case daily
    /// Badges go on counting through the window.
    case never
  }

  /// What to do with day 29–31 of a shorter month and with 29 February.
  package enum MonthEnd: String, CaseIterable, Sendable {
    /// That month, or year, has no occurrence.
    case skip
    /// The month's last day.
    case clamp
  }

  package struct Slots: Sendable {
    package var holds = SlotHolds.occurrence
    /// Slots that the app keeps for itself.
    package var reserved = 0
    package var ios: Int? = 64
    package var android: Int? = 500
    package var other: Int?

    package init() {}

    /// How many the platform holds; nil: no limit.
    package func limit(_ platform: Platform) -> Int? {
      switch platform {
      case .ios: ios
      case .android: android
      case .other: other
      }
    }
  }

  /// One kind's settings. Which of the times and patterns apply depends on the kind.
  package struct KindSettings: Sendable {
    package var isEnabled = true
    package var delivery = DeliverySettings()
    /// The identifier by variant; `default` is always there.
    package let identifiers: [String: IdentifierPattern]
    private let standardIdentifier: IdentifierPattern
    /// The policy's own texts, which go before those of the app's messages; empty: it has none.
    package var texts: [MessageForm: Message] = [:]
    package var time: LocalTime?
    package var morning: LocalTime?
    package var afternoon: LocalTime?
    package var evening: LocalTime?
    package var day: Weekday?
    package var onDueDate = true
    package var dayBefore = true
    package var isAppBlocking = false

    package init(identifiers: [String: IdentifierPattern]) {
      self.identifiers = identifiers
      standardIdentifier = identifiers["default"]!
    }

    package var isCritical: Bool { delivery.isCritical }

    package func identifier(_ variant: String = "default") -> IdentifierPattern {
      identifiers.count == 1 ? standardIdentifier : identifiers[variant] ?? standardIdentifier
    }
  }

  /// What the texts of the app must not say, and how long they may be.
  package struct Tone: Hashable, Sendable {
    /// Phrases, found whatever their case and accents.
    package var forbidden: [String] = []
    /// Characters of a title that are visible.
    package var titleLength = 40
    /// Characters of a body that are visible.
    package var bodyLength = 110

    package init() {}
  }

  package var app: String
  package var name: String
  /// The file it was read from, as it was named.
  package var file: String
  package var sha256: String
  package var days: Int?
  /// The language of its own texts, and of the texts for accounts whose language the messages do not have.
  package var locale = LanguageTag("en")!
  package var tone = Tone()
  /// The app's texts; nil: there is no file of them.
  package var messages: Messages?
  package var authorization: Set<Authorization> = [.authorized, .provisional, .ephemeral]
  package var gap = GapPolicy.later
  package var overlap = OverlapPolicy.first
  package var zoneChange = ZoneChangePolicy.drop
  package var monthEnd = MonthEnd.skip
  package var slots = Slots()
  package var hasBadges = false
  package var badgeReset = BadgeReset.daily
  package var quietHoursAction = QuietHoursAction.defer
  package var quietHours: QuietHours?
  package var capPerDay: Int?
  private var settings: [KindSettings?] = Array(repeating: nil, count: Kind.allCases.count)

  package init(app: String, name: String, file: String, sha256: String) {
    self.app = app
    self.name = name
    self.file = file
    self.sha256 = sha256
  }

  /// The hashes of the files that it comes from: the policy's, and that of its texts.
  package var hashes: [String] { [sha256] + (messages.map { [$0.sha256] } ?? []) }

  /// The settings of a kind; nil: the app does not have it.
  package subscript(kind: Kind) -> KindSettings? {
    get { settings[kind.index] }
    set {
      settings[kind.index] = newValue
      kinds = Kind.allCases.filter { settings[$0.index] != nil }
      enabledKinds = KindSet(kinds.filter { settings[$0.index]!.isEnabled })
      itemKinds = kinds.flatMap(\.itemKinds).reduce(0) { $0 | $1.bit }
    }
  }

  /// The app's kinds, in `Kind`'s order.
  package private(set) var kinds: [Kind] = []
  /// Those that are on where an account does not say otherwise.
  package private(set) var enabledKinds = KindSet()
  private var itemKinds: UInt16 = 0

  /// Whether an item of that kind makes or influences any notification of the app.
  package func uses(_ itemKind: ItemKind) -> Bool { itemKinds & itemKind.bit != 0 }
}
