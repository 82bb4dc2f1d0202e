import CivilTime

/// A file of holidays.
public struct HolidayFile: Hashable, Codable, Sendable {
  /// The path of the file.
  public var file: String
  /// The hash of the file, in hexadecimal.
  public var sha256: String
  /// The closed days.
  public var dates: [LocalDate]
  /// The name that accounts use for it; nil if it applies to every account.
  public var calendar: String?

  /// Creates a calendar of closed days.
  public init(file: String, sha256: String, dates: [LocalDate], calendar: String? = nil) {
    (self.file, self.sha256, self.dates, self.calendar) = (file, sha256, dates, calendar)
  }
}

/// The holidays of a run, by the calendars that accounts use.
public struct HolidayCalendars: Sendable {
  /// The field of an account that selects its calendar.
  public enum Field: String, CaseIterable, Sendable { case country, locale, timeZone }

  private let field: Field
  /// The closed days of every account.
  private let general: ClosedDays
  /// The closed days of each calendar, including those of every account, by the calendar's name in lower case.
  private let named: [String: ClosedDays]

  public init(_ files: [HolidayFile], by field: Field) {
    self.field = field
    let all = files.filter { $0.calendar == nil }.flatMap(\.dates)
    general = ClosedDays(DateSet(all))
    named = Dictionary(grouping: files.filter { $0.calendar != nil }) { $0.calendar!.lowercased() }.mapValues {
      ClosedDays(DateSet(all + $0.flatMap(\.dates)))
    }
  }

  /// Returns an account's closed days.
  public func closedDays(of account: borrowing Account) -> ClosedDays {
    if named.isEmpty { return general }
    return account.calendarNames(by: field).lazy.compactMap { named[$0] }.first ?? general
  }
}

extension Account {
  /// Returns possible names of the account's calendar in lower case, the closest first.
  public func calendarNames(by field: HolidayCalendars.Field) -> [String] {
    switch field {
    case .country:
      // The subdivision, `DE-BY`, then the country.
      country.map { [$0.lowercased()] + $0.lowercased().split(separator: "-").dropLast().prefix(1).map(String.init) }
        ?? []
    case .locale:
      // The whole tag, then its region.
      locale.map { locale in
        let tag = locale.lowercased().replacing("_", with: "-")
        let region = tag.split(separator: "-").dropFirst().prefix { $0.count > 1 }.first { $0.count == 2 }
        return [tag] + (region.map { [String($0)] } ?? [])
      } ?? []
    case .timeZone: [zone.name.lowercased()]
    }
  }
}
