import CivilTime

/// A kind of item in exports, by its name: `task`, or one that a policy declares.
public struct ItemKind: Hashable, Sendable {
  /// The position in ``shipped``, from 0; kinds that policies declare follow. Never written to files, since it depends on the order
  /// of naming.
  public let index: Int

  private init(index: Int) { self.index = index }

  /// Creates the kind with a name, new or known.
  public init(_ name: String) {
    self = ItemKind.registry.withLock { registry in
      if let kind = registry.kinds[name] { return kind }
      let kind = ItemKind(index: registry.names.count)
      registry.names.append(name)
      registry.kinds[name] = kind
      return kind
    }
  }

  /// Creates the kind with a name that this process has used before; nil for any other name.
  public init?(known name: String) {
    guard let kind = ItemKind.registry.withLock({ $0.kinds[name] }) else { return nil }
    self = kind
  }

  public static let shipped = ShippedItems.names.indices.map { ItemKind(index: $0) }

  public static var task: ItemKind { ItemKind(index: 0) }
  public static var habit: ItemKind { ItemKind(index: 1) }
  public static var entry: ItemKind { ItemKind(index: 2) }
  public static var session: ItemKind { ItemKind(index: 3) }
  public static var focusDay: ItemKind { ItemKind(index: 4) }
  public static var stepDay: ItemKind { ItemKind(index: 5) }
  public static var workout: ItemKind { ItemKind(index: 6) }
  public static var insight: ItemKind { ItemKind(index: 7) }
  public static var bill: ItemKind { ItemKind(index: 8) }
  public static var budget: ItemKind { ItemKind(index: 9) }

  public var name: String {
    index < ShippedItems.names.count
      ? ShippedItems.names[index] : ItemKind.registry.withLock { $0.names[index] }
  }

  private struct Registry {
    var names = ShippedItems.names
    var kinds = Dictionary(uniqueKeysWithValues: ShippedItems.names.enumerated().map { ($1, ItemKind(index: $0)) })
  }

  private static let registry = Lock(Registry())
}

extension ItemKind: CustomStringConvertible {
  public var description: String { name }
}

/// Fields that any kind of item may have if a policy declares them: due dates and completions.
public enum StandardField: String, CaseIterable, Sendable {
  /// The first date.
  case date
  /// The times of day on each date.
  case time, times
  /// The weekdays on which it is due; every day if missing.
  case days
  case `repeat`, rrule, exdates, weekdays, until
  /// Where due dates on closed days go.
  case shift
  /// Done for good.
  case completed
  /// Dates, or dates and times, of completed occurrences.
  case completions
  /// The instant before which nothing goes out.
  case snoozedUntil
  /// The instant until which reminders wait. Only reminders that were due before go out then.
  case notBefore
  /// Offsets from each occurrence, instead of the kind's.
  case remind
  /// How long an occurrence takes.
  case duration
  /// The zone of its dates and times; the account's if missing.
  case timeZone
  /// The name shared by the items of one series.
  case series
  /// No longer in use.
  case archived
  /// A place trigger.
  case location

  /// The default description: a sentence in Markdown without its full stop.
  public var meaning: String {
    switch self {
    case .date: "First date"
    case .time, .times: "When it is due on each date"
    case .days: "Days of the week; defaults to every day"
    case .repeat: "`customDays` uses `weekdays`"
    case .rrule: "RFC 5545, instead of `repeat`"
    case .exdates: "Dates to skip"
    case .weekdays: "For `customDays`; defaults to the first date's"
    case .until: "Last date, inclusive"
    case .shift: "For weekends and holidays; defaults to the policy's"
    case .completed: "Done for good"
    case .completions: "Dates on which it was done, or its due dates and times that are done"
    case .snoozedUntil: "No notification of it goes out before"
    case .notBefore: "Reminders before it wait until then; nothing becomes earlier"
    case .remind: "Reminders before, at and after it, such as `-15m`, `-1d@18:00` and `0`; default to the kind's"
    case .duration: "Seconds, for calendars"
    case .timeZone: "IANA name: its dates and times are those of that zone"
    case .series: "Items of one series are one for `done`, `snooze` and `explain`"
    case .archived: "No longer in use"
    case .location: "Place trigger"
    }
  }
}
