import PlanModel

/// Every name that the export format knows, so that a record holds small integers instead of names.
package enum FieldName: String, CaseIterable, Sendable, Hashable {
  /// Not a name of the format.
  case unknown = ""
  // The document.
  case format, app, exportedAt, accounts, items, account, item
  // Accounts.
  case id, timeZone, zoneChanges, zoneChange, platform, authorization, locale, preferences, personality, delivered
  case pending, active, trait, analyzedAt, from, to, at
  // Preferences.
  case enabled, kinds, quietHours, nudges, bills, appBlocking, start, end, time, afternoon, evening, days, changedAt
  case onDueDate, dayBefore, day
  // Kinds, as keys of `kinds` and as preferences of the same name.
  case dailyReminder, nudge, recap, task, session, habit, location, streakMilestone, insight, morning, bedtime, goal
  case milestone, workout, unlock, bill, overdue, overspend, digest
  // Items.
  case kind, updatedAt, title, date, `repeat`, rrule, exdates, weekdays, until, completed, completedOn, name, category
  case reminders, startDate, endDate, completions, streak, archived, place, latitude, longitude, radius, on, flow
  case startedAt, duration, state, sessions, minutes, samples, sample, steps, type, endedAt, distance, amount, currency
  case dueDate, autoPay, paid, paidThrough, spent, limit, period

  /// Position in `allCases`, below 128.
  @inline(__always)
  package var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// The name spelled by these bytes, exactly; ``unknown`` where the format has no such name.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self = FieldName.table.name(bytes)
  }

  static let table = Table()

  /// An open-addressing table keyed by length, first seven bytes and last eight: no name of the format has more than that.
  struct Table: @unchecked Sendable {
    private static let size = 512

    private struct Entry {
      var key: UInt64 = 0
      var tail: UInt64 = 0
      var name = FieldName.unknown
    }

    /// Never changed once it is made, and never given back.
    private let entries: UnsafeMutablePointer<Entry>

    fileprivate init() {
      entries = .allocate(capacity: Table.size)
      entries.initialize(repeating: Entry(), count: Table.size)
      for name in FieldName.allCases where name != .unknown {
        let text = Array(name.rawValue.utf8)
        precondition(text.count <= 15, "the table does not tell names as long as \(name) apart")
        let (key, tail) = text.withUnsafeBufferPointer { ($0.wordKey, Table.tail($0)) }
        var slot = Table.slot(key)
        while entries[slot].name != .unknown { slot = (slot + 1) & (Table.size - 1) }
        entries[slot] = Entry(key: key, tail: tail, name: name)
      }
    }

    /// The name spelled by these bytes.
    @inline(__always)
    func name(_ bytes: UnsafeBufferPointer<UInt8>) -> FieldName {
      let key = bytes.wordKey
      var slot = Table.slot(key)
      while true {
        let entry = entries + slot
        if entry.pointee.name == .unknown { return .unknown }
        if entry.pointee.key == key, entry.pointee.tail == Table.tail(bytes) { return entry.pointee.name }
        slot = (slot + 1) & (Table.size - 1)
      }
    }

    /// The last eight bytes of a name that has so many.
    @inline(__always)
    private static func tail(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
      guard let base = bytes.baseAddress, bytes.count >= 8 else { return 0 }
      return (base + bytes.count - 8).word
    }

    @inline(__always)
    private static func slot(_ key: UInt64) -> Int {
      Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 55)
    }
  }
}

/// A set of names as bits.
package struct FieldSet: Sendable, ExpressibleByArrayLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init() {}

  package init(arrayLiteral names: FieldName...) {
    for name in names { insert(name) }
  }

  package init(_ names: some Sequence<FieldName>) {
    for name in names { insert(name) }
  }

  /// - Returns: Whether the name was not in the set yet.
  @discardableResult
  @inline(__always)
  package mutating func insert(_ name: FieldName) -> Bool {
    let bit: UInt64 = 1 << UInt64(name.index & 63)
    if name.index < 64 {
      defer { low |= bit }
      return low & bit == 0
    }
    defer { high |= bit }
    return high & bit == 0
  }

  @inline(__always)
  package func contains(_ name: FieldName) -> Bool {
    (name.index < 64 ? low : high) & (1 << UInt64(name.index & 63)) != 0
  }

  package func union(_ other: FieldSet) -> FieldSet {
    var result = self
    result.low |= other.low
    result.high |= other.high
    return result
  }
}
