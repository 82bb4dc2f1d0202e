import CivilTime
import Diagnostics

/// Where a record stands: the input's number in the run, line and column from 1.
package struct RecordLocation: Hashable, Sendable {
  package var input: Int32
  package var line: Int32
  package var column: Int32

  package init(input: Int, line: Int, column: Int) {
    self.input = Int32(truncatingIfNeeded: input)
    self.line = Int32(truncatingIfNeeded: line)
    self.column = Int32(truncatingIfNeeded: column)
  }
}

package enum Platform: String, CaseIterable, Sendable { case ios, android, other }

/// The states of `UNAuthorizationStatus`, and `unknown` for an export that cannot tell.
package enum Authorization: String, CaseIterable, Sendable {
  case authorized, provisional, ephemeral, denied, notDetermined, unknown
}

/// One user of one app: the namespace that everything else lives in.
package struct Account: Sendable {
  /// A notification that reached the user.
  package struct Delivered: Sendable {
    package var id: NotificationID
    package var at: Instant

    package init(id: NotificationID, at: Instant) {
      self.id = id
      self.at = at
    }
  }

  /// A notification that the device holds; without an instant it waits for a place.
  package struct Pending: Sendable {
    package var id: NotificationID
    package var at: Instant?

    package init(id: NotificationID, at: Instant?) {
      self.id = id
      self.at = at
    }
  }

  package struct ZoneChange: Sendable {
    package var at: Instant
    package var zone: Zone

    package init(at: Instant, zone: Zone) {
      self.at = at
      self.zone = zone
    }
  }

  package var id: AccountID
  package var app: String
  package var zone: Zone
  package var zoneChanges: [ZoneChange] = []
  package var platform = Platform.ios
  package var authorization = Authorization.authorized
  /// BCP 47; nil: the policy's.
  package var locale: String?
  package var preferences = Preferences()
  /// When the personality was analysed, where it was.
  package var analyzedAt: Instant?
  package var personalityTrait: String?
  package var items = Items()
  package var delivered: [Delivered] = []
  /// Deliveries before those in `delivered` that a plan file counts and does not list.
  package var olderDeliveries = 0
  package var pending: [Pending] = []
  /// The app was in the foreground: start included, end not.
  package var active: [Range<Instant>] = []
  package var location: RecordLocation
  /// What was wrong with its records, as far as they could be read.
  package var diagnostics: [Diagnostic] = []

  package init(id: AccountID, app: String, zone: Zone, location: RecordLocation) {
    self.id = id
    self.app = app
    self.zone = zone
    self.location = location
  }
}

/// A stretch of every day in which nothing rings: start included, end not; over midnight where end is before start.
package struct QuietHours: Hashable, Sendable {
  package var start: LocalTime
  package var end: LocalTime

  package init(start: LocalTime, end: LocalTime) {
    self.start = start
    self.end = end
  }

  package func contains(_ time: LocalTime) -> Bool {
    if start == end { return false }
    return start < end ? start <= time && time < end : start <= time || time < end
  }
}

/// What a user chose; nil: nothing, so the policy's default holds.
package struct Preferences: Sendable {
  package struct Nudges: Sendable {
    package var morning: LocalTime?
    package var afternoon: LocalTime?
    package var evening: LocalTime?

    package init() {}
  }

  package struct Morning: Sendable {
    package var time: LocalTime
    package var days: WeekdaySet
    package var changedAt: Instant?

    package init(time: LocalTime, days: WeekdaySet, changedAt: Instant?) {
      self.time = time
      self.days = days
      self.changedAt = changedAt
    }
  }

  package struct Bedtime: Sendable {
    package var time: LocalTime
    package var days: WeekdaySet

    package init(time: LocalTime, days: WeekdaySet) {
      self.time = time
      self.days = days
    }
  }

  package struct Bills: Sendable {
    package var time: LocalTime?
    package var onDueDate: Bool?
    package var dayBefore: Bool?

    package init() {}
  }

  package struct Digest: Sendable {
    package var day: Weekday?
    package var time: LocalTime?

    package init() {}
  }

  package var isEnabled: Bool?
  package var kinds: [Kind: Bool] = [:]
  package var quietHours: QuietHours?
  package var dailyReminderTime: LocalTime?
  package var nudges = Nudges()
  package var recapTime: LocalTime?
  package var morning: Morning?
  package var bedtime: Bedtime?
  package var bills = Bills()
  package var digest = Digest()
  package var appBlocking: Bool?
  /// Kinds that read a preference which could not be read: they make no candidates.
  package var unreadable = KindSet()

  package init() {}
}
