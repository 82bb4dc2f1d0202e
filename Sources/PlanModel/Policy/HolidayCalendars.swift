import CivilTime

/// A file of holidays.
public struct HolidayFile: Sendable {
  public var file: String
  public var sha256: String
  public var dates: [LocalDate]
  /// What accounts call it; nil: it counts for all.
  public var calendar: String?

  public init(file: String, sha256: String, dates: [LocalDate], calendar: String? = nil) {
    (self.file, self.sha256, self.dates, self.calendar) = (file, sha256, dates, calendar)
  }
}

/// The holidays of a run, and which of them are an account's.
public struct HolidayCalendars: Sendable {
  /// The field of an account that says which calendar is its own.
  public enum Field: String, CaseIterable, Sendable { case country, locale, timeZone }

  private let field: Field
  /// Those of all accounts.
  private let general: ClosedDays
  /// By the calendar's name in lower case, its days and those of all accounts.
  private let named: [String: ClosedDays]

  public init(_ files: [HolidayFile], by field: Field) {
    self.field = field
    let all = files.filter { $0.calendar == nil }.flatMap(\.dates)
    general = ClosedDays(DateSet(all))
    named = Dictionary(grouping: files.filter { $0.calendar != nil }) { $0.calendar!.lowercased() }.mapValues {
      ClosedDays(DateSet(all + $0.flatMap(\.dates)))
    }
  }

  /// The days on which nothing of an account is paid or done.
  public func closedDays(of account: borrowing Account) -> ClosedDays {
    if named.isEmpty { return general }
    return account.calendarNames(by: field).lazy.compactMap { named[$0] }.first ?? general
  }
}

extension Account {
  /// What its calendar of holidays may be called, in lower case, the closest first.
  public func calendarNames(by field: HolidayCalendars.Field) -> [String] {
    switch field {
    case .country:
      // Of a subdivision, `DE-BY`, else of the country.
      country.map { [$0.lowercased()] + $0.lowercased().split(separator: "-").dropLast().prefix(1).map(String.init) }
        ?? []
    case .locale:
      // By the whole tag, else by its region.
      locale.map { locale in
        let tag = locale.lowercased().replacing("_", with: "-")
        let region = tag.split(separator: "-").dropFirst().prefix { $0.count > 1 }.first { $0.count == 2 }
        return [tag] + (region.map { [String($0)] } ?? [])
      } ?? []
    case .timeZone: [zone.name.lowercased()]
    }
  }
}
